/** Knows how to have the Python package cryptography make ML-DSA keys and sign with them, mu included. */
import { startPython } from './python.js';

/** A key whose private half is in the other process. `sign` takes a message, or its mu (FIPS 204, algorithm 7). */
export type MlDsaKey = {
  publicKeyDer: Buffer;
  sign: (message: Uint8Array, isMu: boolean) => Promise<Uint8Array>;
  verify: (message: Uint8Array, signature: Uint8Array) => Promise<boolean>;
};

export type MlDsa = {
  createKey: (parameters: '44' | '65' | '87') => Promise<MlDsaKey>;
  /** Ends the process, and with it the keys; waits until it is gone. */
  close: () => Promise<void>;
};

/** Starts one process, which answers until `close`. */
export async function startMlDsa(): Promise<MlDsa> {
  const { ask, close } = await startPython('ml_dsa');
  const createKey: MlDsa['createKey'] = async (parameters) => {
    const made = (await ask({ op: 'create', parameters })) as { key: number; publicKeyDer: string };
    const { key } = made;
    return {
      publicKeyDer: Buffer.from(made.publicKeyDer, 'base64'),
      sign: async (message, isMu) => {
        const signature = await ask({ op: 'sign', key, message: base64(message), isMu });
        return Buffer.from(signature as string, 'base64');
      },
      verify: (message, signature) =>
        ask({
          op: 'verify',
          key,
          message: base64(message),
          signature: base64(signature),
        }) as Promise<boolean>,
    };
  };
  return { createKey, close };
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}
