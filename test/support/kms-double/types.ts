/** Knows the words in which tests speak to the double of AWS KMS. */
import type { KeyObject } from 'node:crypto';
import type { KeySpec, MessageType, SigningAlgorithm } from './key-specs.js';

export type KeyState = 'Enabled' | 'Disabled' | 'PendingDeletion';

export type Operation =
  | 'GetPublicKey'
  | 'DescribeKey'
  | 'Sign'
  | 'CreateKey'
  | 'CreateAlias'
  | 'UpdateAlias'
  | 'ListAliases'
  | 'ListResourceTags'
  | 'TagResource'
  | 'EnableKey'
  | 'DisableKey'
  | 'ScheduleKeyDeletion';

/** The members of a request or of an answer, as their JSON has them: blobs are base64, times are seconds. */
export type Members = Record<string, unknown>;

/** One request as it came in; `operation` is empty where none was named, `at` is in milliseconds since 1970. */
export type RecordedRequest = {
  readonly operation: string;
  readonly input: Members;
  readonly headers: Readonly<Record<string, string>>;
  readonly at: number;
};

/** What is answered instead of the right answer. */
export type Fault =
  /** An error of AWS; status and message are those of KMS where they are left out. */
  | { kind: 'error'; type: string; status?: number; message?: string }
  /** A bare HTTP answer, such as the page of a gateway. */
  | { kind: 'status'; status: number; body?: string }
  /** No answer; the connection stays open. */
  | { kind: 'hang' }
  /** The right answer, late. */
  | { kind: 'slow'; milliseconds: number }
  /** The connection is closed without an answer. */
  | { kind: 'drop' }
  /** Status 200 with this body. */
  | { kind: 'garbage'; body: string }
  /** Status 200 with this body, to whose end the connection never comes. */
  | { kind: 'endless'; body: string }
  /** The right answer, changed. */
  | { kind: 'answer'; change: (output: Members) => Members };

/** What a key is asked to sign: a message, its digest, or the mu of ML-DSA (FIPS 204, algorithm 7). */
export type SigningRequest = {
  readonly algorithm: SigningAlgorithm;
  readonly messageType: MessageType;
  readonly message: Uint8Array;
};

/** Makes the signature in the form in which KMS gives it: DER for ECDSA. */
export type DoubleSigner = (request: SigningRequest) => Uint8Array | Promise<Uint8Array>;

export type AddKeyOptions = {
  spec: KeySpec;
  /** The first usage of the spec where it is left out: SIGN_VERIFY for all that can sign. */
  usage?: string;
  state?: KeyState;
  /** With or without `alias/` in front. */
  aliases?: readonly string[];
  multiRegion?: boolean;
  description?: string;
  tags?: Readonly<Record<string, string>>;
  /** Signs in place of the double, also what this Node.js cannot sign. */
  signer?: DoubleSigner;
  /** SubjectPublicKeyInfo in DER, for a key whose private half only `signer` has. */
  publicKeyDer?: Uint8Array;
  /** Key id and key material of a multi-Region key of another double: this one is its replica. */
  replicaOf?: KmsDoubleKey;
};

export type KmsDoubleKey = {
  readonly arn: string;
  readonly keyId: string;
  /** SubjectPublicKeyInfo; empty for a symmetric key. */
  readonly publicKeyDer: Buffer;
  readonly pem: string;
  /** Throws for a symmetric key, and where this Node.js doesn't know the kind of key. */
  readonly publicKey: KeyObject;
};

export type KmsDoubleOptions = {
  /** `eu-central-1` where it is left out. */
  region?: string;
  /** `111122223333` where it is left out. */
  account?: string;
  /** `aws` where it is left out. */
  partition?: string;
  /** What signs digests: arithmetic on OpenSSL's primitives in Node.js, or the `openssl` command line. */
  digests?: 'node' | 'openssl';
};

export type KmsDouble = {
  /** `http://127.0.0.1:PORT` */
  readonly endpoint: string;
  readonly region: string;
  /** The only ones that the double accepts; with a session token as well as without. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly requests: readonly RecordedRequest[];
  /** Connections that are open now. One that a client has just closed is counted for some milliseconds more. */
  readonly openSockets: () => number;
  addKey(options: AddKeyOptions): KmsDoubleKey;
  /** Makes the alias, or moves it to another key. */
  pointAlias(alias: string, keyId: string): void;
  setState(keyId: string, state: KeyState): void;
  /** The next requests of the operation, or of any, are answered so instead: one, or as many as `times` says. */
  fail(operation: Operation | '*', fault: Fault, times?: number): void;
  /** Forgets the faults that are still to come, and the requests that were recorded. */
  reset(): void;
  close(): Promise<void>;
};
