/** Knows keys held in a file: `file:PATH`, PEM or JWK; and how a new one is made there. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { open, unlink } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { CardctlError } from '../../errors.js';
import { getAlgorithm, type Algorithm } from '../algorithms.js';
import type { KeyRef } from '../key-ref.js';
import type { Signer } from '../signer.js';
import type { CreateKeyOptions, KeyProvider, ProviderContext } from './provider.js';
import { readVariable, splitPassphrase } from './passphrase.js';
import { toSigner } from './private-key.js';

export const fileProvider: KeyProvider = { openSigner: openFileSigner, createKey: createKeyFile };

async function openFileSigner(ref: KeyRef, { env }: ProviderContext): Promise<Signer> {
  const { path, variable } = splitPassphrase(ref.target);
  const bytes = await readKeyFile(toPath(path), ref);
  return toSigner({
    ref: ref.text,
    bytes,
    passphrase: readVariable(env, variable),
    passphraseVariable: variable,
  });
}

/** `file:key.pem` is a path as it stands; `file:///keys/key.pem` is a URL (RFC 8089). */
function toPath(target: string): string {
  if (!target.startsWith('///')) return target;
  try {
    return fileURLToPath(`file:${target}`);
  } catch (cause) {
    throw new CardctlError('key-ref-invalid', `key ref "file:${target}" is no URL of a file`, {
      hint: 'write file:PATH with the path as it is',
      cause,
    });
  }
}

/** No key is larger; a device or a wrong file is not read to its end. */
const maximumKeyBytes = 65_536;

async function readKeyFile(path: string, ref: KeyRef): Promise<Uint8Array> {
  const bytes = await readTo(path, maximumKeyBytes + 1).catch((cause: unknown) => {
    throw explainReadError(cause, ref);
  });
  if (bytes.length <= maximumKeyBytes) return bytes;
  throw new CardctlError('key-unreadable', `${ref.text} is larger than any key`, {
    hint: 'is this the right file?',
  });
}

/** At most so many bytes of a file. */
async function readTo(path: string, limit: number): Promise<Uint8Array> {
  const file = await open(path, 'r');
  try {
    const bytes = new Uint8Array(limit);
    for (let length = 0; ;) {
      const { bytesRead } = await file.read(bytes, length, limit - length);
      length += bytesRead;
      if (bytesRead === 0 || length === limit) return bytes.subarray(0, length);
    }
  } finally {
    await file.close();
  }
}

function explainReadError(cause: unknown, ref: KeyRef): CardctlError {
  const code = (cause as NodeJS.ErrnoException).code;
  if (code === 'ENOENT') {
    return new CardctlError('key-not-found', `there is no key file ${ref.target}`, {
      hint: advisePath(ref),
      cause,
    });
  }
  const reason =
    code === 'EISDIR'
      ? 'is a directory'
      : code === 'EACCES'
        ? 'may not be read'
        : `cannot be read (${code ?? 'unknown'})`;
  return new CardctlError('key-unreadable', `key file ${ref.target} ${reason}`, {
    hint: 'name a file that you may read',
    cause,
  });
}

function advisePath({ text, target }: KeyRef): string {
  if (target.startsWith('~'))
    return 'write the path in full: ~ is only known to the shell, at the start of a word';
  if (/^\/\/[^/]/.test(target)) return 'write file:PATH, or file:///PATH from the root';
  return `check the path, or make a key with \`cardctl keys create ${text}\``;
}

async function createKeyFile(ref: KeyRef, context: ProviderContext & CreateKeyOptions): Promise<Signer> {
  const { path, variable } = splitPassphrase(ref.target);
  const passphraseVariable = context.passphraseVariable ?? variable;
  const isEncrypted = context.passphraseVariable !== undefined || ref.target !== path;
  const passphrase = isEncrypted ? readVariable(context.env, passphraseVariable) : undefined;
  if (isEncrypted && (passphrase === undefined || passphrase === '')) {
    throw new CardctlError('key-locked', `the passphrase variable ${passphraseVariable} is not set`, {
      hint: `put the passphrase into the environment variable ${passphraseVariable}`,
    });
  }
  const pem = toPem(generateKey(getAlgorithm(context.algorithm)), passphrase);
  const signer = toSigner({
    ref: ref.text,
    bytes: new TextEncoder().encode(pem),
    passphrase,
    passphraseVariable,
  });
  await writeNewFile(toPath(path), pem);
  return signer;
}

/** NIST SP 800-57: 3072 bits for use past 2030. */
const rsaBits = 3072;

function generateKey(algorithm: Algorithm): KeyObject {
  switch (algorithm.family) {
    case 'ecdsa':
      return generateKeyPairSync('ec', { namedCurve: algorithm.crv ?? '' }).privateKey;
    case 'rsa-pkcs1':
    case 'rsa-pss':
      return generateKeyPairSync('rsa', { modulusLength: rsaBits }).privateKey;
    case 'eddsa':
      return generateKeyPairSync('ed25519').privateKey;
    case 'ml-dsa':
      return generateMlDsaKey(algorithm);
  }
}

function generateMlDsaKey(algorithm: Algorithm): KeyObject {
  try {
    // Node 24.6 and later; the types of Node 20 do not have the name.
    return generateKeyPairSync(algorithm.name.toLowerCase() as 'ed25519').privateKey;
  } catch (cause) {
    throw new CardctlError('usage', `this Node.js (${process.version}) has no ${algorithm.name}`, {
      hint: 'run cardctl with Node.js 24.6 or later, or choose another algorithm',
      cause,
    });
  }
}

function toPem(key: KeyObject, passphrase: string | undefined): string {
  const encryption = passphrase === undefined ? {} : { cipher: 'aes-256-cbc', passphrase };
  return key.export({ type: 'pkcs8', format: 'pem', ...encryption }) as string;
}

/** For its owner alone, and never over a file that is there: that might be the only copy of a key. */
async function writeNewFile(path: string, text: string): Promise<void> {
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } catch (cause) {
      // Half a key is none, and would stand in the way of the next try.
      await unlink(path);
      throw cause;
    } finally {
      await file.close();
    }
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') {
      throw new CardctlError('file-exists', `${path} exists; a key is never written over`, {
        hint: 'choose another name, or move the file away',
        cause,
      });
    }
    throw new CardctlError('file-unwritable', `key file ${path} cannot be written`, {
      hint: 'check that the folder exists and that you may write there',
      cause,
    });
  }
}
