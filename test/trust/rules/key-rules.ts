/** Knows the rules of the key set and of the key that an entry names, and what their absence lets in. */
import canonicalize from 'canonicalize';
import { createTestKey, toMessage } from '../tampering/foreign-signer.js';
import {
  fromPrimes,
  makePrime,
  makeRocaPrime,
  signWithNumbers,
  toRsaJwk,
  verifyWithNumbers,
  type RsaNumbers,
} from './odd-rsa.js';
import type { Library, Rule } from './rule.js';
import {
  card,
  evilCard,
  owner,
  rsaOwner,
  serve,
  sign,
  trusts,
  unlessRefused,
  type Verifier,
} from './setting.js';

const keyFile = 'keys/public-jwk.ts';
const entry = sign(card);

/** Whether the card that the owner signed is trusted with the owner's key as the set has it. */
function trustsOwner(library: Library, limits: object): Promise<boolean> {
  return trusts(library, serve(card, entry), { keys: [{ ...owner.jwk, ...limits }] });
}

/** Whether a threshold of two is met by one key that stands in the set a second time, written otherwise. */
function countsTwice(library: Library, jwk: object, change: object): Promise<boolean> {
  const key = 'n' in jwk ? rsaOwner : owner;
  const entries = [sign(card, { key }), sign(card, { key, header: { kid: 'twin' } })];
  const keys = [jwk, { ...jwk, ...change, kid: 'twin' }];
  return trusts(library, serve(card, ...entries), { keys, policy: { threshold: 2 } });
}

function withZeroByte(text: unknown): string {
  const bytes = Buffer.from(String(text), 'base64url');
  return Buffer.concat([Buffer.of(0), bytes]).toString('base64url');
}

/** Numbers that take a while to find, found once. */
const numbersOf = {
  huge: once(() =>
    fromPrimes(
      Array.from({ length: 9 }, () => makePrime(1024)),
      65537n,
    ),
  ),
  even: once(() => fromPrimes([2n, makePrime(2048)], 65537n)),
  roca: once(() => fromPrimes([makeRocaPrime(1024), makeRocaPrime(1024)], 65537n)),
  blum: once(makeBlumNumbers),
};

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** Whether a card is trusted that was signed with these RSA numbers. */
function trustsNumbers(library: Library, numbers: RsaNumbers, verifier?: Verifier): Promise<boolean> {
  const signed = signWithNumbers(numbers, 'odd', canonicalize(evilCard) ?? '');
  return trusts(library, serve(evilCard, signed), { ...verifier, keys: [toRsaJwk(numbers, 'odd')] });
}

