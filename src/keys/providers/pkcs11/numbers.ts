/** Knows how a CK_ULONG lies in memory. */
import { endianness } from 'node:os';

/** The number in a CK_ULONG: 4 or 8 bytes, in the order of this machine. */
export function readUlong(bytes: Uint8Array): bigint {
  const ordered = endianness() === 'LE' ? Uint8Array.from(bytes).reverse() : bytes;
  return ordered.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
}

/** Whether a flag is set. Flags go to bit 31, where the operators of signed numbers would mislead. */
export function hasFlag(flags: number, flag: number): boolean {
  return (BigInt(flags) & BigInt(flag)) !== 0n;
}

/** The numbers in an array of CK_ULONG, each as long as a handle. */
export function readUlongs(bytes: Uint8Array, width: number): number[] {
  const numbers: number[] = [];
  for (let at = 0; at + width <= bytes.length; at += width)
    numbers.push(Number(readUlong(bytes.subarray(at, at + width))));
  return numbers;
}
