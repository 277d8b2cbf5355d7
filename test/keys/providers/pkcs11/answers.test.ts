/** Knows how differently tokens answer in what the standard leaves open, and what is no answer. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { getAlgorithm } from '../../../../src/keys/algorithms.js';
import { nodeCrypto } from '../../../../src/keys/node-crypto.js';
import { parseKeyRef } from '../../../../src/keys/key-ref.js';
import { createPkcs11Provider } from '../../../../src/keys/providers/pkcs11/index.js';
import { toJwsSignature } from '../../../../src/keys/providers/pkcs11/mechanisms.js';
import type { Signer } from '../../../../src/keys/signer.js';
import {
  createFakeModule,
  toObjects,
  toPoint,
  type FakeObject,
  type FakeOptions,
} from '../../../support/fake-cryptoki.js';

const env = { CARDCTL_PKCS11_MODULE: 'fake.so', CARDCTL_PKCS11_PIN: '1234' };

function open(options: FakeOptions): Promise<Signer> {
  const provider = createPkcs11Provider(() => Promise.resolve(createFakeModule(options).peer));
  return provider.openSigner(parseKeyRef('pkcs11:type=private'), { env });
}

const p521 = generateKeyPairSync('ec', { namedCurve: 'P-521' }).publicKey;
const ed25519 = generateKeyPairSync('ed25519').publicKey;
const point521 = toPoint(p521);
const pointEd = Buffer.from(ed25519.export({ format: 'jwk' }).x ?? '', 'base64url');
const wrap = (header: string, point: Uint8Array) => Buffer.concat([Buffer.from(header, 'hex'), point]);

const points: [string, KeyObject, FakeObject[]][] = [
  ['P-521, wrapped', p521, toObjects(3, { parameters: '06052b81040023', point: wrap('048185', point521) })],
  ['P-521, bare', p521, toObjects(3, { parameters: '06052b81040023', point: point521 })],
  ['Ed25519 by its OID, bare', ed25519, toObjects(0x40, { parameters: '06032b6570', point: pointEd })],
  [
    'Ed25519 by its OID, wrapped',
    ed25519,
    toObjects(0x40, { parameters: '06032b6570', point: wrap('0420', pointEd) }),
  ],
  [
    'Ed25519 by its name',
    ed25519,
    toObjects(0x40, { parameters: '130c656477617264733235353139', point: pointEd }),
  ],
  [
    'Ed25519 as GnuPG has it',
    ed25519,
    toObjects(0x40, { parameters: '06092b06010401da470f01', point: pointEd }),
  ],
  ['Ed25519 as an EC key', ed25519, toObjects(3, { parameters: '06032b6570', point: pointEd })],
];

describe('a public key', () => {
  it.each(points)('is read: %s', async (_, key, objects) => {
    const signer = await open({ objects });
    expect(signer.publicJwk).toEqual(key.export({ format: 'jwk' }));
  });

  const due = 'has a public key whose CKA_EC_POINT is no uncompressed point of its curve';
  it.each([
    ['shorter by a byte', point521.subarray(0, -1), due],
    ['compressed', Buffer.concat([Buffer.from([2]), point521.subarray(1, 67)]), due],
    ['wrapped in a wrong length', wrap('048184', point521), due],
    ['of another form', Buffer.concat([Buffer.from([6]), point521.subarray(1)]), due],
    ['empty', new Uint8Array(), due],
    [
      'off the curve',
      Buffer.concat([point521.subarray(0, -1), Buffer.from([(point521.at(-1) ?? 0) ^ 1])]),
      'has a public key that is no point of its curve',
    ],
  ])('is refused: %s', async (_, point, reason) => {
    await expect(
      open({ objects: toObjects(3, { parameters: '06052b81040023', point }) }),
    ).rejects.toMatchObject({
      code: 'key-unusable',
      message: `pkcs11:type=private: the key ${reason}`,
    });
  });

  it('of a key type that no algorithm uses is refused', async () => {
    await expect(
      open({ objects: toObjects(0x10, { parameters: '', point: new Uint8Array() }) }),
    ).rejects.toMatchObject({
      message: 'pkcs11:type=private: the key is of the key type 0x10, which no algorithm here uses',
    });
  });
});

describe('a signature', () => {
  const es256 = getAlgorithm('ES256');
  const bytes = (...parts: [number, number][]) =>
    Buffer.concat(parts.map(([value, count]) => Buffer.alloc(count, value)));

  it('of ECDSA is filled up to full length, each half by itself', () => {
    expect(toJwsSignature(es256, bytes([1, 31], [2, 31]), 0)).toEqual(
      new Uint8Array(bytes([0, 1], [1, 31], [0, 1], [2, 31])),
    );
    expect(toJwsSignature(es256, bytes([1, 32], [2, 32]), 0)).toEqual(
      new Uint8Array(bytes([1, 32], [2, 32])),
    );
    expect(toJwsSignature(getAlgorithm('ES512'), bytes([1, 65], [2, 65]), 0)).toEqual(
      new Uint8Array(bytes([0, 1], [1, 65], [0, 1], [2, 65])),
    );
  });

  it('of ECDSA is made by the mechanism that does the digest, where there is no other', async () => {
    const signer = await open({ mechanisms: [0x1044] });
    const message = Buffer.from('the whole signing input');
    const signature = await signer.sign('ES256', message);
    const key = nodeCrypto.importKey(signer.publicJwk, es256);
    expect(nodeCrypto.verify({ algorithm: es256, key, message, signature })).toBe(true);
    await expect(open({ mechanisms: [0x1045, 0x1046, 0x40] })).rejects.toMatchObject({
      code: 'key-unusable',
      message:
        'pkcs11:type=private: the token signs with no mechanism that the key could use (CKM_ECDSA, CKM_ECDSA_SHA256)',
    });
  });

  it.each([0, 1, 63, 65, 66, 70, 71, 72])('of ECDSA on P-256 is none with %i bytes', async (length) => {
    const signer = await open({ sign: () => new Uint8Array(length) });
    await expect(signer.sign('ES256', Buffer.from('x'))).rejects.toMatchObject({
      code: 'provider-response',
      message: `pkcs11:type=private: the token gave ${length} bytes, which is no signature of ES256`,
    });
  });

  it('of RSA is as long as the modulus, and of Ed25519 64 bytes', () => {
    const rs256 = getAlgorithm('RS256');
    expect(toJwsSignature(rs256, new Uint8Array(256), 256)?.length).toBe(256);
    expect(toJwsSignature(rs256, new Uint8Array(255), 256)).toBeUndefined();
    expect(toJwsSignature(getAlgorithm('EdDSA'), new Uint8Array(62), 0)).toBeUndefined();
  });
});

describe('what is on a token', () => {
  it('is shown escaped, short and not in full', async () => {
    const label = `\u001b[31m\u202e${'x'.repeat(200)}`;
    const objects = Array.from({ length: 12 }, () =>
      toObjects(3, { label, parameters: '', point: new Uint8Array() }),
    ).flat();
    const failure = (await open({ objects, label: 'to\u0007ken' }).catch((error: unknown) => error)) as Error;
    expect(failure.message).toMatch(
      /^pkcs11:token=to%07ken;serial=42 has 12 private keys that fit the PKCS#11 URI: /,
    );
    expect(failure.message).toMatch(/^[ -~]+ and 4 more$/);
    expect(failure.message.length).toBeLessThan(1000);
  });

  it('is told apart from a slot whose token was never set up', async () => {
    await expect(open({ flags: 0x4 })).rejects.toMatchObject({
      code: 'key-not-found',
      message: 'no token of the module is the one that the PKCS#11 URI names; it has none at all',
    });
  });

  it('is examined with what is doubtful in it', async () => {
    const [key, publicKey] = toObjects(0x40, { parameters: '06032b6570', point: pointEd });
    const open = new Map([...(key ?? []), [0x162, true] as const]);
    const module = createFakeModule({ objects: [open, publicKey ?? new Map()], flags: 0x20404 });
    const provider = createPkcs11Provider(() => Promise.resolve(module.peer));
    const examined = await provider.examineKey?.(parseKeyRef('pkcs11:object=key'), { env });
    expect(examined?.symptoms.filter(({ level }) => level !== 'good')).toEqual([
      {
        level: 'doubtful',
        subject: 'token',
        text: 'pkcs11:token=fake;serial=42, maker, model; a wrong PIN was given until one try was left',
        hint: 'one more wrong PIN locks it',
      },
      {
        level: 'doubtful',
        subject: 'custody',
        text: 'the key can be read from the token (CKA_EXTRACTABLE, or not CKA_SENSITIVE)',
        hint: 'make a new key on the token, so that it never was anywhere else',
      },
    ]);
    await examined?.signer?.close?.();
    expect(module.calls.at(-1)).toBe('C_Finalize');
  });
});
