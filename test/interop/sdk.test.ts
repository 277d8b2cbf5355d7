/** Knows how cardctl gets on with the signatures of the A2A SDK for JavaScript, in both directions. */
import type { JsonWebKey } from 'node:crypto';
import {
  canonicalizeAgentCard,
  generateAgentCardSignature,
  verifyAgentCardSignature,
  type AgentCard,
} from '@a2a-js/sdk';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { canonicalizeCard } from '../../src/canonical/index.js';
import type { JsonObject } from '../../src/json/value.js';
import { readKeySet } from '../../src/keys/key-set.js';
import { nodeCrypto } from '../../src/keys/node-crypto.js';
import { openSigner } from '../../src/keys/providers/index.js';
import { signCard } from '../../src/signature/sign-card.js';
import type { VerificationReport } from '../../src/trust/report.js';
import { verifyCard } from '../../src/trust/verify-card.js';
import { createKeyPair, type KeyPair } from '../support/key-pairs.js';

const now = new Date('2026-01-01T00:00:00Z');

/** No empty value and no default anywhere: the SDK's canonical form is that of the specification. */
const plainCard: JsonObject = {
  name: 'Stock agent',
  description: 'Answers questions about stock, also in Z\u00fcrich',
  version: '1.2.0',
  documentationUrl: 'https://agent.example/docs',
  provider: { organization: 'Example', url: 'https://example.com' },
  supportedInterfaces: [
    { url: 'https://agent.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0', tenant: 't' },
  ],
  capabilities: {
    streaming: true,
    extensions: [
      { uri: 'https://example.com/ext', required: true, params: { limit: 1.5, names: ['a', '\u{1f600}'] } },
    ],
  },
  securitySchemes: {
    bearer: { httpAuthSecurityScheme: { scheme: 'Bearer', bearerFormat: 'JWT' } },
    key: { apiKeySecurityScheme: { location: 'header', name: 'X-Key' } },
  },
  securityRequirements: [{ schemes: { bearer: { list: ['read'] } } }],
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['application/json'],
  skills: [
    { id: 'stock', name: 'Stock', description: 'Looks up stock', tags: ['erp'], examples: ['How many?'] },
  ],
};

/** With values that the SDK leaves out although the specification keeps them, or the other way round. */
const cardWithEmpties: JsonObject = {
  ...plainCard,
  description: '',
  capabilities: { streaming: false },
  skills: [],
};

type TestKey = KeyPair & { alg: 'ES256' | 'RS256' | 'EdDSA' };

const keys: readonly TestKey[] = (['ES256', 'RS256', 'EdDSA'] as const).map((alg) => ({
  alg,
  ...createKeyPair(alg),
}));

/** The card's JSON as the SDK's users have it: parsed, not an instance. */
function toAgentCard(card: JsonObject | string): AgentCard {
  return (typeof card === 'string' ? JSON.parse(card) : structuredClone(card)) as AgentCard;
}

async function signHere(card: JsonObject, { alg, privateKey }: TestKey): Promise<string> {
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const signer = await openSigner('env:KEY', { env: { KEY: pem } });
  const bytes = new TextEncoder().encode(JSON.stringify(card));
  const { text } = await signCard(bytes, {
    signers: [signer],
    crypto: nodeCrypto,
    now,
    algorithm: alg,
    kid: 'k',
  });
  return text;
}

async function verifyHere(card: unknown, { publicKey }: TestKey): Promise<VerificationReport> {
  const jwks = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k' }] };
  const keySet = await readKeySet(new TextEncoder().encode(JSON.stringify(jwks)), 'jwks', nodeCrypto);
  const bytes = new TextEncoder().encode(JSON.stringify(card));
  return (await verifyCard(bytes, { keySet, now, crypto: nodeCrypto })).report;
}

function signThere(card: JsonObject, { alg, privateKey }: TestKey): Promise<AgentCard> {
  return generateAgentCardSignature(privateKey, { alg, kid: 'k', typ: 'JOSE' })(toAgentCard(card));
}

async function isAcceptedThere(text: string, { publicKey }: TestKey): Promise<boolean> {
  const jwk = publicKey.export({ format: 'jwk' }) as JsonWebKey & { kty: string };
  try {
    await verifyAgentCardSignature((kid) =>
      kid === 'k' ? Promise.resolve(jwk) : Promise.reject(new Error(`no key ${kid}`)),
    )(toAgentCard(text));
    return true;
  } catch {
    return false;
  }
}

describe.each(keys)('@a2a-js/sdk with $alg', (key) => {
  // The SDK says on the console why it refuses an entry.
  beforeEach(() => void vi.spyOn(console, 'debug').mockReturnValue());
  afterEach(() => void vi.restoreAllMocks());

  it('has the same canonical form for a card without empty values', () => {
    const ours = Buffer.from(canonicalizeCard(plainCard)).toString();
    expect(canonicalizeAgentCard(toAgentCard(plainCard))).toBe(ours);
    expect(Buffer.from(canonicalizeCard(plainCard, { form: 'jcs' })).toString()).toBe(ours);
  });

  it('accepts what cardctl signs, and refuses it when it is changed', async () => {
    const text = await signHere(plainCard, key);
    expect(await isAcceptedThere(text, key)).toBe(true);
    expect(await isAcceptedThere(text.replace('Stock agent', 'Stork agent'), key)).toBe(false);
  });

  it('signs what cardctl trusts, over the form of the specification, and not when it is changed', async () => {
    const signed = await signThere(plainCard, key);
    const report = await verifyHere(signed, key);
    expect(report.verdict).toBe('trusted');
    expect(report.payload?.form).toBe('a2a-1.0');
    expect(report.entries).toMatchObject([
      { outcome: 'verified', kid: 'k', alg: key.alg, formMarked: false },
    ]);
    expect((await verifyHere({ ...signed, name: 'Stork agent' }, key)).verdict).toBe('tampered');
  });

  it('keeps its entry when cardctl adds another', async () => {
    const signed = await signThere(plainCard, key);
    const other = keys.find(({ alg }) => alg !== key.alg)!;
    const pem = other.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const jwks = { keys: [{ ...key.publicKey.export({ format: 'jwk' }), kid: 'k' }] };
    const { text, entries } = await signCard(new TextEncoder().encode(JSON.stringify(signed)), {
      signers: [await openSigner('env:KEY', { env: { KEY: pem } })],
      crypto: nodeCrypto,
      now,
      others: await readKeySet(new TextEncoder().encode(JSON.stringify(jwks)), 'jwks', nodeCrypto),
    });
    expect(entries.map(({ action }) => action)).toEqual(['kept', 'signed']);
    expect(await isAcceptedThere(text, key)).toBe(true);
    expect((await verifyHere(JSON.parse(text), key)).verdict).toBe('trusted');
  });

  it('has another form for a card with empty values: it refuses ours, and its own is genuine and no more', async () => {
    const theirs = canonicalizeAgentCard(toAgentCard(cardWithEmpties));
    expect(theirs).not.toBe(Buffer.from(canonicalizeCard(cardWithEmpties)).toString());
    expect(theirs).not.toContain('"description":""');
    expect(await isAcceptedThere(await signHere(cardWithEmpties, key), key)).toBe(false);
    const report = await verifyHere(await signThere(cardWithEmpties, key), key);
    expect(report.verdict).toBe('unmet-policy');
    expect(report.entries).toMatchObject([{ outcome: 'form-not-accepted', form: 'a2a-js-1.0.1' }]);
  });
});
