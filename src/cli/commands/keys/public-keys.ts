/** Knows the public side of keys that a command is given, and how it is shown. */
import type { AlgorithmName } from '../../../keys/algorithms.js';
import { toPublicEntry, type PublicKeyEntry } from '../../../keys/jwks.js';
import { assertKid } from '../../../keys/kid.js';
import { nodeCrypto } from '../../../keys/node-crypto.js';
import { describeKind, rsaBits } from '../../../keys/public-jwk.js';
import { chooseAlgorithms, type Signer } from '../../../keys/signer.js';
import { toThumbprint } from '../../../keys/thumbprint.js';
import { escapeText } from '../../../formats/escape.js';
import { toJsonText } from '../../../formats/json.js';
import type { Io } from '../../io.js';
import { toProviderContext, withSigners, type SignerOptions } from '../../signers.js';

export type ListOptions = SignerOptions & {
  readonly alg?: AlgorithmName;
  readonly kid?: string;
  readonly out?: string;
  readonly json?: boolean;
};

export type OpenedKey = { readonly signer: Signer; readonly entry: PublicKeyEntry };

/** The public side of keys: they are closed again. */
export async function readKeys(refs: readonly string[], options: ListOptions, io: Io): Promise<OpenedKey[]> {
  const { kid } = options;
  assertKid(kid, refs.length);
  return withSigners(refs, toProviderContext(options, io), async (signers) => {
    const algorithms = chooseAlgorithms(signers, options.alg);
    const keys: OpenedKey[] = [];
    for (const [index, signer] of signers.entries()) {
      const name = kid ?? (await toThumbprint(signer.publicJwk, nodeCrypto));
      keys.push({ signer, entry: toPublicEntry(signer, name, algorithms[index] as AlgorithmName) });
    }
    return keys;
  });
}

export function describeKey({ ref, keyName, algorithms, publicJwk }: Signer, entry: PublicKeyEntry) {
  const bits = publicJwk.kty === 'RSA' ? { bits: rsaBits(publicJwk) } : {};
  return {
    ref,
    ...(keyName === undefined ? {} : { keyName }),
    kid: entry.kid,
    algorithms,
    ...bits,
    jwk: entry,
  };
}

export function renderKey(signer: Signer, entry: PublicKeyEntry): string {
  const name = signer.keyName === undefined ? '' : `  key   ${escapeText(signer.keyName)}\n`;
  return `${escapeText(signer.ref)}\n${name}  kid   ${entry.kid}\n  type  ${describeKind(signer.publicJwk)}\n  signs ${signer.algorithms.join(', ')}\n`;
}

export function toJson(document: object): string {
  return toJsonText({ version: 1, ...document });
}