const fitRules: readonly Rule[] = [
  {
    rule: 'the algorithm goes with the type and the curve of the key',
    why: 'RFC 8725 3.1. node:crypto would refuse too; the double is a library that goes by the key and not by the header',
    file: 'keys/algorithms.ts',
    find: 'if (algorithm.kty !== key.kty || algorithm.crv !== key.crv) return false;',
    replace: '',
    without: 'accepts',
    attack: (library) => {
      const es256 = library.findAlgorithm('ES256')!;
      const verify: Verifier['crypto'] = {
        verify: (request) => library.nodeCrypto.verify({ ...request, algorithm: es256 }),
      };
      const text = serve(card, sign(card, { header: { alg: 'EdDSA' } }));
      return trusts(library, text, { keys: [{ ...owner.jwk, alg: undefined }], crypto: verify });
    },
  },
  {
    rule: 'a key with an alg is for that algorithm only',
    why: 'RFC 7517 4.4: a key of RSASSA-PSS must not be asked for the older padding',
    file: 'keys/algorithms.ts',
    find: 'key.alg === algorithm.name ||',
    replace: 'true ||',
    without: 'accepts',
    attack: (library) =>
      trusts(library, serve(card, sign(card, { key: rsaOwner })), {
        keys: [{ ...rsaOwner.jwk, alg: 'PS256' }],
      }),
  },
  {
    rule: 'a key for encryption verifies nothing',
    why: 'RFC 7517 4.2: use',
    file: 'signature/verify-entry.ts',
    find: "key.use !== undefined && key.use !== 'sig'",
    replace: 'false',
    without: 'accepts',
    attack: (library) => trustsOwner(library, { use: 'enc' }),
  },
  {
    rule: 'a key whose operations leave out verify verifies nothing',
    why: 'RFC 7517 4.3: key_ops',
    file: 'signature/verify-entry.ts',
    find: "key.keyOps !== undefined && !key.keyOps.includes('verify')",
    replace: 'false',
    without: 'accepts',
    attack: (library) => trustsOwner(library, { key_ops: ['deriveKey'] }),
  },
  {
    rule: 'key_ops that is no list is not passed over',
    why: 'RFC 7517 4.3: a text that holds the letters of verify says nothing',
    file: 'keys/key-set.ts',
    find: "return ops === undefined || isList ? undefined : 'has key_ops that is not an array of strings';",
    replace: 'return undefined;',
    without: 'accepts',
    attack: (library) => trustsOwner(library, { key_ops: 'never verify' }),
  },
  {
    rule: 'a set with a private key proves nothing',
    why: 'whoever could read the set could sign',
    file: 'keys/key-set.ts',
    find: 'if (member === undefined) return;',
    replace: 'return;',
    without: 'accepts',
    attack: (library) => {
      const jwk = { ...owner.privateKey.export({ format: 'jwk' }), kid: 'owner' };
      return unlessRefused(library.CardctlError, () => trusts(library, serve(card, entry), { keys: [jwk] }));
    },
  },
  {
    rule: 'a key that the library does not take is an outcome',
    why: 'a point off its curve: one bad key in a set must not end the verification of all cards',
    file: 'signature/match-entry.ts',
    find: 'if (error instanceof KeyImportError) return',
    replace: 'if (false) return',
    without: 'crashes',
    attack: (library) => trustsOwner(library, { y: owner.jwk['x'] }),
  },
  {
    rule: 'a coordinate has the full width and no more',
    why: 'RFC 7518 6.2.1.2: the same key with a zero byte in front has another thumbprint and counts twice',
    file: keyFile,
    find: 'return bytes.length === length',
    replace: 'return true',
    without: 'accepts',
    attack: (library) => countsTwice(library, owner.jwk, { x: withZeroByte(owner.jwk['x']) }),
  },
];

