/** Knows PKCS#11 URIs (RFC 7512): which attributes there are, how they are spelled, and which are refused. */
import { CardctlError } from '../../../errors.js';
import { showText } from '../../../json/show.js';
import { refusePin } from '../../key-ref.js';

/** Attributes that are compared with what a token, its slot or its module says of itself. */
export const textAttributes = [
  'token',
  'manufacturer',
  'serial',
  'model',
  'library-manufacturer',
  'library-description',
  'slot-manufacturer',
  'slot-description',
] as const;

export type TextAttribute = (typeof textAttributes)[number];

/** What a URI names; what it leaves out may be anything. */
export type Pkcs11Uri = {
  readonly texts: Readonly<Partial<Record<TextAttribute, string>>>;
  readonly libraryVersion?: { readonly major: number; readonly minor: number };
  readonly slotId?: bigint;
  /** The label of the key: CKA_LABEL, UTF-8. */
  readonly object?: string;
  /** CKA_ID. */
  readonly id?: Uint8Array;
  /** As given, decoded: `file:PATH` or `env:NAME`. */
  readonly pinSource?: string;
  readonly modulePath?: string;
  readonly moduleName?: string;
};

/**
 * Reads what follows `pkcs11:` (RFC 7512 2.3): path attributes separated by `;`, then `?` and query attributes
 * separated by `&`. Every attribute at most once, none empty, none unknown; `type` is `private` where it is given.
 * Throws `key-ref-invalid`, with no value of an attribute in the message, for it may be a PIN.
 */
export function parsePkcs11Uri(target: string): Pkcs11Uri {
  const mark = target.indexOf('?');
  const path = mark === -1 ? target : target.slice(0, mark);
  const attributes = new Map<string, Uint8Array>();
  // RFC 7512 2.3: no attribute at all is a URI, too, and names whatever there is.
  for (const part of path === '' ? [] : path.split(';')) readAttribute(part, { attributes, place: inPath });
  for (const part of mark === -1 ? [] : target.slice(mark + 1).split('&'))
    readAttribute(part, { attributes, place: inQuery });
  assertPrivate(attributes);
  return toUri(attributes);
}

/** RFC 7512 2.3: the attributes of each half, and the characters that stand for themselves there. */
type Place = { readonly names: ReadonlySet<string>; readonly plain: RegExp; readonly half: string };

const inPath: Place = {
  names: new Set<string>([...textAttributes, 'library-version', 'slot-id', 'object', 'id', 'type']),
  plain: /^(?:[A-Za-z0-9\-._~:[\]@!$'()*+,=&]|%[0-9A-Fa-f]{2})*$/,
  half: 'path',
};

const inQuery: Place = {
  names: new Set(['pin-source', 'module-path', 'module-name']),
  plain: /^(?:[A-Za-z0-9\-._~:[\]@!$'()*+,=/?|]|%[0-9A-Fa-f]{2})*$/,
  half: 'query',
};

type Target = { readonly attributes: Map<string, Uint8Array>; readonly place: Place };

function readAttribute(part: string, { attributes, place }: Target): void {
  const at = part.indexOf('=');
  const name = at === -1 ? '' : part.slice(0, at);
  if (name === 'pin-value') throw refusePin();
  if (name === '')
    throw invalid(
      `has a part without name and "=" in its ${place.half}`,
      'write NAME=VALUE, as object=my-key',
    );
  if (!place.names.has(name)) throw refuseName(name, place);
  if (attributes.has(name)) throw invalid(`has ${name} twice`, 'give each attribute once');
  const value = part.slice(at + 1);
  if (value === '') throw invalid(`has an empty ${name}`, `give ${name} a value, or leave it out`);
  if (!place.plain.test(value)) {
    throw invalid(
      `has a character in ${name} that must be escaped`,
      'write it as % and two hexadecimal digits for each byte: a blank is %20, a slash %2F',
    );
  }
  attributes.set(name, decodePercent(value));
}

function refuseName(name: string, { half }: Place): CardctlError {
  const other = half === 'path' ? inQuery : inPath;
  if (other.names.has(name)) {
    return invalid(
      `has ${name} in its ${half}`,
      half === 'path' ? `write it behind the "?": ?${name}=...` : `write it before the "?", as ;${name}=...`,
    );
  }
  const what = /(?:^|-)x-/i.test(name) ? 'vendor attribute' : 'unknown attribute';
  // What is no word may be a PIN that has slipped out of its place.
  const shown = /^[A-Za-z_-]+$/.test(name) ? ` ${showText(name)}` : '';
  return invalid(
    `has ${what === 'vendor attribute' ? 'a' : 'an'} ${what}${shown}`,
    `use ${[...inPath.names].join(', ')}; behind the "?" ${[...inQuery.names].join(', ')}`,
  );
}

function decodePercent(value: string): Uint8Array {
  return Uint8Array.from(value.match(/%..|[^%]/g) ?? [], (one) =>
    one.length === 3 ? parseInt(one.slice(1), 16) : one.charCodeAt(0),
  );
}

/** A card is signed with a private key, so no other type of object can be meant. */
function assertPrivate(attributes: ReadonlyMap<string, Uint8Array>): void {
  const type = readText(attributes, 'type');
  if (type === undefined || type === 'private') return;
  throw invalid('has a type other than private', 'leave type out: a card is signed with a private key');
}

function toUri(attributes: ReadonlyMap<string, Uint8Array>): Pkcs11Uri {
  const id = attributes.get('id');
  const version = readText(attributes, 'library-version');
  const slotId = readText(attributes, 'slot-id');
  const present = <Name extends string>(key: Name, value: string | undefined) =>
    (value === undefined ? {} : { [key]: value }) as Partial<Record<Name, string>>;
  return {
    texts: Object.assign(
      {},
      ...textAttributes.map((name) => present(name, readText(attributes, name))),
    ) as Pkcs11Uri['texts'],
    ...(version === undefined ? {} : { libraryVersion: readVersion(version) }),
    ...(slotId === undefined ? {} : { slotId: readSlotId(slotId) }),
    ...(id === undefined ? {} : { id }),
    ...present('object', readText(attributes, 'object')),
    ...present('pinSource', readText(attributes, 'pin-source')),
    ...present('modulePath', readText(attributes, 'module-path')),
    ...present('moduleName', readText(attributes, 'module-name')),
  };
}

function readText(attributes: ReadonlyMap<string, Uint8Array>, name: string): string | undefined {
  const bytes = attributes.get(name);
  if (bytes === undefined) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw invalid(`has ${name} that is not UTF-8`, 'escape the bytes of its UTF-8 form', cause);
  }
}

/** RFC 7512 2.3: the minor version may be left out, and is 0 then. */
function readVersion(text: string): { major: number; minor: number } {
  const [, major, minor = '0'] = /^(\d{1,3})(?:\.(\d{1,3}))?$/.exec(text) ?? [];
  if (major !== undefined) return { major: Number(major), minor: Number(minor) };
  throw invalid('has library-version that is no version', 'write it as 2.6');
}

function readSlotId(text: string): bigint {
  if (/^\d{1,20}$/.test(text)) return BigInt(text);
  throw invalid(
    'has slot-id that is no decimal number',
    'write it as `pkcs11-tool --list-slots` shows it, in decimal',
  );
}

/** `reason` continues the sentence "the PKCS#11 URI ...". */
function invalid(reason: string, hint: string, cause?: unknown): CardctlError {
  return new CardctlError('key-ref-invalid', `the PKCS#11 URI ${reason}`, { hint, cause });
}
