/** Knows how the `openssl` command line signs a digest that is ready, and checks the signature of one. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inFolder, openssl } from './openssl.js';

/** `padding` is for RSA; `saltLength`, in bytes, for PSS: the length of the hash where it is left out. */
type DigestMethod = {
  hash: 'sha256' | 'sha384' | 'sha512';
  padding?: 'pkcs1' | 'pss' | undefined;
  saltLength?: number;
};

/** The signature as openssl gives it: DER for ECDSA. */
export function opensslSignDigest(digest: Uint8Array, privateKeyPem: string, method: DigestMethod): Buffer {
  return inFolder({ key: privateKeyPem, digest }, (folder) => {
    const args = ['pkeyutl', '-sign', '-inkey', 'key', '-in', 'digest', '-out', 'signature'];
    const { status, stderr } = openssl(folder, [...args, ...toOptions(method)]);
    if (status !== 0) throw new Error(`openssl did not sign: ${stderr}`);
    return readFileSync(join(folder, 'signature'));
  });
}

/** Whether `openssl` accepts the signature, with exactly this length of salt. */
export function opensslVerifyDigest(
  { digest, signature, publicKeyPem }: { digest: Uint8Array; signature: Uint8Array; publicKeyPem: string },
  method: DigestMethod,
): boolean {
  return inFolder({ key: publicKeyPem, digest, signature }, (folder) => {
    const args = ['pkeyutl', '-verify', '-pubin', '-inkey', 'key', '-in', 'digest', '-sigfile', 'signature'];
    const { status, stdout, stderr } = openssl(folder, [...args, ...toOptions(method)]);
    if (status === 0) return true;
    if (stdout.includes('Signature Verification Failure')) return false;
    throw new Error(`openssl gave no answer: ${stderr}`);
  });
}

function toOptions({ hash, padding, saltLength }: DigestMethod): string[] {
  const options = [`digest:${hash}`];
  if (padding) options.push(`rsa_padding_mode:${padding}`);
  if (padding === 'pss') options.push(`rsa_pss_saltlen:${saltLength ?? 'digest'}`);
  return options.flatMap((option) => ['-pkeyopt', option]);
}
