/** Knows what is said of a card beside a key where SDKs take it for another text, and have entries of their own. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Symptom } from '../../src/keys/symptom.js';
import { nodeCrypto } from '../../src/keys/node-crypto.js';
import type { Signer } from '../../src/keys/signer.js';
import { toThumbprint } from '../../src/keys/thumbprint.js';
import type { JsonObject } from '../../src/json/value.js';
import { examineEntries, examineSigner } from '../../src/signature/examine-signer.js';
import { signText, toSdkText } from '../support/sdk-entries.js';
import { sdkLegacyCard } from '../support/sdk-tamperings.js';
import { cardText, createTestSigner, keySetOf, signWith, testTime } from '../support/signed-cards.js';

let signer: Signer;
let kid: string;
beforeAll(async () => {
  signer = await createTestSigner('ES256');
  kid = await toThumbprint(signer.publicJwk, nodeCrypto);
});

const shared = { crypto: nodeCrypto, now: testTime };

/** With its bytes, as `keys doctor` reads it. */
function toCard(text: string) {
  const bytes = new TextEncoder().encode(text);
  return { value: JSON.parse(text) as JsonObject, source: 'card.json', bytes };
}

const examine = (text: string, now = testTime) =>
  examineSigner(signer, { ...shared, now, card: toCard(text) });

/** The card with entries that an SDK made, after those that it has. */
async function withSdkEntry(form: string, text: string, kidOfEntry = kid): Promise<string> {
  const card = JSON.parse(text) as { signatures?: object[] };
  const { signatures = [], ...content } = card;
  const entry = await signText(signer, kidOfEntry, { text: toSdkText(form, JSON.stringify(content)) });
  return JSON.stringify({ ...content, signatures: [...signatures, entry] });
}

const js = 'a2a-js-1.0.1 (@a2a-js/sdk from 1.0.1 on)';
const differs = 'a2a-js and a2a-python verify another text of the card: without /securityRequirements/0';
const requirement =
  'no single entry holds a requirement without scopes (/securityRequirements/0/schemes/partnerBearer) for a2a-js and a2a-python';

describe('a card that SDKs take for another text', () => {
  it('is told with the place, and what to sign it with', async () => {
    const symptoms = await examine(await signWith([signer], cardText()));
    expect(symptoms).toEqual([
      { level: 'good', subject: 'card', text: `entry 0 of card.json is by it, with the kid ${kid}` },
      {
        level: 'doubtful',
        subject: 'form-differs',
        text: expect.stringMatching(/^card\.json:\d+:\d+: /) as string,
        hint: `${requirement}: sign with --for a2a-js,a2a-python, too`,
      },
    ]);
    expect(symptoms[1]?.text).toContain(`: ${differs}`);
  });

  it('is told of before it is signed', async () => {
    const symptoms = await examine(cardText());
    expect(symptoms.map(({ level, subject }) => `${level} ${subject}`)).toEqual([
      'doubtful card',
      'doubtful form-differs',
    ]);
  });

  it('is told of in a key set as it is beside a key', async () => {
    const text = await signWith([signer], cardText());
    const keySet = await keySetOf([signer]);
    const symptoms = await examineEntries(toCard(text), { ...shared, keySet });
    expect(symptoms.map(({ level, subject }) => `${level} ${subject}`)).toEqual([
      'good card',
      'doubtful form-differs',
    ]);
    expect(symptoms[1]).toEqual((await examine(text))[1]);
  });

  it('is not told of where nothing differs, nor of a card with errors', async () => {
    const card = JSON.parse(cardText()) as JsonObject;
    const portable = JSON.stringify({ ...card, securityRequirements: [] });
    const symptoms = await examine(await signWith([signer], portable));
    expect(symptoms.map(({ subject }) => subject)).toEqual(['card']);
    const wrong = await examine(JSON.stringify({ ...card, version: 1 }));
    expect(wrong.map(({ subject }) => subject)).toEqual(['card']);
  });
});

