/** Knows what holds of every provider: what a caller of the port may rely on, whoever holds the key. */
import type { JsonWebKey } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getAlgorithm, type AlgorithmName } from '../../src/keys/algorithms.js';
import { nodeCrypto } from '../../src/keys/node-crypto.js';
import { openSigner } from '../../src/keys/providers/index.js';
import type { ProviderContext } from '../../src/keys/providers/provider.js';
import { rsaBits } from '../../src/keys/public-jwk.js';
import type { Signer } from '../../src/keys/signer.js';
import { CardctlError, type ErrorCode } from '../../src/index.js';
import { cardText, signWith, verifyWith } from '../support/signed-cards.js';

/** How a key is opened; asked for when the tests run, since keys are made then. */
export type Opening = { readonly ref: string; readonly context: ProviderContext };

export type ContractKey = {
  readonly title: string;
  readonly open: () => Opening;
  /** The public members, from someone else than the provider. */
  readonly publicJwk: () => JsonWebKey;
  readonly algorithms: readonly AlgorithmName[];
  /** Those of them to sign with, where what holds the key in the tests signs wrong with the others. */
  readonly tried?: readonly AlgorithmName[];
  /** Bytes of the largest signing input, where the holder has a limit. */
  readonly largestInput?: number;
  /** How many ECDSA signatures are made to see their length; 200 unless it takes too long. */
  readonly signatures?: number;
};

export type ContractRefusal = {
  readonly title: string;
  readonly open: () => Opening;
  readonly code: ErrorCode;
  /** What the message must name, where that is not the ref as it is given. */
  readonly names?: string;
};

export type ProviderContract = {
  readonly keys: readonly ContractKey[];
  readonly refusals: readonly ContractRefusal[];
  /** What no message and no property of a signer may have in it: PINs, passphrases, keys. */
  readonly secrets: () => readonly string[];
};

/** Declares the tests of the contract for one provider. */
export function describeProvider(name: string, { keys, refusals, secrets }: ProviderContract): void {
  describe(`the provider ${name}`, () => {
    describe.each(keys)('with $title', (key) => {
      describeKey(key, secrets);
    });
    it.each(refusals)('refuses $title as $code', async ({ open, code, names }) => {
      const { ref, context } = open();
      const error = await openSigner(ref, context).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(CardctlError);
      const { code: actual, kind, message, hint = '' } = error as CardctlError;
      expect(actual, message).toBe(code);
      expect(kind).toBe(code === 'key-ref-invalid' ? 'usage' : 'provider');
      expect(message).toContain(names ?? ref);
      expect(hint).not.toBe('');
      for (const secret of secrets()) expect(`${message} ${hint}`).not.toContain(secret);
    });
  });
}

function describeKey(key: ContractKey, secrets: () => readonly string[]): void {
  const { tried = key.algorithms } = key;
  let signer: Signer;
  beforeAll(async () => {
    const { ref, context } = key.open();
    signer = await openSigner(ref, context);
  });
  afterAll(() => signer.close?.());

  it('shows the ref, the whole public key and nothing else of it', () => {
    expect(signer.ref).toBe(key.open().ref);
    expect(signer.publicJwk).toEqual(key.publicJwk());
    for (const secret of secrets()) expect(JSON.stringify(signer)).not.toContain(secret);
  });

  it('names its algorithms in the order of the table', () => {
    expect(signer.algorithms).toEqual(key.algorithms);
  });

  it.each(tried)('signs with %s, in the form and length of JWS', async (algorithm) => {
    const message = Buffer.from('eyJ9.e30');
    const signature = await signer.sign(algorithm, message);
    expect(signature.length).toBe(signatureLength(signer, algorithm));
    expect(verifies(signer, { algorithm, message, signature })).toBe(true);
    const other = Buffer.from('eyJ9.e31');
    expect(verifies(signer, { algorithm, message: other, signature })).toBe(false);
  });

  it('signs what is short, and what is as long as it may be', async () => {
    const [algorithm] = tried as [AlgorithmName];
    expect(signer.largestInput).toBe(key.largestInput);
    for (const message of [Buffer.from('.'), Buffer.alloc(key.largestInput ?? 1_000_000, 'a')]) {
      const signature = await signer.sign(algorithm, message);
      expect(verifies(signer, { algorithm, message, signature })).toBe(true);
    }
  });

  it('gives signatures that are always of full length', async () => {
    const [algorithm] = tried as [AlgorithmName];
    // One of 128 has a leading zero byte in r or s, which an encoding of numbers loses.
    const count = getAlgorithm(algorithm).family === 'ecdsa' ? (key.signatures ?? 200) : 5;
    for (let index = 0; index < count; index += 1) {
      const message = Buffer.from(`message ${index}`);
      const signature = await signer.sign(algorithm, message);
      expect(signature.length).toBe(signatureLength(signer, algorithm));
      expect(verifies(signer, { algorithm, message, signature })).toBe(true);
    }
  });

  it('signs several inputs at once, each its own', async () => {
    const requests = Array.from({ length: 24 }, (_, index) => ({
      algorithm: tried[index % tried.length] as AlgorithmName,
      message: Buffer.from(`input ${index}`),
    }));
    const signatures = await Promise.all(requests.map((one) => signer.sign(one.algorithm, one.message)));
    const results = requests.map((one, index) =>
      verifies(signer, { ...one, signature: signatures[index] ?? new Uint8Array() }),
    );
    expect(results).toEqual(requests.map(() => true));
  });

  it.each(tried)('signs a card with %s that its key set trusts', async (algorithm) => {
    const text = await signWith([signer], cardText(), { algorithm });
    const only: Signer = { ...signer, algorithms: [algorithm] };
    expect((await verifyWith([only], text)).report.verdict).toBe('trusted');
  });

  it('opens a second time beside the first, and each signs until it is closed itself', async () => {
    const { ref, context } = key.open();
    const [algorithm] = tried as [AlgorithmName];
    const second = await openSigner(ref, context);
    await second.close?.();
    await second.close?.();
    const message = Buffer.from('after the other was closed');
    if (second.close !== undefined) {
      const failure = expect(second.sign(algorithm, message)).rejects;
      await failure.toMatchObject({ name: 'CardctlError', kind: 'provider' });
      await expect(second.sign(algorithm, message)).rejects.toThrow(ref);
    }
    const signature = await signer.sign(algorithm, message);
    expect(verifies(signer, { algorithm, message, signature })).toBe(true);
  });
}

type Claim = {
  readonly algorithm: AlgorithmName;
  readonly message: Uint8Array;
  readonly signature: Uint8Array;
};

function verifies({ publicJwk }: Signer, { algorithm: name, message, signature }: Claim): boolean {
  const algorithm = getAlgorithm(name);
  const key = nodeCrypto.importKey(publicJwk, algorithm);
  return nodeCrypto.verify({ algorithm, key, message, signature }) as boolean;
}

/** RFC 7518 3.3 to 3.5, RFC 8037 3.1: bytes. */
function signatureLength({ publicJwk }: Signer, algorithm: AlgorithmName): number {
  return getAlgorithm(algorithm).signatureBytes ?? Math.ceil(rsaBits(publicJwk) / 8);
}
