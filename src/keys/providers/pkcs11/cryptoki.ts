/** Knows what of PKCS#11 cardctl uses: the functions, as the package `pkcs11js` offers them, and the numbers. */

/** An opaque handle; for a slot the bytes of its CK_SLOT_ID. */
export type Handle = Uint8Array;

export type Attribute = { readonly type: number; readonly value?: number | boolean | Uint8Array };

export type Mechanism = { readonly mechanism: number; readonly parameter?: PssParameter | null };

/** CK_RSA_PKCS_PSS_PARAMS (PKCS#11 mechanisms v2.40 2.1.10); `type` is the package's own mark for them. */
export type PssParameter = {
  readonly type: number;
  readonly hashAlg: number;
  readonly mgf: number;
  /** Bytes. */
  readonly saltLen: number;
};

/** CK_TOKEN_INFO (PKCS#11 base v2.40 3.2); texts are padded with blanks. */
export type TokenInfo = {
  readonly label: string;
  readonly manufacturerID: string;
  readonly model: string;
  readonly serialNumber: string;
  readonly flags: number;
};

export type SlotInfo = { readonly slotDescription: string; readonly manufacturerID: string };

export type LibraryInfo = {
  readonly manufacturerID: string;
  readonly libraryDescription: string;
  readonly libraryVersion: { readonly major: number; readonly minor: number };
};

/**
 * One loaded module. Every call is synchronous and holds up the process until the token has answered, so no time
 * limit applies, and what happens between two calls in a row is up to this process alone. Each call throws an error
 * with the CKR number in `code` and its name in `message`.
 */
export type Cryptoki = {
  load(path: string): void;
  C_Initialize(options?: { flags: number }): void;
  C_Finalize(): void;
  C_GetInfo(): LibraryInfo;
  C_GetSlotList(tokenPresent: boolean): Handle[];
  C_GetSlotInfo(slot: Handle): SlotInfo;
  C_GetTokenInfo(slot: Handle): TokenInfo;
  C_GetMechanismList(slot: Handle): number[];
  C_GetMechanismInfo(slot: Handle, mechanism: number): { readonly flags: number };
  C_OpenSession(slot: Handle, flags: number): Handle;
  C_CloseSession(session: Handle): void;
  C_Login(session: Handle, userType: number, pin: string): void;
  C_Logout(session: Handle): void;
  C_FindObjectsInit(session: Handle, template: Attribute[]): void;
  C_FindObjects(session: Handle, maximum: number): Handle[];
  C_FindObjectsFinal(session: Handle): void;
  C_GetAttributeValue(
    session: Handle,
    object: Handle,
    template: Attribute[],
  ): { readonly value?: Uint8Array | undefined }[];
  C_SignInit(session: Handle, mechanism: Mechanism, key: Handle): void;
  C_Sign(session: Handle, data: Uint8Array, signature: Uint8Array): Uint8Array;
};

/** The package `pkcs11js`, as far as it is used. */
export type CryptokiPackage = { readonly PKCS11: new () => Cryptoki };

export const CKF_OS_LOCKING_OK = 0x2;
export const CKF_SERIAL_SESSION = 0x4;
export const CKF_SIGN = 0x800;

/** Flags of a token. */
export const CKF_LOGIN_REQUIRED = 0x4;
export const CKF_PROTECTED_AUTHENTICATION_PATH = 0x100;
export const CKF_TOKEN_INITIALIZED = 0x400;
export const CKF_USER_PIN_COUNT_LOW = 0x10000;
export const CKF_USER_PIN_FINAL_TRY = 0x20000;
export const CKF_USER_PIN_LOCKED = 0x40000;

export const CKU_USER = 1;
export const CKU_CONTEXT_SPECIFIC = 2;

export const CKO_CERTIFICATE = 1;
export const CKO_PUBLIC_KEY = 2;
export const CKO_PRIVATE_KEY = 3;

export const CKK_RSA = 0x0;
export const CKK_EC = 0x3;
export const CKK_EC_EDWARDS = 0x40;

export const CKA_CLASS = 0x0;
export const CKA_LABEL = 0x3;
export const CKA_VALUE = 0x11;
export const CKA_KEY_TYPE = 0x100;
export const CKA_ID = 0x102;
export const CKA_SENSITIVE = 0x103;
export const CKA_SIGN = 0x108;
export const CKA_MODULUS = 0x120;
export const CKA_PUBLIC_EXPONENT = 0x122;
export const CKA_EXTRACTABLE = 0x162;
export const CKA_EC_PARAMS = 0x180;
export const CKA_EC_POINT = 0x181;
export const CKA_ALWAYS_AUTHENTICATE = 0x202;
export const CKA_ALLOWED_MECHANISMS = 0x40000600;