describe('an entry by the key in the form of an SDK', () => {
  it('is told beside the one that covers all, and the difference as one that is signed for', async () => {
    const text = await signWith([signer], cardText(), { for: ['a2a-js', 'a2a-python'], expiresIn: 60 });
    const [own, sdk, difference, ...others] = await examine(text);
    expect(others).toEqual([]);
    const until = 'until 2027-01-15T12:01:00Z';
    expect([own?.text, sdk?.text]).toEqual([
      `entry 0 of card.json is by it, with the kid ${kid}, ${until}`,
      `entry 1 of card.json is by it, with the kid ${kid}, in form ${js}, ${until}`,
    ]);
    expect([own?.level, sdk?.level]).toEqual(['good', 'good']);
    expect(difference?.hint).toBe(`${requirement}: the entry in their form is for them`);
  });

  it('that has expired is an error, and signs for nobody', async () => {
    const text = await signWith([signer], cardText(), { for: ['a2a-js', 'a2a-python'], expiresIn: 60 });
    const [, sdk, difference] = await examine(text, new Date(testTime.getTime() + 60_000));
    expect(sdk).toMatchObject({ level: 'bad', hint: 'sign the card again' });
    expect(sdk?.text).toContain(`in form ${js}, and expired at `);
    expect(difference?.hint).toContain('sign with --for');
  });

  it('alone, without a mark, is recognised, as one that leaves something out', async () => {
    const symptoms = await examine(await withSdkEntry('a2a-js-1.0.1', cardText()));
    expect(symptoms.slice(0, 2)).toEqual<Symptom[]>([
      {
        level: 'doubtful',
        subject: 'card',
        text: 'card.json has no signature by it but for users of SDKs',
        hint: 'sign the card with it, and with --for a2a-js,a2a-python',
      },
      {
        level: 'good',
        subject: 'card',
        text: `entry 0 of card.json is by it, with the kid ${kid}, in form ${js}`,
      },
    ]);
  });

  it('is recognised for the one SDK that writes a number as nobody else does', async () => {
    const card = JSON.parse(cardText()) as JsonObject;
    const extensions = [{ uri: 'u', params: { perMinute: 60 } }];
    const text = JSON.stringify({ ...card, capabilities: { streaming: true, extensions } });
    const [missing, sdk, ...differences] = await examine(await withSdkEntry('a2a-python-1.0', text));
    expect(missing?.hint).toBe('sign the card with it, and with --for a2a-python');
    expect(sdk?.text).toContain(', in form a2a-python-1.0 (a2a-sdk for Python 1.0.0 to 1.1.3)');
    expect(differences.map(({ hint }) => hint?.replace(/^.*: /, ''))).toEqual([
      'sign with --for a2a-js,a2a-python, too',
      'the entry in their form is for them',
    ]);
  });

  it('is recognised in the spelling of the text, which one form keeps', async () => {
    const content = JSON.stringify({
      ...sdkLegacyCard,
      capabilities: { extensions: [{ uri: 'u', params: { one: 1 } }] },
    }).replace('"one":1', '"one":1.0');
    const entry = await signText(signer, kid, { text: toSdkText('a2a-python-0.3.24', content) });
    const [missing, sdk, ...others] = await examine(
      content.replace(/\}$/, `,"signatures":[${JSON.stringify(entry)}]}`),
    );
    expect(missing?.hint).toBe('sign the card with it');
    expect(sdk?.level).toBe('good');
    expect(sdk?.text).toContain(', in form a2a-python-0.3.24 (a2a-sdk for Python 0.3.24 to 0.3.26)');
    expect(others).toEqual([]);
  });

  it('does not hide that the one that covers all is over another card', async () => {
    const text = await signWith([signer], cardText(), { for: ['a2a-js', 'a2a-python'] });
    const card = JSON.parse(text) as JsonObject;
    const tampered = JSON.stringify({ ...card, securityRequirements: [] });
    const [own, sdk] = await examine(tampered);
    expect(own).toEqual({
      level: 'bad',
      subject: 'card',
      text: 'card.json names it, but the signature is not over this content',
      hint: 'sign the card again, after you know who changed it',
    });
    expect(sdk).toMatchObject({ level: 'good' });
  });

  it('is held against the key set under its kid', async () => {
    const text = await withSdkEntry('a2a-js-1.0.1', await signWith([signer], cardText()), 'other');
    const keySet = await keySetOf([signer]);
    const symptoms = await examineSigner(signer, { ...shared, card: toCard(text), keySet });
    const [own, sdk] = symptoms.filter(({ subject }) => subject === 'card');
    expect(own?.level).toBe('good');
    expect(sdk?.level).toBe('bad');
    expect(sdk?.text).toMatch(/ with the kid other, in form .*, and does not verify by jwks\.json: /);
  });
});

describe('a card beside a key set, with an entry in the form of an SDK', () => {
  const examineText = async (text: string) =>
    examineEntries(toCard(text), { ...shared, keySet: await keySetOf([signer]) });

  it('has it told with the form', async () => {
    const text = await withSdkEntry('a2a-js-1.0.1', await signWith([signer], cardText()));
    const symptoms = await examineText(text);
    expect(symptoms.map(({ level, subject }) => `${level} ${subject}`)).toEqual([
      'good card',
      'good card',
      'doubtful form-differs',
    ]);
    expect(symptoms[1]?.text).toBe(
      `entry 1 of card.json verifies by jwks.json, with the kid ${kid}, in form ${js}`,
    );
    expect(symptoms[2]?.hint).toBe(`${requirement}: the entry in their form is for them`);
  });

  it('is an error without one that covers all: verify does not trust it', async () => {
    const symptoms = await examineText(await withSdkEntry('a2a-js-1.0.1', cardText()));
    expect(symptoms.slice(0, 2)).toEqual<Symptom[]>([
      {
        level: 'good',
        subject: 'card',
        text: `entry 0 of card.json verifies by jwks.json, with the kid ${kid}, in form ${js}`,
      },
      {
        level: 'bad',
        subject: 'card',
        text: 'card.json has signatures for users of SDKs alone: verify does not trust it',
        hint: 'sign the card with `cardctl sign`, which leaves nothing out',
      },
    ]);
  });
});
