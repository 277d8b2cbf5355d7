/** Key sets as verification reads them: what they may not hold, and what is skipped with a reason. */
import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { nodeCrypto } from '../../src/keys/node-crypto.js';
import { readKeySet } from '../../src/keys/key-set.js';

function read(set: unknown) {
  const text = typeof set === 'string' ? set : JSON.stringify(set);
  return readKeySet(new TextEncoder().encode(text), 'jwks.json', nodeCrypto);
}

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'jwk' });

describe('a key set', () => {
  it('keeps one key under two algorithms as two, for each entry finds its own', async () => {
    const { keys, duplicateKids } = await read({
      keys: [
        { ...rsa, kid: 'k', alg: 'RS256' },
        { ...rsa, kid: 'k', alg: 'PS256' },
        { ...rsa, kid: 'k', alg: 'RS256' },
      ],
    });
    expect(keys.map(({ alg }) => alg)).toEqual(['RS256', 'PS256']);
    expect(new Set(keys.map(({ thumbprint }) => thumbprint)).size).toBe(1);
    expect(duplicateKids).toEqual(['k']);
  });

  it('is refused with more than a thousand keys', async () => {
    await expect(read({ keys: Array<number>(1001).fill(0) })).rejects.toMatchObject({
      code: 'key-set-invalid',
      message: 'key set jwks.json has 1001 keys; at most 1000 are read',
    });
  });

  it('that is one private key is refused for that, not for being one', async () => {
    const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
    await expect(read(jwk)).rejects.toMatchObject({
      message: 'key set jwks.json holds a private key (member "d" of key 0)',
    });
  });

  it('that is not JSON is told by the place alone: it may be a private key', async () => {
    const error: unknown = await read('{"keys":[{"d":c2VjcmV0LXNlY3JldC1zZWNyZXQ}]}').catch(
      (cause: unknown) => cause,
    );
    expect(error).toMatchObject({ message: 'key set jwks.json:1:15: not json' });
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('c2VjcmV0');
  });

  it('gives reasons that speak of the key alone, whatever names it has', async () => {
    const { skipped } = await read({
      keys: ['constructor', '__proto__'].map((alg) => ({ kty: 'AKP', alg, pub: 'AA' })),
    });
    expect(skipped.map(({ reason }) => reason)).toEqual([
      'has the unsupported algorithm "constructor"',
      'has the unsupported algorithm "__proto__"',
    ]);
  });
});

/** y, little-endian, of the points of order 1, 2, 4 and 8, and of 0 and 1 written as p and p + 1. */
const encodings = [
  '01' + '00'.repeat(31),
  '00'.repeat(32),
  'ec' + 'ff'.repeat(30) + '7f',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'ed' + 'ff'.repeat(30) + '7f',
  'ee' + 'ff'.repeat(30) + '7f',
];

type Point = { readonly x: bigint; readonly y: bigint };

/** The field and the curve of RFC 8032 5.1. */
const p = 2n ** 255n - 19n;
const d = mod(-121_665n * invert(121_666n));

function mod(value: bigint): bigint {
  return ((value % p) + p) % p;
}

function power(base: bigint, exponent: bigint): bigint {
  if (exponent === 0n) return 1n;
  const half = power(mod(base * base), exponent / 2n);
  return exponent % 2n === 0n ? half : mod(half * base);
}

function invert(value: bigint): bigint {
  return power(mod(value), p - 2n);
}

/** RFC 8032 5.1.3, without the refusal of what is not canonical. */
function decodePoint(hex: string): Point {
  const y = mod(BigInt(`0x${Buffer.from(hex, 'hex').reverse().toString('hex')}`));
  const square = mod((y * y - 1n) * invert(d * y * y + 1n));
  const root = power(square, (p + 3n) / 8n);
  const x = mod(root * root) === square ? root : mod(root * power(2n, (p - 1n) / 4n));
  if (mod(x * x) !== square) throw new Error(`${hex} is no point`);
  return { x, y };
}

/** RFC 8032 5.1.4, in affine coordinates. */
function add(a: Point, b: Point): Point {
  const product = d * a.x * b.x * a.y * b.y;
  return {
    x: mod((a.x * b.y + b.x * a.y) * invert(1n + product)),
    y: mod((a.y * b.y + a.x * b.x) * invert(1n - product)),
  };
}

describe('an Ed25519 key of small order', () => {
  it.each(encodings)('is one whose eightfold is the neutral element: %s', (hex) => {
    let point = decodePoint(hex);
    for (let doubling = 0; doubling < 3; doubling++) point = add(point, point);
    expect(point).toEqual({ x: 0n, y: 1n });
  });

  it.each(encodings)('is skipped under either sign: %s', async (hex) => {
    const bytes = Buffer.from(hex, 'hex');
    const negative = Buffer.from(bytes);
    negative[31] = (negative[31] ?? 0) | 0x80;
    const toJwk = (x: Buffer) => ({ kty: 'OKP', crv: 'Ed25519', x: x.toString('base64url') });
    const { keys, skipped } = await read({ keys: [toJwk(bytes), toJwk(negative)] });
    expect(keys).toEqual([]);
    expect(skipped.map(({ reason }) => reason)).toEqual(
      Array(2).fill('is a point of small order; it belongs to no private key'),
    );
  });

  it('is not what a genuine key is taken for', async () => {
    const jwks = Array.from({ length: 50 }, () =>
      generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }),
    );
    expect((await read({ keys: jwks })).keys).toHaveLength(50);
  });
});
