/** Knows a PKCS#11 module in memory, with one token and what a test puts on it, that fails where it is told to. */
import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import type {
  Attribute,
  Cryptoki,
  CryptokiPackage,
  Handle,
} from '../../src/keys/providers/pkcs11/cryptoki.js';

/** Attributes of an object by their type; numbers are CK_ULONG. */
export type FakeObject = ReadonlyMap<number, Uint8Array | number | boolean>;

export type FakeOptions = {
  readonly objects?: readonly FakeObject[];
  readonly flags?: number;
  readonly label?: string;
  /** What the token signs with; CKM_ECDSA and CKM_EDDSA unless given. */
  readonly mechanisms?: readonly number[];
  /** What C_Sign gives. */
  readonly sign?: (data: Uint8Array) => Uint8Array;
  /** For the nth call (from 1) of a function, the CKR that it fails with; 0 for none. */
  readonly fail?: (name: keyof Cryptoki, count: number) => number;
};

export type FakeModule = {
  readonly peer: CryptokiPackage;
  /** The names of the calls so far, in order. */
  readonly calls: (keyof Cryptoki)[];
  /** The PINs that C_Login got. */
  readonly pins: string[];
};

/** A CK_ULONG as 64-bit machines of today have it. */
export function toUlong(value: number): Uint8Array {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** CKF_TOKEN_INITIALIZED and CKF_LOGIN_REQUIRED. */
export const usualFlags = 0x404;

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** CKA_EC_POINT of a public key on a P curve, uncompressed, bare. */
export function toPoint(key: KeyObject): Uint8Array {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
}

/** A private and a public key object of a key type, with the id 01. */
export function toObjects(
  keyType: number,
  { label = 'key', parameters, point }: { label?: string; parameters: string; point: Uint8Array },
): FakeObject[] {
  const shared: [number, Uint8Array | number][] = [
    [0x100, keyType],
    [0x102, Uint8Array.of(1)],
    [0x3, Buffer.from(label)],
    [0x180, Buffer.from(parameters, 'hex')],
  ];
  return [
    new Map<number, Uint8Array | number>([[0, 3], ...shared]),
    new Map<number, Uint8Array | number>([[0, 2], ...shared, [0x181, point]]),
  ];
}

/** A key pair on P-256, which a fake token has unless told otherwise. */
export function usualObjects(): FakeObject[] {
  return toObjects(3, { parameters: '06082a8648ce3d030107', point: toPoint(publicKey) });
}

/** An object of the name `CKR_...` and the number, as pkcs11js throws it. */
export function toFailure(code: number): Error {
  const names: Readonly<Record<number, string>> = { 0x32: 'CKR_DEVICE_REMOVED', 0xa0: 'CKR_PIN_INCORRECT' };
  return Object.assign(new Error(names[code] ?? 'CKR_VENDOR_DEFINED'), { code });
}

/** A new module; each is a world of its own. */
export function createFakeModule(options: FakeOptions = {}): FakeModule {
  const calls: (keyof Cryptoki)[] = [];
  const pins: string[] = [];
  const base = createFunctions(options, pins);
  const cryptoki = Object.fromEntries(
    Object.entries(base).map(([name, run]) => [
      name,
      (...args: unknown[]) => {
        calls.push(name as keyof Cryptoki);
        const count = calls.filter((one) => one === name).length;
        const code = options.fail?.(name as keyof Cryptoki, count) ?? 0;
        if (code !== 0) throw toFailure(code);
        return (run as (...all: unknown[]) => unknown)(...args);
      },
    ]),
  ) as Cryptoki;
  const PKCS11 = function () {
    return cryptoki;
  } as unknown as CryptokiPackage['PKCS11'];
  return { peer: { PKCS11 }, calls, pins };
}

function createFunctions(options: FakeOptions, pins: string[]): Cryptoki {
  const {
    objects = usualObjects(),
    flags = usualFlags,
    label = 'fake',
    // What it is handed is a digest, which node:crypto signs only by a detour; the length is what counts here.
    sign: make = (data: Uint8Array) => sign('sha256', data, { key: privateKey, dsaEncoding: 'ieee-p1363' }),
  } = options;
  let found: Handle[] = [];
  const none = () => undefined;
  const read = (object: Handle, type: number): Uint8Array | undefined => {
    const value = objects[object[0] ?? 0]?.get(type);
    if (typeof value === 'boolean') return Uint8Array.of(Number(value));
    return typeof value === 'number' ? toUlong(value) : value;
  };
  return {
    load: none,
    C_Initialize: none,
    C_Finalize: none,
    C_GetInfo: () => ({
      manufacturerID: 'maker',
      libraryDescription: 'fake',
      libraryVersion: { major: 1, minor: 0 },
    }),
    C_GetSlotList: () => [toUlong(7)],
    C_GetSlotInfo: () => ({ slotDescription: 'slot', manufacturerID: 'maker' }),
    C_GetTokenInfo: () => ({
      label: label.padEnd(32),
      manufacturerID: 'maker\0\0',
      model: 'model',
      serialNumber: '42',
      flags,
    }),
    C_GetMechanismList: () => [...(options.mechanisms ?? [0x1041, 0x1057])],
    C_GetMechanismInfo: () => ({ flags: 0x800 }),
    C_OpenSession: () => toUlong(1),
    C_CloseSession: none,
    C_Login: (_session, _user, pin) => {
      pins.push(pin);
    },
    C_Logout: none,
    C_FindObjectsInit: (_session, template) => {
      found = objects.map((_, index) => Uint8Array.of(index)).filter((one) => fits(template, one, read));
    },
    C_FindObjects: () => found,
    C_FindObjectsFinal: none,
    C_GetAttributeValue: (_session, object, template) => {
      const value = read(object, template[0]?.type ?? 0);
      if (value === undefined) throw toFailure(0x12);
      return [{ value }];
    },
    C_SignInit: none,
    C_Sign: (_session, data) => make(data),
  };
}

function fits(
  template: readonly Attribute[],
  object: Handle,
  read: (object: Handle, type: number) => Uint8Array | undefined,
): boolean {
  return template.every(({ type, value }) => {
    const wanted = typeof value === 'number' ? toUlong(value) : (value as Uint8Array);
    return Buffer.compare(read(object, type) ?? Buffer.from('none'), wanted) === 0;
  });
}
