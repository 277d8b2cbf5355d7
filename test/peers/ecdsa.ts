/** Knows how to have OpenSSL make EC keys and sign digests with them, thousands in one process: Python's cryptography. */
import { startPython } from './python.js';

/** A key whose private half is in the other process. `sign` takes a digest, and gives DER. */
export type EcdsaKey = {
  publicKeyDer: Buffer;
  sign: (digest: Uint8Array) => Promise<Uint8Array>;
};

export type Ecdsa = {
  createKey: (curve: 'P-256' | 'P-384' | 'P-521') => Promise<EcdsaKey>;
  /** Ends the process, and with it the keys; waits until it is gone. */
  close: () => Promise<void>;
};

/** Starts one process, which answers until `close`. */
export async function startEcdsa(): Promise<Ecdsa> {
  const { ask, close } = await startPython('ecdsa');
  const createKey: Ecdsa['createKey'] = async (curve) => {
    const { key, publicKeyDer } = (await ask({ op: 'create', curve })) as {
      key: number;
      publicKeyDer: string;
    };
    return {
      publicKeyDer: Buffer.from(publicKeyDer, 'base64'),
      sign: async (digest) => {
        const signature = await ask({ op: 'sign', key, digest: Buffer.from(digest).toString('base64') });
        return Buffer.from(signature as string, 'base64');
      },
    };
  };
  return { createKey, close };
}
