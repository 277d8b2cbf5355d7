/** Knows what verification makes of cards that the SDKs signed, and of what can be done to them on the way. */
import { beforeAll, describe, expect, it } from 'vitest';
import {
  canonicalizeCard,
  nodeCrypto,
  toVerifiedCard,
  type JsonObject,
  type VerifyCardOptions,
} from '../../src/index.js';
import { sdkFormNames } from '../../src/canonical/index.js';
import type { Signer } from '../../src/keys/signer.js';
import { toThumbprint } from '../../src/keys/thumbprint.js';
import { createTestSigner, signWith, verifyWith } from '../support/signed-cards.js';
import { signText, toSdkText } from '../support/sdk-entries.js';
import {
  edit,
  legacyTamperings,
  sdkCard,
  sdkLegacyCard,
  tamperings,
  tamperingsOfLegacy,
  type Edit,
} from '../support/sdk-tamperings.js';

/** Each form with a card that it is for, and where such a card says what it asks of callers and where it is. */
const cases = sdkFormNames.map((form) =>
  form.includes('-0.3.')
    ? { form, card: sdkLegacyCard, requirement: ['/security', { key: [] }] as Edit, address: '/url' }
    : {
        form,
        card: sdkCard,
        requirement: ['/securityRequirements', { schemes: { key: {} } }] as Edit,
        address: '/supportedInterfaces/0/url',
      },
);

let signer: Signer;
let kid: string;

beforeAll(async () => {
  signer = await createTestSigner('ES256');
  kid = await toThumbprint(signer.publicJwk, nodeCrypto);
});

async function sign(
  form: string,
  content: JsonObject,
  header: Record<string, unknown> = {},
): Promise<string> {
  const text = toSdkText(form, JSON.stringify(content));
  return JSON.stringify({ ...content, signatures: [await signText(signer, kid, { text, header })] });
}

async function verify(text: string, options: Partial<VerifyCardOptions> = {}) {
  const result = await verifyWith([signer], text, options);
  const [entry] = result.report.entries;
  return { ...result, verdict: result.report.verdict, entry };
}

function listTamperings(form: string): typeof tamperings {
  if (form.includes('-0.3.')) return tamperingsOfLegacy;
  return form === 'a2a-js-1.0.0' ? tamperings : [...tamperings, ...legacyTamperings];
}

describe.each(cases)('a card signed in form $form', ({ form, card, requirement, address }) => {
  it('is genuine, not tampered with, and is not trusted where the form is not accepted', async () => {
    const { verdict, entry } = await verify(await sign(form, { ...card, iconUrl: '' }));
    expect(verdict).toBe('unmet-policy');
    expect(entry).toMatchObject({ outcome: 'form-not-accepted', formMarked: false });
    expect([entry?.form, ...(entry?.sameForms ?? [])]).toContain(form);
    expect(entry?.unsigned).toContain('/iconUrl');
    expect(entry?.neverProves).toMatch(/^(that no requirement|how a caller)/);
  });

  it('is trusted where the form is accepted and nothing is uncovered, with what cannot be proved', async () => {
    const content = { ...card };
    if (form === 'a2a-js-instance') delete content['securitySchemes'];
    const { verdict, report } = await verify(await sign(form, content), {
      policy: { acceptedForms: [form] },
    });
    expect(verdict).toBe('trusted');
    expect(report.findings).toMatchObject([{ code: 'removal-not-provable', path: '/signatures/0' }]);
  });

  it('is tampered with where a covered value is changed', async () => {
    const signed = await sign(form, card);
    const changed = edit(signed, [[address, 'https://evil.example']]);
    expect((await verify(changed)).verdict).toBe('tampered');
    expect((await verify(changed, { stripUnsigned: true })).verdict).toBe('tampered');
    expect((await verify(changed, { policy: { acceptedForms: [form] } })).verdict).toBe('tampered');
  });

  const all = listTamperings(form);
  describe.each(all)('someone %s', (_, change) => {
    const [pointer] = change;
    const isKept = form === 'a2a-js-instance' && pointer.startsWith('/securitySchemes');

    it('is not trusted, whatever is accepted; the report says what is not covered', async () => {
      const signed = edit(await sign(form, card), [change]);
      for (const acceptedForms of [undefined, [form], ['a2a-1.0', 'jcs', form]]) {
        const { verdict, entry } = await verify(
          signed,
          acceptedForms === undefined ? {} : { policy: { acceptedForms } },
        );
        expect(verdict).toBe('unmet-policy');
        if (!isKept) expect(entry?.unsigned).toContain(pointer);
      }
    });

    it('gives the genuine content where it is stripped, which verifies again, with what cannot be proved', async () => {
      const signed = edit(await sign(form, card), [change]);
      const options = { stripUnsigned: true, policy: { acceptedForms: ['a2a-1.0', 'jcs', form] } };
      const { verdict, report, verified } = await verify(signed, options);
      expect(verdict).toBe('trusted');
      const genuine = JSON.parse(toSdkText(form, JSON.stringify(card))) as JsonObject;
      const content = verified === undefined ? {} : toVerifiedCard(verified);
      expect({ ...content, signatures: [] }).toEqual({ ...genuine, signatures: [] });
      if (!isKept) expect(report.payload?.stripped).toContain(pointer);
      const again = await verify(JSON.stringify(content), options);
      expect(again.verdict).toBe('trusted');
      expect(again.report.payload?.sha256).toBe(report.payload?.sha256);
      expect(again.report.findings).toMatchObject([{ code: 'removal-not-provable' }]);
    });
  });

  it('names each security member that is stripped', async () => {
    const [list, demand] = requirement;
    const skill = { id: '', name: '', description: '', tags: [], [list.slice(1)]: [demand] };
    const signed = edit(await sign(form, card), [
      [`${list}/1`, demand],
      ['/skills/1', skill],
    ]);
    const { report } = await verify(signed, { stripUnsigned: true, policy: { acceptedForms: [form] } });
    expect(report.payload?.strippedSecurity).toEqual(
      expect.arrayContaining([`${list}/1`, `/skills/1${list}`]),
    );
  });

  it('is trusted reduced only unmarked, and never where the entry names a form that covers all', async () => {
    const [list, demand] = requirement;
    const reduced = { ...card };
    // eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- what someone on the way does
    delete reduced[list.slice(1)];
    const larger = { ...reduced, [list.slice(1)]: [demand] };
    const move = async (signed: string) => {
      const { signatures } = JSON.parse(signed) as { signatures: JsonObject[] };
      return verify(JSON.stringify({ ...reduced, signatures }), { stripUnsigned: true });
    };
    const bySdk = await move(await sign(form, larger));
    expect(bySdk.verdict).toBe('trusted');
    expect(bySdk.report.findings).toMatchObject([{ code: 'removal-not-provable' }]);
    expect((await move(await sign(form, larger, { a2a_form: form }))).verdict).toBe('unmet-policy');
    if (card !== sdkCard) return;
    expect((await move(await signWith([signer], JSON.stringify(larger)))).verdict).toBe('tampered');
  });
});

