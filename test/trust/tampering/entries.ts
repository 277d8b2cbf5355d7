/** Knows what can be done to one signature entry: its header, its bytes, the spelling of both; and how to forge one. */
import { createHmac } from 'node:crypto';
import { algorithmNames } from '../../../src/index.js';
import {
  createTestKey,
  decodeHeader,
  encodeText,
  signEntry,
  toMessage,
  type Entry,
  type TestKey,
} from './foreign-signer.js';
import { nudge, type Random } from './random.js';

/** Header values that change what an entry claims; the signature is left as it was. */
export function* tamperHeader(entry: Entry, random: Random): Generator<Entry> {
  const header = decodeHeader(entry.protected);
  const headers: Record<string, unknown>[] = [];
  for (const name of Object.keys(header)) {
    headers.push(Object.fromEntries(Object.entries(header).filter(([other]) => other !== name)));
  }
  for (const [name, values] of Object.entries(headerValues)) {
    for (const value of [...values, ...anyValues]) headers.push({ ...header, [name]: value });
  }
  headers.push(Object.fromEntries(Object.entries(header).reverse()), {});
  const texts = headers
    .map((other) => JSON.stringify(other))
    .filter((text) => text !== JSON.stringify(header));
  const plain = JSON.stringify(header);
  texts.push(` ${plain}`, `${plain}\n`, `\ufeff${plain}`, plain.slice(0, -1), `[${plain}]`, 'null', '');
  for (const [name, value] of Object.entries(header)) {
    // The name twice: first or last, with the old value and with another.
    for (const other of [JSON.stringify(value), 'null', '"x"']) {
      texts.push(plain.replace('{', `{${JSON.stringify(name)}:${other},`));
      texts.push(plain.replace(/\}$/, `,${JSON.stringify(name)}:${other}}`));
    }
  }
  for (let round = 0; round < 20; round++) texts.push(nudge(plain, random));
  for (const text of texts) yield { ...entry, protected: encodeText(text) };
}

const anyValues: readonly unknown[] = [null, '', 'x', 0, 1, -1, 4e9, true, false, [], ['exp'], {}];
const headerValues: Readonly<Record<string, readonly unknown[]>> = {
  alg: [
    ...algorithmNames,
    'none',
    'None',
    'HS256',
    'HS512',
    'ES256K',
    'es256',
    'RS1',
    'dir',
    'Ed448',
    'ES256 ',
  ],
  kid: ['../x', '__proto__', 'constructor'],
  typ: ['JOSE', 'JWT', 'jose'],
  jku: ['https://evil.example/jwks.json', 'http://127.0.0.1/'],
  iat: [1e12, '1'],
  exp: [1e12, 1, '4000000000'],
  a2a_form: ['a2a-1.0', 'jcs', 'a2a-js-1.0.1', 'A2A-1.0'],
  crit: [['b64'], ['a2a_form'], ['kid', 'x']],
  b64: [],
  jwk: [{ kty: 'OKP', crv: 'Ed25519', x: 'AAAA' }],
  x5c: [['MIIB']],
  x5u: ['https://evil.example/cert'],
  zip: ['DEF'],
  nonce: [],
  ['__proto__']: [],
};

/** Other spellings of the same bytes, in the signature and in the protected header; none is canonical. */
export function* respellEntry(entry: Entry): Generator<Entry> {
  for (const member of ['protected', 'signature'] as const) {
    for (const text of respellBase64url(entry[member])) yield { ...entry, [member]: text };
  }
}

