/** Knows how a new private key is made in a file: whole, for its owner alone, and never over another. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { constants, copyFile, link, open, rm } from 'node:fs/promises';
import { CardctlError } from '../../errors.js';
import { getAlgorithm, type Algorithm } from '../algorithms.js';
import type { KeyRef } from '../key-ref.js';
import type { Signer } from '../signer.js';
import { toPath } from './file.js';
import type { CreateKeyOptions, ProviderContext } from './provider.js';
import { readVariable, splitPassphrase } from './passphrase.js';
import { generateMlDsaKey } from './ml-dsa.js';
import { toTemporaryPath } from '../../temporary-path.js';
import { toSigner } from './private-key.js';

/** Makes a key pair of the algorithm and writes the private key as PKCS#8 PEM. Throws `CardctlError`. */
export async function createKeyFile(
  ref: KeyRef,
  context: ProviderContext & CreateKeyOptions,
): Promise<Signer> {
  const { path, variable } = splitPassphrase(ref.target);
  const passphraseVariable = context.passphraseVariable ?? variable;
  const isEncrypted = context.passphraseVariable !== undefined || ref.target !== path;
  const passphrase = isEncrypted ? readVariable(context.env, passphraseVariable) : undefined;
  if (isEncrypted && (passphrase === undefined || passphrase === '')) {
    throw new CardctlError(
      'key-locked',
      `the passphrase variable ${passphraseVariable} is ${passphrase === undefined ? 'not set' : 'empty'}`,
      {
        hint: `put the passphrase into the environment variable ${passphraseVariable}`,
      },
    );
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

function toPem(key: KeyObject, passphrase: string | undefined): string {
  const encryption = passphrase === undefined ? {} : { cipher: 'aes-256-cbc', passphrase };
  return key.export({ type: 'pkcs8', format: 'pem', ...encryption }) as string;
}

/**
 * For its owner alone, and never over a file that is there: that might be the only copy of a key. The file gets its
 * name when all of it is on the disk, for half a key is none, and would stand in the way of the next try.
 */
async function writeNewFile(path: string, text: string): Promise<void> {
  const temporary = toTemporaryPath(path);
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await giveName(temporary, path);
  } catch (cause) {
    throw explainWriteError(path, cause);
  } finally {
    // What is wrong with the path is told already.
    await rm(temporary, { force: true }).catch(() => undefined);
  }
}

/** Fails with EEXIST where there is such a file. */
async function giveName(temporary: string, path: string): Promise<void> {
  try {
    await link(temporary, path);
  } catch (error) {
    // Some file systems have no second names.
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes((error as NodeJS.ErrnoException).code ?? ''))
      throw error;
    await copyFile(temporary, path, constants.COPYFILE_EXCL);
  }
}

function explainWriteError(path: string, cause: unknown): CardctlError {
  if ((cause as NodeJS.ErrnoException).code === 'EEXIST') {
    return new CardctlError('file-exists', `${path} exists; a key is never written over`, {
      hint: 'choose another name, or move the file away',
      cause,
    });
  }
  const reason = (cause as NodeJS.ErrnoException).code ?? 'unknown';
  return new CardctlError('file-unwritable', `key file ${path} cannot be written (${reason})`, {
    hint: 'check that the folder exists and that you may write there',
    cause,
  });
}
