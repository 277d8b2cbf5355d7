/** Knows private keys as text: PEM (PKCS#8, SEC1, PKCS#1, encrypted) and JWK, and how one becomes a signer. */
import { createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto';
import { CardctlError } from '../../errors.js';
import { JsonError } from '../../json/error.js';
import { tryReadJson } from '../../json/read.js';
import { isObject, typeName, type JsonObject, type JsonValue } from '../../json/value.js';
import { algorithmsOfKey, getAlgorithm, type AlgorithmName } from '../algorithms.js';
import { digestName, signatureOptions } from '../node-crypto.js';
import { findPrivateMember, toPublicJwk, type PublicJwk } from '../public-jwk.js';
import type { Signer } from '../signer.js';

export type PrivateKeyText = {
  /** The key ref, for messages. */
  readonly ref: string;
  readonly bytes: Uint8Array;
  /** The passphrase and where it came from, for an encrypted PEM. */
  readonly passphrase: string | undefined;
  readonly passphraseVariable: string;
};

/** The signer that a private key's text makes. Throws `key-unreadable`, `key-locked` or `key-unusable`. */
export function toSigner(source: PrivateKeyText): Signer {
  const text = new TextDecoder().decode(source.bytes);
  return text.trimStart().startsWith('{') ? signerFromJwk(source) : signerFromPem(source, text);
}

function signerFromPem(source: PrivateKeyText, text: string): Signer {
  const { ref, passphrase } = source;
  const label = /-----BEGIN ([A-Z0-9 ]*PRIVATE KEY)-----/.exec(text)?.[1];
  if (label === undefined) throw notPrivate(ref, text);
  if ((text.match(/-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/g)?.length ?? 0) > 1) {
    throw new CardctlError('key-unreadable', `${ref} holds more than one private key`, {
      hint: 'keep each key in a file or variable of its own, and name the one that is to sign',
    });
  }
  if (label.startsWith('OPENSSH')) {
    throw new CardctlError('key-unreadable', `${ref} holds a key in the format of OpenSSH`, {
      hint: 'convert a copy of it: ssh-keygen -p -m PKCS8 -f COPY',
    });
  }
  if (!/-----BEGIN [A-Z0-9 ]+-----\r?\n/.test(text)) {
    throw new CardctlError('key-unreadable', `the ${label} in ${ref} has lost its line breaks`, {
      hint: 'keep them, or write each one as \\n',
    });
  }
  const isEncrypted = label.startsWith('ENCRYPTED') || /^Proc-Type: *4,ENCRYPTED/m.test(text);
  if (isEncrypted && passphrase === undefined) throw locked(source);
  try {
    // Only the block itself: what `openssl ecparam -genkey` writes before it is no key.
    const key = createPrivateKey({
      key: text.slice(text.indexOf(`-----BEGIN ${label}`)),
      ...(isEncrypted ? { passphrase } : {}),
    });
    return createSigner({ ref, key, limits: {} });
  } catch (cause) {
    if (cause instanceof CardctlError) throw cause;
    if (isEncrypted) throw wrongPassphrase(source, cause);
    throw new CardctlError('key-unreadable', `the ${label} in ${ref} cannot be read`, {
      hint: 'check that the file is whole; `openssl pkey -in FILE -noout -text` reads the same formats',
      cause,
    });
  }
}

function notPrivate(ref: string, text: string): CardctlError {
  const label = /-----BEGIN ([A-Z0-9 ]+)-----/.exec(text)?.[1];
  const what = label === undefined ? 'no PEM and no JWK' : `a ${label}, not a private key`;
  if (/^\s*LS0tLS1CRUdJTi/.test(text)) {
    return new CardctlError('key-unreadable', `${ref} holds a PEM in base64`, {
      hint: 'decode it first: base64 -d',
    });
  }
  return new CardctlError('key-unreadable', `${ref} holds ${what}`, {
    hint: 'give a private key in PEM (PKCS#8, SEC1 or PKCS#1) or JWK; `cardctl keys create` makes one',
  });
}

function locked({ ref, passphraseVariable }: PrivateKeyText): CardctlError {
  return new CardctlError(
    'key-locked',
    `the key in ${ref} is encrypted, and ${passphraseVariable} is not set`,
    {
      hint: `put the passphrase into the environment variable ${passphraseVariable}`,
    },
  );
}

function wrongPassphrase(source: PrivateKeyText, cause: unknown): CardctlError {
  const { ref, passphrase, passphraseVariable } = source;
  return new CardctlError(
    'key-locked',
    passphrase === ''
      ? `the key in ${ref} is encrypted, and ${passphraseVariable} is empty`
      : `the key in ${ref} does not open with the passphrase in ${passphraseVariable}`,
    {
      hint: `check the value of ${passphraseVariable}, and that the file is whole`,
      cause,
    },
  );
}

function signerFromJwk({ ref, bytes }: PrivateKeyText): Signer {
  const jwk = readPrivateJwk(ref, bytes);
  const { alg, use, key_ops: ops } = jwk;
  // A limit that cannot be read must not be passed over.
  if (alg !== undefined && typeof alg !== 'string') throw restricted(ref, 'has alg that is not a string');
  if (use !== undefined && use !== 'sig') throw restricted(ref, `has use ${JSON.stringify(use)}, not "sig"`);
  if (ops !== undefined && !(Array.isArray(ops) && ops.includes('sign'))) {
    throw restricted(ref, 'has key_ops that do not include "sign"');
  }
  try {
    const key = createPrivateKey({ key: { ...jwk }, format: 'jwk' });
    assertWholeNumber(ref, jwk);
    const signer = createSigner({ ref, key, limits: typeof alg === 'string' ? { alg } : {} });
    assertOneKey(ref, jwk, signer.publicJwk);
    return signer;
  } catch (cause) {
    if (cause instanceof CardctlError) throw cause;
    throw new CardctlError('key-unreadable', `the JWK in ${ref} cannot be read`, {
      hint: 'a private JWK has all members of its type: EC crv, x, y, d; OKP crv, x, d; RSA n, e, d, p, q, dp, dq, qi',
      cause,
    });
  }
}

/** RFC 7518 6.2.2.1, RFC 8037 2: `d` is as long as a coordinate; the library would pad what has been cut. */
function assertWholeNumber(ref: string, { kty, d, x }: JsonObject): void {
  if (kty !== 'EC' && kty !== 'OKP') return;
  if (typeof d !== 'string' || typeof x !== 'string' || d.length !== x.length)
    throw unusable(ref, 'has d of a wrong length');
}

/** Where the public half of a JWK is another key's, the library may go by the private one without a word. */
function assertOneKey(ref: string, jwk: JsonObject, derived: PublicJwk): void {
  const differing = Object.entries(derived).find(([name, value]) => jwk[name] !== value);
  if (differing !== undefined)
    throw unusable(ref, `has ${differing[0]} that does not belong to its private part`);
}

function readPrivateJwk(ref: string, bytes: Uint8Array): JsonObject {
  const document = tryReadJson(bytes);
  if (document instanceof JsonError) {
    // The reader's message may quote what it read, and this is a private key: only the place is told.
    const { line, column } = document;
    throw new CardctlError(
      'key-unreadable',
      `${ref} is not a JWK: not strict JSON at line ${line}, column ${column}`,
      {
        hint: 'give one private key as a JSON object (RFC 7517)',
      },
    );
  }
  return assertPrivateJwk(ref, document.value);
}

function assertPrivateJwk(ref: string, value: JsonValue): JsonObject {
  if (!isObject(value)) throw unusable(ref, `is ${typeName(value)}, not a JWK`);
  if (Array.isArray(value['keys'])) {
    throw new CardctlError('key-unreadable', `${ref} holds a key set, not one private key`, {
      hint: 'put the one private JWK of its "keys" into a file of its own',
    });
  }
  if (typeof value['kty'] !== 'string') {
    throw new CardctlError('key-unreadable', `${ref} holds JSON that is no JWK`, {
      hint: 'give a private key in PEM or JWK; is this the right file?',
    });
  }
  if (value['kty'] === 'oct') throw unusable(ref, 'is symmetric; a card is signed with a private key');
  if (findPrivateMember(value) !== undefined) return value;
  throw new CardctlError('key-unreadable', `${ref} holds a public JWK, not a private key`, {
    hint: 'give the private key, in JWK or PEM',
  });
}

type SignerParts = {
  readonly ref: string;
  readonly key: KeyObject;
  readonly limits: { readonly alg?: string };
};

function createSigner({ ref, key, limits }: SignerParts): Signer {
  const publicJwk = exportPublicJwk(ref, key);
  const { kty, crv } = publicJwk;
  const algorithms = algorithmsOfKey({ kty, crv, alg: limits.alg ?? publicJwk.alg });
  if (algorithms.length === 0)
    throw restricted(ref, `has alg "${limits.alg ?? ''}", which does not go with its type`);
  return {
    ref,
    publicJwk,
    algorithms,
    sign: (name, signingInput) => signWithKey({ ref, key }, name, signingInput),
  };
}

async function signWithKey(
  { ref, key }: Pick<SignerParts, 'ref' | 'key'>,
  name: AlgorithmName,
  signingInput: Uint8Array,
): Promise<Uint8Array> {
  const algorithm = getAlgorithm(name);
  try {
    return await Promise.resolve(
      sign(digestName(algorithm), signingInput, { key, ...signatureOptions(algorithm) }),
    );
  } catch (cause) {
    throw new CardctlError('signature-refused', `the key in ${ref} could not sign with ${name}`, {
      hint: 'check the key with `cardctl keys show`',
      cause,
    });
  }
}

function exportPublicJwk(ref: string, key: KeyObject): PublicJwk {
  const kind = key.asymmetricKeyType ?? 'unknown';
  let exported: JsonObject;
  try {
    exported = createPublicKey(key).export({ format: 'jwk' }) as JsonObject;
  } catch (cause) {
    throw new CardctlError(
      'key-unusable',
      `the key in ${ref} is of type ${kind}, which no algorithm here uses`,
      {
        hint: 'use an EC key on P-256, P-384 or P-521, an RSA key, or Ed25519',
        cause,
      },
    );
  }
  const result = toPublicJwk(exported);
  if (result.reason !== undefined) throw unusable(ref, result.reason);
  return result.jwk;
}

/** Of a right key that says itself that it is not for this; `reason` as of `unusable`. */
function restricted(ref: string, reason: string): CardctlError {
  return new CardctlError('key-unusable', `the key in ${ref} ${reason}`, {
    hint: 'correct that member of the JWK if it is wrong; else use another key',
  });
}

/** `reason` continues the sentence "the key in file:x ...". */
function unusable(ref: string, reason: string): CardctlError {
  return new CardctlError('key-unusable', `the key in ${ref} ${reason}`, {
    hint: 'use an EC key on P-256, P-384 or P-521, an RSA key of 2048 to 8192 bits, or Ed25519',
  });
}
