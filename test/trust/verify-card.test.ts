/** Verification where the text, the key set or the options are odd, and what is told of it. */
import { describe, expect, it } from 'vitest';
import { nodeCrypto, verifyCard, type VerifyCardOptions } from '../../src/index.js';
import { webCrypto } from '../../src/keys/web-crypto.js';
import {
  cardText,
  createTestSigner,
  keySetOf,
  signWith,
  testTime,
  verifyWith,
} from '../support/signed-cards.js';

const bytes = (text: string) => new TextEncoder().encode(text);

function withParams(params: string): string {
  return cardText().replace(
    '"streaming"',
    `"extensions": [{ "uri": "urn:x", "params": ${params} }], "streaming"`,
  );
}

describe('an integer in the received text that a double cannot hold', () => {
  it('is content that nobody signed: another number than the payload has', async () => {
    const signer = await createTestSigner('ES256');
    const text = await signWith([signer], withParams('{ "n": 9007199254740992 }'));
    const { report, verified } = await verifyWith(
      [signer],
      text.replace('9007199254740992', '9007199254740993'),
    );
    expect(report).toMatchObject({
      verdict: 'unmet-policy',
      reason: expect.stringContaining('/capabilities/extensions/0/params/n') as string,
    });
    expect(verified).toBeUndefined();
  });

  it('is found behind however many of those in the signatures', async () => {
    const signer = await createTestSigner('ES256');
    const text = await signWith([signer], withParams('{ "n": 9007199254740992 }'));
    const { signatures, ...card } = JSON.parse(text) as { signatures: object[] };
    const entry = JSON.stringify({ ...signatures[0], header: { x: [] } });
    const many = entry.replace('[]', `[${Array.from({ length: 50 }, () => '9007199254740993').join()}]`);
    for (const name of ['signatures', '\\u0073ignatures']) {
      const headed = `{"${name}":[${many}],${JSON.stringify(card).slice(1)}`;
      expect((await verifyWith([signer], headed)).report.verdict).toBe('trusted');
      const changed = headed.replace('9007199254740992', '9007199254740993');
      expect((await verifyWith([signer], changed)).report).toMatchObject({
        verdict: 'unmet-policy',
        reason: expect.stringContaining('/capabilities/extensions/0/params/n') as string,
      });
    }
  });

  it('is also one that a double holds, where RFC 8785 writes another', async () => {
    const signer = await createTestSigner('ES256');
    const text = await signWith([signer], withParams('{ "n": 1152921504606847000 }'));
    expect((await verifyWith([signer], text)).report.verdict).toBe('trusted');
    const { report } = await verifyWith([signer], text.replace('1152921504606847000', '1152921504606846976'));
    expect(report.verdict).toBe('unmet-policy');
    await expect(signWith([signer], withParams('{ "n": 1152921504606846976 }'))).rejects.toMatchObject({
      code: 'number-inexact',
    });
  });

  it('changes nothing where it stands in an unprotected header', async () => {
    const signer = await createTestSigner('ES256');
    const text = await signWith([signer], cardText());
    const headed = text.replace('"protected"', '"header": { "n": 9007199254740993 }, "protected"');
    expect((await verifyWith([signer], headed)).report.verdict).toBe('trusted');
  });
});

describe('options of verifyCard', () => {
  it.each<[string, Partial<VerifyCardOptions>]>([
    ['a time that is none', { now: new Date('nonsense') }],
    ['a misspelt demand', { policy: { treshold: 2 } as object }],
    ['no forms at all', { policy: { acceptedForms: [] } }],
    ['a threshold of nobody', { policy: { threshold: 0 } }],
    ['no key set', { keySet: undefined as never }],
  ])('are refused with a TypeError: %s', async (_, options) => {
    const signer = await createTestSigner('ES256');
    await expect(verifyWith([signer], cardText(), options)).rejects.toThrow(TypeError);
  });

  it('are not handed out where a caller could change them for all', async () => {
    const signer = await createTestSigner('ES256');
    const { report } = await verifyWith([signer], cardText());
    expect(() => (report.policy.acceptedForms as string[]).push('other')).toThrow(TypeError);
  });
});

describe('a key set', () => {
  it('serves several cryptography libraries one after the other', async () => {
    const signer = await createTestSigner('ES256');
    const text = await signWith([signer], cardText());
    const keySet = await keySetOf([signer]);
    for (const crypto of [nodeCrypto, webCrypto, nodeCrypto]) {
      const { report } = await verifyCard(bytes(text), { keySet, crypto, now: testTime });
      expect(report.verdict).toBe('trusted');
    }
  });
});

describe('the form that a report names', () => {
  it('is the one that the entry names, also where another has the same text', async () => {
    const signer = await createTestSigner('EdDSA');
    const text = await signWith([signer], cardText());
    const { report } = await verifyWith([signer], text, { policy: { acceptedForms: ['jcs'] } });
    expect(report.entries[0]).toMatchObject({
      outcome: 'form-not-accepted',
      form: 'a2a-1.0',
      formMarked: true,
    });
  });
});

describe('a card whose payload is larger than cards may be', () => {
  const list = Array.from({ length: 60_000 }, () => '1e20').join();

  it.each([
    ['as it is', true],
    ['with a wrong type, so that only jcs has it', 'yes'],
  ])('is refused before it is hashed for any entry: %s', async (_, streaming) => {
    const signer = await createTestSigner('ES256');
    const card = JSON.parse(await signWith([signer], cardText())) as object;
    const capabilities = { streaming, extensions: [{ uri: 'urn:x', params: { list: '@' } }] };
    const text = JSON.stringify({ ...card, capabilities }).replace('"@"', `[${list}]`);
    const { report } = await verifyWith([signer], text);
    expect(report).toMatchObject({ verdict: 'invalid-card', findings: [{ code: 'json-size' }] });
    expect((await verifyWith([signer], text, { maxBytes: 4_000_000 })).report.verdict).toBe('tampered');
  });
});
