/** Knows how the `openssl` command line (3.0) makes and checks the signature of each JWS algorithm. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The JWS algorithms that this peer knows. */
export type OpensslAlg = `${'ES' | 'RS' | 'PS'}${'256' | '384' | '512'}` | 'EdDSA';

/** What `opensslVerify` checks; `signature` is in the form of JWS, so r||s for ECDSA. */
type OpensslVerifyInput = {
  alg: OpensslAlg;
  publicKeyPem: string;
  signingInput: string | Uint8Array;
  signature: Uint8Array;
};

/** What `opensslSign` signs. */
type OpensslSignInput = {
  alg: OpensslAlg;
  privateKeyPem: string;
  signingInput: string | Uint8Array;
};

/** `coordinate` is the length in bytes of r and of s; no `hash` means that the key signs the message itself. */
type Method = { hash?: string; options?: string[]; coordinate?: number };

// RFC 7518 3.5: the salt of PSS is as long as the hash
const PSS = ['-sigopt', 'rsa_padding_mode:pss', '-sigopt', 'rsa_pss_saltlen:digest'];

const METHODS: Record<OpensslAlg, Method> = {
  ES256: { hash: 'sha256', coordinate: 32 },
  ES384: { hash: 'sha384', coordinate: 48 },
  ES512: { hash: 'sha512', coordinate: 66 },
  RS256: { hash: 'sha256' },
  RS384: { hash: 'sha384' },
  RS512: { hash: 'sha512' },
  PS256: { hash: 'sha256', options: PSS },
  PS384: { hash: 'sha384', options: PSS },
  PS512: { hash: 'sha512', options: PSS },
  EdDSA: {},
};

/** Every algorithm of this peer. */
export const opensslAlgs = Object.keys(METHODS) as OpensslAlg[];

/** Whether an `openssl` of version 3 or later is on the path. */
export function hasOpenssl(): boolean {
  const { stdout, error } = spawnSync('openssl', ['version'], { encoding: 'utf8' });
  return error === undefined && /^OpenSSL (?:[3-9]|\d\d)\./.test(stdout);
}

/** Whether `openssl` accepts the signature; throws when it could not get as far as an answer. */
export function opensslVerify(input: OpensslVerifyInput): boolean {
  const { hash, options = [], coordinate } = METHODS[input.alg];
  // RFC 7518 3.4: r and s have a fixed length, leading zeros included
  if (coordinate !== undefined && input.signature.length !== 2 * coordinate) return false;
  const signature = coordinate === undefined ? input.signature : toDer(input.signature);
  return inFolder({ key: input.publicKeyPem, message: input.signingInput, signature }, (folder) => {
    const args =
      hash === undefined
        ? [
            'pkeyutl',
            '-verify',
            '-rawin',
            '-pubin',
            '-inkey',
            'key',
            '-in',
            'message',
            '-sigfile',
            'signature',
          ]
        : ['dgst', `-${hash}`, '-verify', 'key', '-signature', 'signature', ...options, 'message'];
    const { status, stdout, stderr } = openssl(folder, args);
    if (status === 0) return true;
    if (/Verification failure|Error verifying data/i.test(stdout + stderr)) return false;
    throw new Error(`openssl gave no answer: ${stderr}`);
  });
}

/** The signature that `openssl` makes, in the form of JWS. */
export function opensslSign(input: OpensslSignInput): Uint8Array {
  const { hash, options = [], coordinate } = METHODS[input.alg];
  return inFolder({ key: input.privateKeyPem, message: input.signingInput }, (folder) => {
    const args =
      hash === undefined
        ? ['pkeyutl', '-sign', '-rawin', '-inkey', 'key', '-in', 'message', '-out', 'signature']
        : ['dgst', `-${hash}`, '-sign', 'key', ...options, '-out', 'signature', 'message'];
    const { status, stderr } = openssl(folder, args);
    if (status !== 0) throw new Error(`openssl did not sign: ${stderr}`);
    const signature = readFileSync(join(folder, 'signature'));
    return new Uint8Array(coordinate === undefined ? signature : toRaw(signature, coordinate));
  });
}

/** Runs `openssl` in a folder, to its end; throws when there is none. */
export function openssl(
  cwd: string,
  args: string[],
): { status: number | null; stdout: string; stderr: string } {
  const { error, ...result } = spawnSync('openssl', args, { cwd, encoding: 'utf8' });
  if (error) throw error;
  return result;
}

/** Calls `use` with a folder that holds these files, and removes it afterwards. */
export function inFolder<T>(files: Record<string, string | Uint8Array>, use: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'cardctl-openssl-'));
  try {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** r||s to `SEQUENCE { r INTEGER, s INTEGER }` (RFC 3279 2.2.3). */
function toDer(raw: Uint8Array): Buffer {
  const half = raw.length / 2;
  const body = Buffer.concat([toInteger(raw.subarray(0, half)), toInteger(raw.subarray(half))]);
  // X.690 8.1.3: a length beyond 127 takes a second byte; P-521 alone needs it
  const length = body.length > 127 ? [0x81, body.length] : [body.length];
  return Buffer.concat([Buffer.from([0x30, ...length]), body]);
}

function toInteger(coordinate: Uint8Array): Buffer {
  const first = coordinate.findIndex((byte) => byte !== 0);
  const digits = first === -1 ? Buffer.from([0]) : coordinate.subarray(first);
  const sign = digits[0]! > 127 ? [0] : [];
  return Buffer.concat([Buffer.from([0x02, sign.length + digits.length, ...sign]), digits]);
}

/** `SEQUENCE { r INTEGER, s INTEGER }`, as `openssl` writes it, to r||s. */
function toRaw(der: Buffer, coordinate: number): Buffer {
  const raw = Buffer.alloc(2 * coordinate);
  let at = der[1] === 0x81 ? 3 : 2;
  for (const end of [coordinate, 2 * coordinate]) {
    const next = at + 2 + der[at + 1]!;
    const digits = der.subarray(at + 2, next);
    const kept = digits.subarray(Math.max(0, digits.length - coordinate));
    raw.set(kept, end - kept.length);
    at = next;
  }
  return raw;
}
