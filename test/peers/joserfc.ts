/** Knows how to ask the Python package joserfc, beside a test file. */
import type { JsonWebKey } from 'node:crypto';
import { hasPython, startPython } from './python.js';

/** A detached JWS: the encoded protected header, the encoded payload and the encoded signature. */
type JoserfcVerifyInput = {
  alg: string;
  jwk: JsonWebKey;
  protected: string;
  payload: string;
  signature: string;
};

/** `protected` holds the header's members besides `alg`; `payload` is encoded. */
type JoserfcSignInput = {
  alg: string;
  jwk: JsonWebKey;
  protected?: Record<string, unknown>;
  payload: string;
};

/**
 * A running joserfc. Each call rejects with joserfc's own words when it could not get as far as an answer; for
 * `verify` that includes keys and headers that it refuses.
 */
export type Joserfc = {
  verify: (input: JoserfcVerifyInput) => Promise<boolean>;
  /** Gives the encoded protected header and signature. */
  sign: (input: JoserfcSignInput) => Promise<{ protected: string; signature: string }>;
  /** The thumbprint of RFC 7638 with SHA-256, encoded. */
  thumbprint: (jwk: JsonWebKey) => Promise<string>;
  /** The key without its private members. */
  toPublic: (jwk: JsonWebKey) => Promise<JsonWebKey>;
  /** Ends the process; waits until it is gone. */
  close: () => Promise<void>;
};

/** Whether its environment is there. */
export const hasJoserfc = hasPython;

/** Starts one process, which answers until `close`; throws when it does not start. */
export async function startJoserfc(): Promise<Joserfc> {
  const { ask, close } = await startPython('joserfc');
  return {
    verify: (input) => ask({ op: 'verify', ...input }) as Promise<boolean>,
    sign: (input) =>
      ask({ op: 'sign', ...input, protected: input.protected ?? {} }) as ReturnType<Joserfc['sign']>,
    thumbprint: (jwk) => ask({ op: 'thumbprint', jwk }) as Promise<string>,
    toPublic: (jwk) => ask({ op: 'public', jwk }) as Promise<JsonWebKey>,
    close,
  };
}
