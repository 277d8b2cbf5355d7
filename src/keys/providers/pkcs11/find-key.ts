/** Knows how the one private key that a URI names is found on its token. */
import { CardctlError } from '../../../errors.js';
import { CKA_CLASS, CKA_ID, CKA_LABEL, CKO_PRIVATE_KEY, type Handle } from './cryptoki.js';
import { listSeen, showAttributes } from './seen.js';
import type { TokenSession } from './session.js';
import type { Pkcs11Uri } from './uri.js';

/** The one private key with the label and the id of the URI. Throws `key-not-found`, with a list of what there is. */
export function findPrivateKey(session: TokenSession, { object, id }: Pkcs11Uri): Handle {
  const isPrivateKey = { type: CKA_CLASS, value: CKO_PRIVATE_KEY };
  const found = session.findObjects([
    isPrivateKey,
    ...(object === undefined ? [] : [{ type: CKA_LABEL, value: new TextEncoder().encode(object) }]),
    ...(id === undefined ? [] : [{ type: CKA_ID, value: id }]),
  ]);
  const [key, other] = found;
  if (key !== undefined && other === undefined) return key;
  const list = (keys: readonly Handle[]) =>
    listSeen(
      keys.map((one) => showObject(session, one)),
      'none at all',
    );
  if (key !== undefined) {
    throw new CardctlError(
      'key-not-found',
      `${session.token.name} has ${found.length} private keys that fit the PKCS#11 URI: ${list(found)}`,
      { hint: 'name one of them, by object (its label) or id' },
    );
  }
  const wanted = showAttributes({ object: object ?? '', id: id ?? '' });
  throw new CardctlError(
    'key-not-found',
    `${session.token.name} has no private key ${wanted === '' ? 'that is shown to us' : wanted}; it has ${list(session.findObjects([isPrivateKey]))}`,
    { hint: adviseKey(id) },
  );
}

/** An id is bytes: `id=01` names the two characters, where `%01` is mostly meant. */
function adviseKey(id: Uint8Array | undefined): string {
  const text = new TextDecoder('latin1').decode(id ?? new Uint8Array());
  if (text.length % 2 === 0 && /^[0-9A-Fa-f]+$/.test(text)) {
    return `id is bytes, so is id=${text.replace(/../g, '%$&')} meant?`;
  }
  return 'check object (its label) and id; `pkcs11-tool --module MODULE --login --list-objects --type privkey` lists the keys';
}

/** Label and id of an object, as attributes of a URI. */
export function showObject(session: TokenSession, object: Handle): string {
  const read = (type: number) => session.readAttribute(object, type) ?? new Uint8Array();
  const text = showAttributes({ object: read(CKA_LABEL), id: read(CKA_ID) });
  return text === '' ? 'one without label and id' : text;
}
