/** Knows ECDSA signatures as key services give them: DER, which JWS has no place for. */

/** ASN.1 tags (X.690 8.9, 8.3), constructed where they are. */
const SEQUENCE = 0x30;
const INTEGER = 0x02;

/**
 * The two numbers of a DER signature (RFC 3279 2.2.3: SEQUENCE of INTEGER r, INTEGER s) one after the other, each
 * `size` bytes long, as JWS has them (RFC 7518 3.4); `undefined` for anything but the one DER encoding of two
 * positive numbers that fit. Whether they are below the order of the curve is not asked.
 */
export function derToJws(der: Uint8Array, size: number): Uint8Array | undefined {
  const sequence = readValue(der, 0, SEQUENCE);
  if (sequence?.end !== der.length) return undefined;
  const r = readValue(der, sequence.start, INTEGER);
  if (r === undefined) return undefined;
  const s = readValue(der, r.end, INTEGER);
  if (s?.end !== der.length) return undefined;
  const signature = new Uint8Array(2 * size);
  const fits = [r, s].every((range, index) =>
    writeNumber(der, range, signature.subarray(index * size, (index + 1) * size)),
  );
  return fits ? signature : undefined;
}

type Range = { readonly start: number; readonly end: number };

/** The content of the value at an offset, which must have the tag and the shortest form of length (X.690 10.1). */
function readValue(der: Uint8Array, at: number, tag: number): Range | undefined {
  const first = der[at + 1];
  if (der[at] !== tag || first === undefined) return undefined;
  if (first < 0x80) return toRange(der, at + 2, first);
  // The largest of all, ES512's, has 139 bytes: one byte of length behind the one that says so.
  const long = der[at + 2];
  return first === 0x81 && long !== undefined && long >= 0x80 ? toRange(der, at + 3, long) : undefined;
}

function toRange(der: Uint8Array, start: number, length: number): Range | undefined {
  return start + length <= der.length ? { start, end: start + length } : undefined;
}

/** Writes a number over all of `target`, big-endian; false where it is not positive, not shortest, or too large. */
function writeNumber(der: Uint8Array, { start, end }: Range, target: Uint8Array): boolean {
  const [first = 0x80, second = 0] = der.subarray(start, end);
  // X.690 8.3.2: the first nine bits are neither all zero nor all one; a set first bit is a sign.
  if (first >= 0x80 || (first === 0 && second < 0x80)) return false;
  const digits = der.subarray(first === 0 ? start + 1 : start, end);
  if (digits.length > target.length) return false;
  target.set(digits, target.length - digits.length);
  return true;
}
