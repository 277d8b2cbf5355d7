/** Knows what a caller may ask of `signCard`, and turns the signers into keys with a name and an algorithm. */
import { CardctlError } from '../errors.js';
import type { AlgorithmName } from '../keys/algorithms.js';
import type { CryptoPort } from '../keys/crypto.js';
import type { KeySet } from '../keys/key-set.js';
import { assertKid } from '../keys/kid.js';
import { chooseAlgorithms, type Signer } from '../keys/signer.js';
import { toThumbprint } from '../keys/thumbprint.js';
import { isKeySetUrl } from './key-set-url.js';

export type SignCardOptions = {
  /** At least one; every one signs, or nothing is returned. */
  readonly signers: readonly Signer[];
  readonly crypto: CryptoPort;
  /** The time that `iat`, `exp` and the remaining lifetime of entries count from. */
  readonly now: Date;
  /** The algorithm, where a key has several; the key's preferred one by default. */
  readonly algorithm?: AlgorithmName | undefined;
  /** The kid, with one signer only; the key's RFC 7638 thumbprint by default. */
  readonly kid?: string | undefined;
  /** An https URL of the key set: a hint to verifiers, which must not trust it by itself. */
  readonly jku?: string | undefined;
  /** Seconds until `exp`; also writes `iat`. */
  readonly expiresIn?: number | undefined;
  /** Whether to write `iat` although there is no `exp`. */
  readonly issuedAt?: boolean | undefined;
  /**
   * The SDKs whose users verify the card: `a2a-js`, `a2a-python`, or a release, `a2a-python@1.0.2`. Where they take the
   * card for another text than we do, each key signs that text, too. None by default.
   */
  readonly for?: readonly string[] | undefined;
  /** Whether to sign only a card that every SDK takes for the text that we do, so that one entry serves all. */
  readonly requirePortable?: boolean | undefined;
  /** What to do with members that the schema does not have: `refuse` by default. */
  readonly unknown?: 'refuse' | 'keep' | 'drop' | undefined;
  /** The keys that entries of others are verified with before they are kept. */
  readonly others?: KeySet | undefined;
  /** What to do with an entry of another key that cannot be verified: `refuse` by default. */
  readonly unverified?: 'refuse' | 'keep' | 'drop-others' | undefined;
  /** Caps what is read, in bytes; 1 MiB by default. */
  readonly maxBytes?: number | undefined;
};

/** One signer with what its header will say. */
export type SigningKey = {
  readonly signer: Signer;
  readonly algorithm: AlgorithmName;
  readonly kid: string;
  readonly thumbprint: string;
};

/** Throws `usage` for a kid with several keys or one key twice, `algorithm-mismatch`, and `TypeError` without signers. */
export async function toSigningKeys(options: SignCardOptions): Promise<SigningKey[]> {
  assertOptions(options);
  const { signers, algorithm, kid, crypto } = options;
  assertKid(kid, signers.length);
  const algorithms = chooseAlgorithms(signers, algorithm);
  const keys: SigningKey[] = [];
  for (const [index, signer] of signers.entries()) {
    const thumbprint = await toThumbprint(signer.publicJwk, crypto);
    const twin = keys.find((key) => key.thumbprint === thumbprint);
    if (twin !== undefined) {
      throw new CardctlError('usage', `${signer.ref} and ${twin.signer.ref} are the same key`, {
        hint: 'name each key once',
      });
    }
    keys.push({ signer, algorithm: algorithms[index] as AlgorithmName, kid: kid ?? thumbprint, thumbprint });
  }
  return keys;
}

/** For callers without types: a misspelt action must not be the permissive one. */
function assertOptions({
  signers,
  now,
  expiresIn,
  unknown,
  unverified,
  jku,
  ...rest
}: SignCardOptions): void {
  if (!Array.isArray(signers) || signers.length === 0) throw new TypeError('signers is empty');
  if (!(now instanceof Date) || Number.isNaN(now.getTime())) throw new TypeError('now is not a valid Date');
  if (expiresIn !== undefined && !(Number.isSafeInteger(expiresIn) && expiresIn > 0)) {
    throw new TypeError(`expiresIn is ${String(expiresIn)}; it must be a whole number of seconds from 1 on`);
  }
  if (rest.for !== undefined && !Array.isArray(rest.for)) throw new TypeError('for is not a list of SDKs');
  assertOneOf('unknown', unknown, ['refuse', 'keep', 'drop']);
  assertOneOf('unverified', unverified, ['refuse', 'keep', 'drop-others']);
  if (jku !== undefined && !isKeySetUrl(jku)) throw new TypeError('jku is not the https URL of a key set');
}

function assertOneOf(name: string, value: string | undefined, values: readonly string[]): void {
  if (value === undefined || values.includes(value)) return;
  throw new TypeError(`${name} is ${value}; it must be one of ${values.join(', ')}`);
}
