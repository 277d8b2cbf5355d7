/** Knows that what is handed on of a card verifies again, as it was accepted, and that this is found out once for each payload. */
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { nodeCrypto, toVerifiedCard, type JsonObject, type VerifyCardOptions } from '../../src/index.js';
import type { Signer } from '../../src/keys/signer.js';
import { toThumbprint } from '../../src/keys/thumbprint.js';
import { createTestSigner, verifyWith } from '../support/signed-cards.js';
import { signText, toSdkText } from '../support/sdk-entries.js';
import { sdkCard, sdkLegacyCard } from '../support/sdk-tamperings.js';

const serialisations = vi.hoisted(() => vi.fn());
vi.mock('canonicalize', async (importOriginal) => {
  const { default: canonicalize } = await importOriginal<typeof import('canonicalize')>();
  return {
    default: (value: unknown) => {
      serialisations();
      return canonicalize(value);
    },
  };
});
afterEach(() => void vi.restoreAllMocks());

let signer: Signer;
let kid: string;

beforeAll(async () => {
  signer = await createTestSigner('ES256');
  kid = await toThumbprint(signer.publicJwk, nodeCrypto);
});

type Signing = {
  readonly form: string;
  readonly header?: Record<string, unknown>;
  /** How often the one entry stands in the card. */
  readonly times?: number;
};

/** The text of a card with an entry over what a form has for it; numbers are spelt as `spell` has them. */
async function sign(
  content: JsonObject,
  { form, header = {}, times = 1 }: Signing,
  spell: (text: string) => string = (text) => text,
): Promise<string> {
  const text = toSdkText(form, spell(JSON.stringify(content)));
  const entry = await signText(signer, kid, { text, header });
  return spell(JSON.stringify({ ...content, signatures: Array<JsonObject>(times).fill(entry) }));
}

async function verify(text: string, options: Partial<VerifyCardOptions> = {}) {
  const { report, verified } = await verifyWith([signer], text, options);
  const content = verified === undefined ? undefined : JSON.stringify(toVerifiedCard(verified));
  return { verdict: report.verdict, entry: report.entries[0], findings: report.findings, content };
}

function accepting(...acceptedForms: string[]): Partial<VerifyCardOptions> {
  return { policy: { acceptedForms } };
}

/** How often a card is parsed and serialised while it is verified. */
async function countWork(text: string, options: Partial<VerifyCardOptions>): Promise<number> {
  serialisations.mockClear();
  const parse = vi.spyOn(JSON, 'parse');
  await verifyWith([signer], text, options);
  const count = serialisations.mock.calls.length + parse.mock.calls.length;
  parse.mockRestore();
  return count;
}

/** Nothing else in it is left out of a card of A2A 0.3 than what the extension has. */
function extended(extension: JsonObject): JsonObject {
  const card: JsonObject = { ...sdkLegacyCard, capabilities: { extensions: [extension] } };
  delete card['security'];
  delete card['securitySchemes'];
  return card;
}

describe('64 replays of one genuine entry', () => {
  it.each<[string, JsonObject, string, Partial<VerifyCardOptions>]>([
    ['that is stripped', { ...sdkCard, iconUrl: '' }, 'a2a-js-1.0.1', { stripUnsigned: true }],
    ['in an accepted form', { ...sdkCard, iconUrl: '' }, 'a2a-python-1.0', accepting('a2a-python-1.0')],
    ['of a card of A2A 0.3', { ...sdkLegacyCard, iconUrl: '' }, 'a2a-python-0.3.24', { stripUnsigned: true }],
    ['over all of the card', sdkCard, 'a2a-js-1.0.1', {}],
  ])('%s cost no more than one: its card is read and written once', async (_, card, form, options) => {
    const one = await countWork(await sign(card, { form }), options);
    expect(await countWork(await sign(card, { form, times: 64 }), options)).toBe(one);
  });
});

describe('a genuine entry over what does not verify again', () => {
  const form = 'a2a-python-0.3.24';

  it('does not count where the text is that of a2a-1.0, too', async () => {
    const signed = await sign(extended({ uri: '', description: 'd' }), { form });
    const { verdict, entry, content } = await verify(signed, accepting(form));
    expect(verdict).toBe('unmet-policy');
    expect(content).toBeUndefined();
    expect(entry).toMatchObject({ outcome: 'content-unverifiable', form });
    expect(entry?.message).toContain('/capabilities/extensions/0 has no "uri", which the SDK demands');
  });

  it('counts where another accepted form finds it there, unless it names its own', async () => {
    const card = extended({ uri: '', description: 'd' });
    const options = accepting(form, 'jcs');
    const unmarked = await verify(await sign(card, { form }), options);
    expect(unmarked.verdict).toBe('trusted');
    expect((await verify(unmarked.content ?? '', options)).verdict).toBe('trusted');
    const marked = await verify(await sign(card, { form, header: { a2a_form: form } }), options);
    expect(marked).toMatchObject({ verdict: 'unmet-policy', entry: { outcome: 'content-unverifiable' } });
  });

  it('says what an empty required member has to do with it', async () => {
    const signed = await sign({ ...sdkLegacyCard, description: '' }, { form });
    const { entry } = await verify(signed, { ...accepting(form), stripUnsigned: true });
    expect(entry?.outcome).toBe('content-unverifiable');
    expect(entry?.message).toMatch(/the card has no "description", which the SDK demands/);
    expect(entry?.message).not.toMatch(/number/);
  });

  it.each([
    ['5.0', '5'],
    ['1152921504606846976.0', '1152921504606847000'],
  ])('names the number %s, its place and how it would be written', async (signed, written) => {
    const card = extended({ uri: 'u', params: { limit: 5 } });
    const text = await sign(card, { form }, (one) => one.replace('"limit":5', `"limit":${signed}`));
    const { entry } = await verify(text, accepting(form));
    expect(entry?.outcome).toBe('content-unverifiable');
    const spelt = signed === '5.0' ? signed : '1.152921504606847e+18';
    expect(entry?.message).toContain(
      `the number at /capabilities/extensions/0/params/limit was signed as ${spelt} and would be written as ${written}`,
    );
  });

  it('names the place of what would be read otherwise', async () => {
    const scheme = { type: 'http', scheme: '', bearerFormat: 'JWT', description: 'A token' };
    const signed = await sign({ ...sdkLegacyCard, securitySchemes: { key: scheme } }, { form });
    const { entry } = await verify(signed, { ...accepting(form), stripUnsigned: true });
    expect(entry?.outcome).toBe('content-unverifiable');
    expect(entry?.message).toMatch(/: \/securitySchemes\/key\/bearerFormat would be read otherwise$/);
  });
});
