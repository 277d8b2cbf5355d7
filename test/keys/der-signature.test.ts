/** Knows which bytes are the one DER encoding of an ECDSA signature, and how long the same signature is in JWS. */
import { generateKeyPairSync, sign } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { derToJws } from '../../src/keys/der-signature.js';
import { toDerInteger, toDerSignature, toDerValue } from '../support/der.js';

/** Bytes of one number on P-256, P-384 and P-521. */
const sizes = [32, 48, 66] as const;
const one32 = `${'00'.repeat(31)}01`;

function convert(hex: string, size = 32): string | undefined {
  const signature = derToJws(Buffer.from(hex, 'hex'), size);
  return signature === undefined ? undefined : Buffer.from(signature).toString('hex');
}

describe('a signature in DER', () => {
  it('of two ones is 31 zero bytes before each', () => {
    expect(convert('3006020101020101')).toBe(one32 + one32);
  });

  it('whose r has 31 bytes is filled up to 32', () => {
    expect(convert(toDerSignature('7f'.repeat(31), 'ee'.repeat(32)))).toBe(
      `00${'7f'.repeat(31)}${'ee'.repeat(32)}`,
    );
  });

  it('whose s has 31 bytes with the first bit set is filled up to 32', () => {
    expect(convert(toDerSignature('11'.repeat(32), 'ff'.repeat(31)))).toBe(
      `${'11'.repeat(32)}00${'ff'.repeat(31)}`,
    );
  });

  it('of two numbers of 65 bytes is 132 bytes for ES512', () => {
    const converted = convert(toDerSignature('7f'.repeat(65), '80'.repeat(65)), 66);
    expect(converted).toBe(`00${'7f'.repeat(65)}00${'80'.repeat(65)}`);
    expect(converted).toHaveLength(2 * 132);
  });

  it('of the largest numbers on P-521 has one byte of length behind the one that says so', () => {
    const largest = `01${'ff'.repeat(65)}`;
    const der = toDerSignature(largest, largest);
    expect(der.slice(0, 6)).toBe('308188');
    expect(convert(der, 66)).toBe(largest + largest);
  });

  it('of the largest numbers on P-256 keeps no byte of the sign', () => {
    const largest = 'ff'.repeat(32);
    expect(convert(toDerSignature(largest, largest))).toBe(largest + largest);
  });
});

describe('no signature in DER is', () => {
  const r = 'aa'.repeat(32);
  const s = 'bb'.repeat(32);
  const der = toDerSignature(r, s);
  const inner = toDerInteger(r) + toDerInteger(s);

  it.each([
    ['nothing', ''],
    ['one byte', '30'],
    ['an empty sequence', '3000'],
    ['a sequence of one number', toDerValue('30', toDerInteger(r))],
    ['one cut short at its end', der.slice(0, -2)],
    ['one cut short in r', der.slice(0, 20)],
    ['a byte behind the sequence', `${der}00`],
    ['a byte behind s within the sequence', toDerValue('30', `${inner}00`)],
    ['a third number', toDerValue('30', `${inner}020101`)],
    ['a sequence that says one byte less', `3045${inner}`],
    ['a sequence that says one byte more', `3047${inner}`],
    ['r and s as JWS has them', r + s],
    ['r and s as JWS has them, where r begins like a sequence', `3046${r.slice(4)}${s}`],
  ])('%s', (_, hex) => {
    expect(convert(hex)).toBeUndefined();
  });

  it.each([
    ['a sequence in the long form where the short one does', `308146${inner}`],
    ['a sequence with two bytes of length', `30820046${inner}`],
    ['a number in the long form', toDerValue('30', `02812100${r}${toDerInteger(s)}`)],
    ['a length of four bytes', `308400000046${inner}`],
    ['a reserved length', `30ff${inner}`],
    ['an indefinite length', `3080${inner}0000`],
    ['an indefinite length without its end', `3080${inner}`],
  ])('%s', (_, hex) => {
    expect(convert(hex)).toBeUndefined();
  });

  it.each([
    ['a set', toDerValue('31', inner)],
    ['a sequence that is said not to be constructed', toDerValue('10', inner)],
    ['a sequence of an application', toDerValue('70', inner)],
    ['r as a bit string', toDerValue('30', `032100${r}${toDerInteger(s)}`)],
    ['s as an octet string', toDerValue('30', toDerInteger(r) + toDerValue('04', `00${s}`))],
    ['r as a constructed number', toDerValue('30', `222100${r}${toDerInteger(s)}`)],
    ['a sequence in a sequence', toDerValue('30', der)],
    ['r as null', toDerValue('30', `0500${toDerInteger(s)}`)],
  ])('%s', (_, hex) => {
    expect(convert(hex)).toBeUndefined();
  });

  it.each([
    ['r of no bytes', toDerValue('30', `0200${toDerInteger(s)}`)],
    ['s of no bytes', toDerValue('30', `${toDerInteger(r)}0200`)],
    ['r that is negative', toDerValue('30', toDerValue('02', r) + toDerInteger(s))],
    ['s that is negative', toDerValue('30', toDerInteger(r) + toDerValue('02', 'ff'))],
    ['r that is zero', toDerValue('30', `020100${toDerInteger(s)}`)],
    ['s that is zero', toDerValue('30', `${toDerInteger(r)}020100`)],
    ['r with a zero byte too many', toDerValue('30', toDerValue('02', '007f') + toDerInteger(s))],
    ['s with two zero bytes', toDerValue('30', toDerInteger(r) + toDerValue('02', `0000${s}`))],
    ['r of 33 bytes', toDerSignature(`01${r}`, s)],
    ['s of 33 bytes', toDerSignature(r, `01${s}`)],
    ['both for another curve', toDerSignature('01'.repeat(48), '01'.repeat(48))],
  ])('%s', (_, hex) => {
    expect(convert(hex)).toBeUndefined();
  });
});