/** What lenient decoders take for the same bytes. */
export function respellBase64url(text: string): string[] {
  const middle = Math.floor(text.length / 2);
  const padding = '='.repeat((4 - (text.length % 4)) % 4);
  const spellings = [`${text}=`, `${text}==`, `${text}===`, text + padding, `=${text}`];
  for (const filling of [' ', '\n', '\r\n', '\t', '=', '.', '\0', '\u00a0', '%3D', '\ufeff']) {
    spellings.push(`${text.slice(0, middle)}${filling}${text.slice(middle)}`, text + filling, filling + text);
  }
  spellings.push(
    text.replaceAll('-', '+').replaceAll('_', '/'),
    text.replace('-', '+'),
    text.replace('_', '/'),
  );
  spellings.push(...respellUnusedBits(text), text.replaceAll('A', '\uff21'));
  return [...new Set(spellings)].filter((other) => other !== text);
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Text whose last character holds bits that no byte has. */
export function respellUnusedBits(text: string): string[] {
  const unused = [1, 1, 16, 4][text.length % 4]!;
  const last = alphabet.indexOf(text.at(-1) ?? '');
  return Array.from({ length: unused - 1 }, (_, bits) => text.slice(0, -1) + alphabet[last + bits + 1]!);
}

/** Other signature bytes, none of which the key made. */
export function* tamperSignature(entry: Entry, { alg }: TestKey, random: Random): Generator<Entry> {
  const bytes = Buffer.from(entry.signature, 'base64url');
  for (const changed of changeBytes(bytes, random)) yield withBytes(entry, changed);
  if (alg !== 'ES256') return;
  const [r, s] = [bytes.subarray(0, 32), bytes.subarray(32)];
  const zero = Buffer.alloc(32);
  const outside = [zero, Buffer.alloc(32, 0xff), toBytes(p256Order), toBytes(p256Order + 1n), toBytes(1n)];
  for (const number of outside) {
    for (const other of outside) yield withBytes(entry, Buffer.concat([number, other]));
    yield withBytes(entry, Buffer.concat([number, s]));
    yield withBytes(entry, Buffer.concat([r, number]));
  }
  yield withBytes(entry, Buffer.concat([s, r]));
  yield withBytes(entry, Buffer.concat([toBytes(p256Order - toNumber(r)), s]));
  yield withBytes(entry, toDer(r, s));
  yield withBytes(entry, Buffer.concat([zero.subarray(0, 1), r, zero.subarray(0, 1), s]));
}

function* changeBytes(bytes: Buffer, random: Random): Generator<Buffer> {
  for (let index = 0; index < bytes.length; index++) {
    for (const mask of [1 << Math.floor(random() * 8), 1 + Math.floor(random() * 255)]) {
      const changed = Buffer.from(bytes);
      changed[index]! ^= mask;
      yield changed;
    }
    yield bytes.subarray(0, index);
  }
  yield Buffer.from(bytes).reverse();
  for (const extra of [0, 1, 255]) {
    yield Buffer.concat([bytes, Buffer.of(extra)]);
    yield Buffer.concat([Buffer.of(extra), bytes]);
  }
  yield Buffer.concat([bytes, bytes]);
  yield Buffer.alloc(bytes.length);
  yield Buffer.alloc(bytes.length, 0xff);
}

/**
 * ECDSA's second signature, (r, n-s): valid for everyone, and made by anyone without the key. It speaks of the
 * same content by the same key, so trust is right; only lists of known signatures must not rely on the bytes.
 */
export function mirrorSignature(entry: Entry): Entry {
  const bytes = Buffer.from(entry.signature, 'base64url');
  const mirrored = toBytes(p256Order - toNumber(bytes.subarray(32)));
  return withBytes(entry, Buffer.concat([bytes.subarray(0, 32), mirrored]));
}

/** Entries that an attacker makes without any trusted key, over a payload of the attacker's choice. */
export function forgeEntries(key: TestKey, payload: string): Entry[] {
  const attacker = createTestKey(key.alg === 'ES256' ? 'ES256' : 'EdDSA', key.kid);
  const { kid, alg, jwk } = attacker;
  const pem = key.publicKey.export({ type: 'spki', format: 'pem' }) as string;
  const none = ['none', 'None', '', 'HS256'].map((name) => encodeText(JSON.stringify({ alg: name, kid })));
  const hmac = encodeText(JSON.stringify({ alg: 'HS256', kid }));
  const mac = createHmac('sha256', pem).update(toMessage(hmac, payload)).digest('base64url');
  return [
    signEntry(attacker, payload),
    signEntry(attacker, payload, { jwk }),
    signEntry(attacker, payload, { jwk, kid: undefined }),
    signEntry(attacker, payload, { jku: 'https://evil.example/jwks.json', typ: 'JOSE', a2a_form: 'a2a-1.0' }),
    signEntry(attacker, payload, { x5c: [pem], alg: key.alg }),
    signEntry(attacker, payload, { kid: attacker.jwk['x'], alg }),
    ...none.map((text) => ({ protected: text, signature: '' })),
    ...none.map((text) => ({ protected: text, signature: 'AA' })),
    { protected: hmac, signature: mac },
    { protected: '', signature: '' },
  ];
}

function withBytes(entry: Entry, bytes: Buffer): Entry {
  return { ...entry, signature: bytes.toString('base64url') };
}

/** SEC 2, 2.4.2. */
export const p256Order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

function toNumber(bytes: Buffer): bigint {
  return BigInt(`0x${bytes.toString('hex')}`);
}

export function toBytes(number: bigint, length = 32): Buffer {
  return Buffer.from(number.toString(16).padStart(length * 2, '0'), 'hex');
}

/** ECDSA-Sig-Value (RFC 3279 2.2.3), which JWS does not use. */
function toDer(...numbers: Buffer[]): Buffer {
  const parts = numbers.map((bytes) => {
    const from = bytes.findIndex((byte) => byte !== 0);
    const value =
      bytes[from]! > 127 ? Buffer.concat([Buffer.of(0), bytes.subarray(from)]) : bytes.subarray(from);
    return Buffer.concat([Buffer.of(2, value.length), value]);
  });
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.of(0x30, body.length), body]);
}
