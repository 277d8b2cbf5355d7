/** Knows keys held by a token that speaks PKCS#11: `pkcs11:token=...;object=...?pin-source=...` (RFC 7512). */
import { CardctlError } from '../../../errors.js';
import { getAlgorithm, type AlgorithmName } from '../../algorithms.js';
import type { KeyRef } from '../../key-ref.js';
import { rsaBits, type PublicJwk } from '../../public-jwk.js';
import { signerClosed, type Signer } from '../../signer.js';
import type { KeyExamination, KeyProvider, ProviderContext } from '../provider.js';
import { CKU_CONTEXT_SPECIFIC } from './cryptoki.js';
import { explainFailure } from './failures.js';
import { toJwsSignature, type Method } from './mechanisms.js';
import { createModules } from './modules.js';
import { findObstacle, openKey, type OpenedKey } from './opened-key.js';
import { importPkcs11js, type LoadPackage } from './package.js';
import { toSymptoms } from './symptoms.js';

/** The provider over a package that speaks to modules, so that tests bring one that fails as no real token does here. */
export function createPkcs11Provider(loadPackage: LoadPackage): KeyProvider {
  const source = { loadPackage, modules: createModules() };
  return {
    howToCreate:
      'make it by the tool of the token, as `pkcs11-tool --module MODULE --login --keypairgen --key-type EC:prime256v1 --label NAME`',
    openSigner: async (ref, context) => {
      const key = await openKey(ref, context, source);
      const obstacle = findObstacle(key);
      if (obstacle === undefined) return toSigner(key);
      key.close();
      throw obstacle;
    },
    examineKey: async (ref: KeyRef, context: ProviderContext): Promise<KeyExamination> => {
      const key = await openKey(ref, context, source);
      const symptoms = toSymptoms(key);
      if (findObstacle(key) === undefined) return { signer: toSigner(key), symptoms };
      key.close();
      return { signer: undefined, symptoms };
    },
  };
}

export const pkcs11Provider = createPkcs11Provider(importPkcs11js);

/** A signer for a key that nothing stands against. It holds the session until it is closed. */
function toSigner(key: OpenedKey): Signer {
  const { ref, publicKey, methods, session, name } = key;
  if (!('jwk' in publicKey)) throw new TypeError('a key without its public half signs nothing');
  let isOpen = true;
  const sign = (algorithm: AlgorithmName, signingInput: Uint8Array): Uint8Array => {
    const method = methods.get(algorithm);
    if (!isOpen) throw signerClosed(ref.text);
    if (method === undefined) {
      const hint = `it signs with ${[...methods.keys()].join(', ')}`;
      throw refused(ref, `does not sign with ${algorithm}`, hint);
    }
    return signOnce(key, publicKey.jwk, { algorithm, method, signingInput });
  };
  return {
    ref: ref.text,
    keyName: `${session.token.name};${name}`,
    publicJwk: publicKey.jwk,
    algorithms: [...methods.keys()],
    // Within one call nothing else runs, so what others sign meanwhile cannot come between its two halves.
    sign: (algorithm, signingInput) =>
      new Promise((resolve) => {
        resolve(sign(algorithm, signingInput));
      }),
    close: () => {
      isOpen = false;
      key.close();
      return Promise.resolve();
    },
  };
}

type Request = {
  readonly algorithm: AlgorithmName;
  readonly method: Method;
  readonly signingInput: Uint8Array;
};

/** An RSA modulus of 8192 bits; every other signature is shorter. */
const maximumSignatureBytes = 1024;

/** PKCS#11 base v2.40 5.11: C_SignInit and C_Sign, and between them the PIN where the key asks for it each time. */
function signOnce(key: OpenedKey, jwk: PublicJwk, { algorithm, method, signingInput }: Request): Uint8Array {
  const { session, handle, ref, asksEachTime } = key;
  const { cryptoki } = session;
  let signature: Uint8Array;
  try {
    const pin = asksEachTime ? session.pin.read() : undefined;
    cryptoki.C_SignInit(session.handle, method.mechanism, handle);
    if (pin !== undefined) cryptoki.C_Login(session.handle, CKU_CONTEXT_SPECIFIC, pin);
    const room = Buffer.alloc(maximumSignatureBytes);
    signature = cryptoki.C_Sign(session.handle, Buffer.from(method.toInput(signingInput)), room);
  } catch (cause) {
    session.renew();
    throw explainFailure(cause, ref.text, `signing with ${algorithm} by ${method.name}`);
  }
  const modulusBytes = jwk.kty === 'RSA' ? Math.ceil(rsaBits(jwk) / 8) : 0;
  const result = toJwsSignature(getAlgorithm(algorithm), signature, modulusBytes);
  if (result !== undefined) return result;
  throw new CardctlError(
    'provider-response',
    `${ref.text}: the token gave ${signature.length} bytes, which is no signature of ${algorithm}`,
    { hint: 'nothing was written; ask the maker of the module, or choose another algorithm with --alg' },
  );
}

/** `reason` continues "the key pkcs11:...". */
function refused({ text }: KeyRef, reason: string, hint: string): CardctlError {
  return new CardctlError('signature-refused', `the key ${text} ${reason}`, { hint });
}