describe('the numbers of a signature', () => {
  const number = fc.bigInt({ min: 1n, max: (1n << 521n) - 1n });

  /** Two numbers that fit, and how many bytes each has in JWS. */
  const signature = fc
    .tuple(fc.constantFrom(...sizes), number, number, fc.nat(521), fc.nat(521))
    .map(([size, r, s, less, lesser]) => ({
      size,
      r: shrink(r, size, less),
      s: shrink(s, size, lesser),
    }));

  function shrink(value: bigint, size: number, bits: number): bigint {
    const fitting = value & ((1n << BigInt(8 * size)) - 1n);
    return fitting >> BigInt(bits) || 1n;
  }

  const toHex = (value: bigint): string => {
    const hex = value.toString(16);
    return hex.length % 2 === 0 ? hex : `0${hex}`;
  };

  it('come back, whatever they are', () => {
    fc.assert(
      fc.property(signature, ({ size, r, s }) => {
        const converted = convert(toDerSignature(toHex(r), toHex(s)), size) ?? '';
        expect(converted).toHaveLength(4 * size);
        expect(BigInt(`0x${converted.slice(0, 2 * size)}`)).toBe(r);
        expect(BigInt(`0x${converted.slice(2 * size)}`)).toBe(s);
      }),
      { numRuns: 1000 },
    );
  });

  it('have one encoding: no other bytes lead to them', () => {
    const change = fc.tuple(fc.nat(), fc.integer({ min: 1, max: 255 }));
    fc.assert(
      fc.property(signature, change, ({ size, r, s }, [place, bits]) => {
        const der = Buffer.from(toDerSignature(toHex(r), toHex(s)), 'hex');
        const changed = Buffer.from(der);
        const at = place % der.length;
        changed.writeUInt8(changed.readUInt8(at) ^ bits, at);
        const before = derToJws(der, size);
        expect(before).toBeDefined();
        expect(derToJws(changed, size)).not.toEqual(before);
      }),
      { numRuns: 1000 },
    );
  });

  it('are read from any bytes without a crash', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 150 }), fc.constantFrom(...sizes), (bytes, size) => {
        const converted = derToJws(bytes, size);
        expect(converted === undefined || converted.length === 2 * size).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['P-256', 64],
    ['P-384', 96],
    ['P-521', 132],
  ])('are always of full length on %s', (namedCurve, length) => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve });
    for (let index = 0; index < 300; index += 1) {
      const der = sign('sha256', Buffer.from(`message ${index}`), privateKey);
      expect(derToJws(der, length / 2)).toHaveLength(length);
    }
  });
});
