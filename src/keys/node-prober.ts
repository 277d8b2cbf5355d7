/** Knows how node:crypto tries a signature in ways that no verifier may accept. */
import {
  constants,
  createPublicKey,
  hash,
  publicDecrypt,
  timingSafeEqual,
  verify,
  type KeyObject,
} from 'node:crypto';
import { digestName, signatureOptions } from './node-crypto.js';
import type { Hash, Method, Probe, Prober } from './prober.js';

export const nodeProber: Prober = {
  digest: (name, bytes) => hash(toNodeName(name), bytes, 'buffer'),
  importKey: (jwk) => attempt(() => createPublicKey({ key: { ...jwk }, format: 'jwk' })),
  matches: (probe) =>
    attempt(() => (probe.method.bareDigest === true ? matchesBare(probe) : matches(probe))) ?? false,
  saltLength: (probe) => {
    if (probe.method.algorithm.family !== 'rsa-pss') return undefined;
    for (let bytes = 0; bytes <= probe.signature.length; bytes++)
      if (attempt(() => matches(probe, bytes)) === true) return bytes;
    return undefined;
  },
};

/** OpenSSL throws for what it does not take. */
function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

function toNodeName(name: Hash): string {
  return name.replace('-', '').toLowerCase();
}

function matches({ key, method, signature, message }: Probe, salt?: number): boolean {
  const { algorithm } = method;
  const digest = method.hash === undefined ? digestName(algorithm) : toNodeName(method.hash);
  const options = { ...signatureOptions(algorithm), ...saltOptions(method, salt) };
  return verify(digest, message, { key: key as KeyObject, ...options }, signature);
}

function saltOptions({ anySalt }: Method, salt: number | undefined): { saltLength?: number } {
  if (salt !== undefined) return { saltLength: salt };
  return anySalt === true ? { saltLength: constants.RSA_PSS_SALTLEN_AUTO } : {};
}

/** What the padding holds is public: there is no secret here to time. */
function matchesBare({ key, method, signature, message }: Probe): boolean {
  const name = digestName(method.algorithm);
  if (name === null) return false;
  const padded = publicDecrypt(
    { key: key as KeyObject, padding: constants.RSA_PKCS1_PADDING },
    Uint8Array.from(signature),
  );
  const digest = hash(name, message, 'buffer');
  return padded.length === digest.length && timingSafeEqual(padded, digest);
}
