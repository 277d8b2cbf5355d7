/** Knows what a key on a token is: whether it may sign, its public half, and what it can sign with. */
import { CardctlError } from '../../../errors.js';
import { algorithmsOfKey, type AlgorithmName } from '../../algorithms.js';
import type { KeyRef } from '../../key-ref.js';
import type { ProviderContext } from '../provider.js';
import {
  CKA_ALLOWED_MECHANISMS,
  CKA_ALWAYS_AUTHENTICATE,
  CKA_EXTRACTABLE,
  CKA_ID,
  CKA_SENSITIVE,
  CKA_SIGN,
  CKF_SIGN,
  type Handle,
} from './cryptoki.js';
import { explainFailure } from './failures.js';
import { findPrivateKey, showObject } from './find-key.js';
import { findToken } from './find-token.js';
import { listMethods, type Method } from './mechanisms.js';
import type { createModules } from './modules.js';
import { findModule } from './module-path.js';
import { readUlongs } from './numbers.js';
import type { LoadPackage } from './package.js';
import { toPinSource } from './pin.js';
import { readPublicKey, type PublicKeyResult } from './public-key.js';
import { openSession, type TokenSession } from './session.js';
import { parsePkcs11Uri } from './uri.js';

export type OpenedKey = {
  readonly ref: KeyRef;
  readonly session: TokenSession;
  readonly handle: Handle;
  /** Label and id, as attributes of a URI. */
  readonly name: string;
  /** CKA_ID, in hexadecimal. */
  readonly id: string;
  readonly maySign: boolean;
  /** Whether the token keeps it: CKA_SENSITIVE, and not CKA_EXTRACTABLE. */
  readonly isKept: boolean;
  /** Whether each signature takes the PIN again. */
  readonly asksEachTime: boolean;
  readonly publicKey: PublicKeyResult;
  /** What the token can do for this key, in the order of the algorithms. */
  readonly methods: ReadonlyMap<AlgorithmName, Method>;
  /** Closes the session and lets go of the module; never throws. */
  close(): void;
};

export type Source = {
  readonly loadPackage: LoadPackage;
  readonly modules: ReturnType<typeof createModules>;
};

/** Opens the key that a ref names. Throws `CardctlError`, and has let go of everything then. */
export async function openKey(ref: KeyRef, context: ProviderContext, source: Source): Promise<OpenedKey> {
  const uri = parsePkcs11Uri(ref.target);
  const pin = toPinSource(uri.pinSource, context);
  const path = findModule(uri, context);
  const peer = await source.loadPackage();
  const undo: (() => void)[] = [];
  const close = () => {
    for (const act of undo.splice(0).reverse()) act();
  };
  try {
    const module = source.modules.acquire(path, peer);
    undo.push(() => {
      module.release();
    });
    const token = findToken(module.cryptoki, uri);
    const session = openSession({ module, token, pin });
    undo.push(() => {
      session.close();
    });
    const handle = findPrivateKey(session, uri);
    return { ref, session, handle, close, ...describe(session, handle) };
  } catch (error) {
    close();
    throw explainFailure(error, ref.text, 'opening the key');
  }
}

function describe(session: TokenSession, handle: Handle) {
  const isTrue = (type: number) => session.readAttribute(handle, type)?.some((byte) => byte !== 0);
  const publicKey = readPublicKey(session, handle);
  return {
    name: showObject(session, handle),
    id: Buffer.from(session.readAttribute(handle, CKA_ID) ?? []).toString('hex'),
    maySign: isTrue(CKA_SIGN) !== false,
    isKept: isTrue(CKA_SENSITIVE) !== false && isTrue(CKA_EXTRACTABLE) !== true,
    asksEachTime: isTrue(CKA_ALWAYS_AUTHENTICATE) === true,
    publicKey,
    methods:
      'jwk' in publicKey
        ? findMethods(session, handle, algorithmsOfKey(publicKey.jwk))
        : new Map<never, never>(),
  };
}

/** For each algorithm the first mechanism that the token signs with and that the key allows. */
function findMethods(
  session: TokenSession,
  handle: Handle,
  names: readonly AlgorithmName[],
): Map<AlgorithmName, Method> {
  // PKCS#11 base v2.40 4.8: an array of CK_ULONG; where the key has none, all are allowed.
  const list = session.readAttribute(handle, CKA_ALLOWED_MECHANISMS) ?? new Uint8Array();
  const allowed = readUlongs(list, session.token.slot.length);
  const offered = new Set(session.cryptoki.C_GetMechanismList(session.token.slot));
  const isThere = ({ mechanism: { mechanism } }: Method): boolean =>
    offered.has(mechanism) &&
    (allowed.length === 0 || allowed.includes(mechanism)) &&
    canSignWith(session, mechanism);
  return new Map(
    names.flatMap((name) => {
      const method = listMethods(name).find(isThere);
      return method === undefined ? [] : [[name, method] as const];
    }),
  );
}

/** A token may have a mechanism for verifying alone. */
function canSignWith({ cryptoki, token }: TokenSession, mechanism: number): boolean {
  return (cryptoki.C_GetMechanismInfo(token.slot, mechanism).flags & CKF_SIGN) !== 0;
}

/** What stands against signing with the key, or `undefined`. */
export function findObstacle({ ref, maySign, publicKey, methods, id }: OpenedKey): CardctlError | undefined {
  if (!maySign) {
    return new CardctlError('key-usage', `${ref.text}: the key is not for signing (CKA_SIGN is false)`, {
      hint: 'use a key that was made for it: pkcs11-tool --keypairgen has --usage-sign',
    });
  }
  if ('reason' in publicKey && publicKey.reason !== undefined) {
    return new CardctlError('key-unusable', `${ref.text}: the key ${publicKey.reason}`, {
      hint: 'isMissing' in publicKey ? advisePublicKey(id) : supported,
    });
  }
  if (methods.size > 0) return undefined;
  const { jwk } = publicKey;
  const wanted = algorithmsOfKey(jwk).flatMap((name) => listMethods(name).map((method) => method.name));
  return new CardctlError(
    'key-unusable',
    `${ref.text}: the token signs with no mechanism that the key could use (${[...new Set(wanted)].join(', ')})`,
    {
      hint: '`pkcs11-tool --module MODULE --list-mechanisms` shows what it has; a key of another kind may do',
    },
  );
}

const supported = 'use an EC key on P-256, P-384 or P-521, an RSA key of 2048 to 8192 bits, or Ed25519';

function advisePublicKey(id: string): string {
  const name = id === '' ? '--label LABEL' : `--id ${id}`;
  return `write it beside the private key: pkcs11-tool --module MODULE --login --write-object public.der --type pubkey ${name}`;
}
