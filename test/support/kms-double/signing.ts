/** Knows what makes the signature for each signing algorithm and message type. */
import { constants, sign, type KeyObject } from 'node:crypto';
import { opensslSignDigest } from '../../peers/openssl-digests.js';
import { algorithmRow } from './key-specs.js';
import { signDigestEcdsa, signDigestPkcs1, signDigestPss } from './ready-digests.js';
import type { DoubleSigner } from './types.js';

/** The signer of a key that the double holds itself; `digests` as in the options of the double. */
export function createSigner(key: KeyObject, digests: 'node' | 'openssl'): DoubleSigner {
  return ({ algorithm, messageType, message }) => {
    const { family, digest } = algorithmRow(algorithm);
    if (messageType === 'RAW') return signMessage(message, key, family, digest);
    if (digest === undefined || family === 'ed25519ph')
      throw new Error(`Node.js cannot sign ${messageType} with ${algorithm}: give the key a signer`);
    if (digests === 'openssl') {
      const pem = key.export({ type: 'pkcs8', format: 'pem' }).toString();
      return opensslSignDigest(message, pem, {
        hash: digest,
        padding: family === 'pss' || family === 'pkcs1' ? family : undefined,
      });
    }
    if (family === 'ecdsa') return signDigestEcdsa(message, key);
    return (family === 'pss' ? signDigestPss : signDigestPkcs1)(message, digest, key);
  };
}

function signMessage(message: Uint8Array, key: KeyObject, family: string, digest?: string): Buffer {
  const padding = family === 'pss' ? constants.RSA_PKCS1_PSS_PADDING : constants.RSA_PKCS1_PADDING;
  const rsa = { padding, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };
  return sign(digest, message, { key, ...(family === 'pss' && rsa) });
}