const rsaRules: readonly Rule[] = [
  {
    rule: 'an RSA modulus has no leading zero byte',
    why: 'RFC 7518 2: the same key would have another thumbprint and count twice',
    file: keyFile,
    find: 'if (n[0] === 0)',
    replace: 'if (false)',
    without: 'accepts',
    attack: (library) => countsTwice(library, rsaOwner.jwk, { n: withZeroByte(rsaOwner.jwk['n']) }),
  },
  {
    rule: 'an RSA exponent has no leading zero byte',
    why: 'RFC 7518 2: likewise',
    file: keyFile,
    find: 'if (e[0] === 0)',
    replace: 'if (false)',
    without: 'accepts',
    attack: (library) => countsTwice(library, rsaOwner.jwk, { e: withZeroByte(rsaOwner.jwk['e']) }),
  },
  {
    rule: 'an RSA modulus has 2048 bits or more',
    why: 'RFC 7518 3.3, NIST SP 800-131A: shorter ones have been factored, or will be',
    file: keyFile,
    find: 'if (bits < minimumRsaBits)',
    replace: 'if (false)',
    without: 'accepts',
    attack: (library) => {
      const key = createTestKey('RS256', 'short', 1024);
      return trusts(library, serve(card, sign(card, { key })), { keys: [key.jwk] });
    },
  },
  {
    rule: 'an RSA modulus has 8192 bits or fewer',
    why: 'CVE-2023-3446 and the like: the cost of a verification grows with the square of the size',
    file: keyFile,
    find: 'if (bits > maximumRsaBits)',
    replace: 'if (false)',
    without: 'accepts',
    attack: (library) => trustsNumbers(library, numbersOf.huge()),
  },
  {
    rule: 'an RSA modulus is odd',
    why: 'half of it may be prime, and then anyone has the private key. OpenSSL refuses to compute with it; the double does not',
    file: keyFile,
    find: "if (((n.at(-1) ?? 0) & 1) === 0) return 'has an even modulus n';",
    replace: '',
    without: 'accepts',
    attack: (library) => trustsNumbers(library, numbersOf.even(), { crypto: careless(numbersOf.even()) }),
  },
  {
    rule: 'an RSA modulus without the ROCA fingerprint',
    why: 'CVE-2017-15361: the private key can be computed from the public one',
    file: keyFile,
    find: 'return looksLikeRoca(n)',
    replace: 'return false',
    without: 'accepts',
    attack: (library) => trustsNumbers(library, numbersOf.roca()),
  },
  {
    rule: 'an RSA exponent is 3 or more',
    why: 'with 1 the padded digest is its own signature, and no private key is needed',
    file: keyFile,
    find: 'if (e.length === 1 && (e[0] ?? 0) < 3)',
    replace: 'if (false)',
    without: 'accepts',
    attack: (library) =>
      trustsNumbers(library, { ...fromPrimes([makePrime(1024), makePrime(1024)], 1n), d: 1n }),
  },
  {
    rule: 'an RSA exponent is odd',
    why: 'an even one has no inverse, so the scheme is another one than RSA; here Rabin, where a second root factors the modulus',
    file: keyFile,
    find: "if (((e.at(-1) ?? 0) & 1) === 0) return 'has an even public exponent e';",
    replace: '',
    without: 'accepts',
    attack: (library) => trustsRoots(library),
  },
  {
    rule: 'an RSA exponent has 64 bits or fewer',
    why: 'FIPS 186-5 A.1.1: the exponent is what a verification costs',
    file: keyFile,
    find: "return bitLength(e) > 64 ? 'has a public exponent e over 64 bits' : undefined;",
    replace: 'return undefined;',
    without: 'accepts',
    attack: (library) => {
      const e = 2n ** 1024n + 643n;
      return trustsNumbers(library, fromPrimes([makePrime(1024, e), makePrime(1024, e)], e));
    },
  },
];

/** A library that computes with whatever numbers it is given. */
function careless(numbers: RsaNumbers): NonNullable<Verifier['crypto']> {
  return {
    importKey: (jwk) => ({ ...jwk }),
    verify: ({ message, signature }) => verifyWithNumbers(numbers, message, signature),
  };
}

/** With e = 4 the owner of the primes takes fourth roots; (p+1)/4 twice, for both primes at once, is such a root. */
function makeBlumNumbers(): RsaNumbers {
  const [p, q] = [makeBlumPrime(), makeBlumPrime()];
  const order = ((p - 1n) / 2n) * ((q - 1n) / 2n);
  const root = (order + 1n) / 2n;
  return { n: p * q, e: 4n, d: (root * root) % order };
}

/** A quarter of all padded digests has a root. */
async function trustsRoots(library: Library): Promise<boolean> {
  const numbers = numbersOf.blum();
  for (let version = 0; ; version++) {
    const value = { ...evilCard, version: String(version) };
    const payload = canonicalize(value) ?? '';
    const signed = signWithNumbers(numbers, 'odd', payload);
    if (
      !verifyWithNumbers(
        numbers,
        toMessage(signed.protected, payload),
        Buffer.from(signed.signature, 'base64url'),
      )
    )
      continue;
    return trusts(library, serve(value, signed), { keys: [toRsaJwk(numbers, 'odd')] });
  }
}

function makeBlumPrime(): bigint {
  for (;;) {
    const prime = makePrime(1024);
    if (prime % 4n === 3n) return prime;
  }
}

export const keyRules: readonly Rule[] = [...fitRules, ...rsaRules];