describe('an unmarked entry over all of the card', () => {
  it('is found unable to prove a removal where an SDK would have signed the same text', async () => {
    const text = JSON.stringify(JSON.parse(toSdkText('a2a-js-1.0.1', JSON.stringify(sdkCard))));
    const entry = await signText(signer, kid, { text });
    const { verdict, report } = await verify(JSON.stringify({ ...sdkCard, signatures: [entry] }));
    expect(verdict).toBe('trusted');
    expect(report.payload?.form).toBe('a2a-1.0');
    expect(report.findings.map(({ code }) => code)).toEqual(['removal-not-provable']);
  });

  it('is found able to where it holds what no SDK signs', async () => {
    const whole = { ...sdkCard, securityRequirements: [{ schemes: { key: {} } }] };
    const entry = await signText(signer, kid, { text: new TextDecoder().decode(canonicalizeCard(whole)) });
    const { verdict, report } = await verify(JSON.stringify({ ...whole, signatures: [entry] }));
    expect({ verdict, findings: report.findings }).toEqual({ verdict: 'trusted', findings: [] });
  });

  it('counts before one that covers less, wherever it stands', async () => {
    const whole = { ...sdkCard, iconUrl: '' };
    const { signatures: own } = JSON.parse(await signWith([signer], JSON.stringify(whole))) as {
      signatures: JsonObject[];
    };
    const { signatures: sdk } = JSON.parse(await sign('a2a-js-1.0.1', whole)) as { signatures: JsonObject[] };
    const both = JSON.stringify({ ...whole, signatures: [...sdk, ...own] });
    const { verdict, report } = await verify(both, { stripUnsigned: true });
    expect(verdict).toBe('trusted');
    expect(report.payload).toMatchObject({ form: 'a2a-1.0' });
    expect(report.payload?.stripped).toBeUndefined();
    expect(report.findings).toEqual([]);
  });
});

describe('what is stripped', () => {
  it('names a requirement before a hundred members that only sound like one', async () => {
    const decoys = Object.fromEntries(Array.from({ length: 120 }, (_, index) => [`auth${index}`, '']));
    const text = JSON.stringify({
      ...decoys,
      ...(JSON.parse(
        await sign('a2a-js-1.0.1', { ...sdkCard, securityRequirements: [{ schemes: { key: {} } }] }),
      ) as object),
    });
    const { report } = await verify(text, { stripUnsigned: true });
    expect(report.payload?.strippedSecurity?.[0]).toBe('/securityRequirements/0');
    expect(report.payload?.strippedSecurity).toHaveLength(100);
    expect(report.payload?.strippedSecurityCount).toBe(121);
  });

  it('includes an array that an SDK reads as a map', async () => {
    const scheme = { apiKeySecurityScheme: { location: 'header', name: 'X-Key' } };
    const signed = JSON.parse(
      await sign('a2a-js-1.0.1', { ...sdkCard, securitySchemes: { 0: scheme } }),
    ) as object;
    const text = JSON.stringify({ ...signed, securitySchemes: [scheme] });
    const { verdict, entry } = await verify(text, { policy: { acceptedForms: ['a2a-js-1.0.1'] } });
    expect(verdict).toBe('unmet-policy');
    expect(entry?.unsigned).toEqual(['/securitySchemes']);
  });
});

describe('many entries that match nothing', () => {
  it('are tried under every form only eight times', async () => {
    const wrong = await signText(signer, kid, { text: '{}' });
    const { signatures } = JSON.parse(await sign('a2a-js-1.0.1', { ...sdkCard, iconUrl: '' })) as {
      signatures: JsonObject[];
    };
    const late = {
      ...sdkCard,
      iconUrl: '',
      signatures: [...Array<JsonObject>(8).fill(wrong), ...signatures],
    };
    expect((await verify(JSON.stringify(late))).verdict).toBe('tampered');
    const early = { ...late, signatures: late.signatures.slice(1) };
    expect((await verify(JSON.stringify(early))).verdict).toBe('unmet-policy');
  });
});
