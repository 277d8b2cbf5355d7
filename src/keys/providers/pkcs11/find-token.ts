/** Knows how the one token that a URI names is found among all that a module has. */
import { CardctlError } from '../../../errors.js';
import {
  CKF_TOKEN_INITIALIZED,
  type Cryptoki,
  type Handle,
  type LibraryInfo,
  type SlotInfo,
  type TokenInfo,
} from './cryptoki.js';
import { CKR_TOKEN_NOT_PRESENT, CKR_TOKEN_NOT_RECOGNIZED, resultCode } from './failures.js';
import { hasFlag, readUlong } from './numbers.js';
import { listSeen, showAttributes, unpad } from './seen.js';
import type { Pkcs11Uri, TextAttribute } from './uri.js';

export type FoundToken = {
  readonly slot: Handle;
  /** CK_SLOT_ID. */
  readonly id: bigint;
  readonly info: TokenInfo;
  /** For messages: `pkcs11:token=...;serial=...`. */
  readonly name: string;
};

/** The one token with all that the URI asks for. Throws `key-not-found`, with a list of those that there are. */
export function findToken(cryptoki: Cryptoki, uri: Pkcs11Uri): FoundToken {
  const library = cryptoki.C_GetInfo();
  const seen = cryptoki.C_GetSlotList(true).flatMap((slot) => readSlot(cryptoki, slot));
  const matching = seen.filter((one) => matches(uri, { ...one, library }));
  const [found, other] = matching;
  if (found !== undefined && other === undefined) return found;
  const list = listSeen(
    (found === undefined ? seen : matching).map(({ name, id }) => `${name};slot-id=${id}`),
    'none at all',
  );
  throw new CardctlError(
    'key-not-found',
    found === undefined
      ? `no token of the module is the one that the PKCS#11 URI names; it has ${list}`
      : `${matching.length} tokens fit the PKCS#11 URI: ${list}`,
    {
      hint:
        found === undefined
          ? 'check the attributes token, serial, model and manufacturer, and that the device is plugged in; `pkcs11-tool --module MODULE --list-slots` lists tokens'
          : 'name one of them, by token, serial or slot-id',
    },
  );
}

type Seen = FoundToken & { readonly slotInfo: SlotInfo };

/** Nothing where no token is in the slot that can be used: one taken out meanwhile, or never set up. */
function readSlot(cryptoki: Cryptoki, slot: Handle): Seen[] {
  try {
    const info = cryptoki.C_GetTokenInfo(slot);
    if (!hasFlag(info.flags, CKF_TOKEN_INITIALIZED)) return [];
    const shown = showAttributes({ token: unpad(info.label), serial: unpad(info.serialNumber) });
    const id = readUlong(slot);
    return [{ slot, id, info, name: `pkcs11:${shown}`, slotInfo: cryptoki.C_GetSlotInfo(slot) }];
  } catch (cause) {
    const code = resultCode(cause);
    if (code === CKR_TOKEN_NOT_PRESENT || code === CKR_TOKEN_NOT_RECOGNIZED) return [];
    throw cause;
  }
}

/** RFC 7512 2.5: each attribute that the URI has is the same, byte for byte; what it has not may be anything. */
function matches(uri: Pkcs11Uri, { id, info, slotInfo, library }: Seen & { library: LibraryInfo }): boolean {
  const actual: Record<TextAttribute, string> = {
    'token': info.label,
    'manufacturer': info.manufacturerID,
    'serial': info.serialNumber,
    'model': info.model,
    'library-manufacturer': library.manufacturerID,
    'library-description': library.libraryDescription,
    'slot-manufacturer': slotInfo.manufacturerID,
    'slot-description': slotInfo.slotDescription,
  };
  const { major, minor } = library.libraryVersion;
  const version = uri.libraryVersion ?? { major, minor };
  return (
    Object.entries(uri.texts).every(([name, text]) => unpad(actual[name as TextAttribute]) === text) &&
    (uri.slotId ?? id) === id &&
    version.major === major &&
    version.minor === minor
  );
}
