/** Knows how node:crypto alone makes and checks an entry of a card over any text, so that no code here has a say in it. */
import { sign, verify, type KeyObject } from 'node:crypto';

export type DetachedEntry = { readonly protected: string; readonly signature: string };

/** Algorithms that the SDKs, too, sign with. */
export const detachedAlgs = ['ES256', 'EdDSA', 'RS256'] as const;

type DetachedHeader = { readonly alg: (typeof detachedAlgs)[number] } & Readonly<Record<string, unknown>>;

const digests = { ES256: 'sha256', EdDSA: null, RS256: 'sha256' } as const;

/** An entry whose payload is the text, in UTF-8. */
export function makeDetachedEntry(
  text: string,
  header: DetachedHeader,
  privateKey: KeyObject,
): DetachedEntry {
  const encoded = Buffer.from(JSON.stringify(header)).toString('base64url');
  const key = { key: privateKey, dsaEncoding: 'ieee-p1363' } as const;
  const signature = sign(digests[header.alg], toInput(encoded, text), key);
  return { protected: encoded, signature: signature.toString('base64url') };
}

/** Whether the entry's payload is the text; its `alg` is believed. */
export function isDetachedEntryOf(entry: DetachedEntry, text: string, publicKey: KeyObject): boolean {
  const { alg } = JSON.parse(Buffer.from(entry.protected, 'base64url').toString()) as DetachedHeader;
  const key = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  const signature = Buffer.from(entry.signature, 'base64url');
  return verify(digests[alg], toInput(entry.protected, text), key, signature);
}

function toInput(encodedHeader: string, text: string): Buffer {
  return Buffer.from(`${encodedHeader}.${Buffer.from(text).toString('base64url')}`);
}
