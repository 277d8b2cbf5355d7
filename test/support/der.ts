/** Knows how tests write DER (X.690): values, and the INTEGERs of an ECDSA signature; all in hex. */

/** A value with the shortest form of its length, which is below 256. */
export function toDerValue(tag: string, content: string): string {
  const length = content.length / 2;
  const hex = length.toString(16).padStart(2, '0');
  return `${tag}${length < 0x80 ? hex : `81${hex}`}${content}`;
}

/** An INTEGER from the digits of a number: a leading zero byte where the first bit would be a sign. */
export function toDerInteger(digits: string): string {
  return toDerValue('02', /^[89a-f]/.test(digits) ? `00${digits}` : digits);
}

/** A signature (RFC 3279 2.2.3) from the digits of r and s. */
export function toDerSignature(r: string, s: string): string {
  return toDerValue('30', toDerInteger(r) + toDerInteger(s));
}
