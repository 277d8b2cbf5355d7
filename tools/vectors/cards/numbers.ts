/** Knows numbers as cards of A2A 1.0 and 0.3 may have them in params: by literal, for the literal may count. */
import { withLegacyParams, withParams, type WrittenCards } from './card-text.js';

const literals = [
  ['0', '-0', '0.0', '-0.0', '0e5', '1', '1.0', '-1', '-1.0', '1.50', '10.0'],
  ['1e2', '1E2', '1e+2', '1.0e2', '100', '100.0', '1e0', '12e-1'],
  ['1e15', '1e16', '1e17', '1e20', '1e21', '1e22', '1e23', '-1e16', '9999999999999998.0'],
  ['1000000000000000', '10000000000000000', '100000000000000000000', '1000000000000000000000'],
  ['1e-4', '1e-5', '1e-6', '1e-7', '0.0001', '0.00001', '0.000001', '0.0000001', '-1e-5', '1.5e-6'],
  ['123456789012345680', '123456789012345678', '12345678901234567890123', '1.2345678901234568e17'],
  ['9007199254740991', '9007199254740992', '9007199254740993', '-9007199254740993', '9007199254740993.0'],
  ['0.1', '0.30000000000000004', '0.1000000000000000055511151231257827', '333333333.33333329', '4.50'],
  ['5e-324', '2.2250738585072014e-308', '1.7976931348623157e308', '1e-400', '123e-500', '1e308'],
  ['295147905179352825856', '1.0000000000000002', '4.35', '2e-3', '1424953923781206.2'],
] as const;

/** What JSON's grammar or the range of doubles does not have; parsers may take them all the same. */
const rejects = {
  'overflow': '1e400',
  'overflow-negative': '-1e400',
  'overflow-digits': `1${'0'.repeat(400)}`,
  'nan': 'NaN',
  'infinity': 'Infinity',
  'infinity-negative': '-Infinity',
  'leading-zero': '01',
  'no-fraction': '1.',
  'plus': '+1',
  'hexadecimal': '0x10',
} as const;

type Writer = (params: string) => string;

function toRows(prefix: string, write: Writer): WrittenCards {
  const rows = literals.map((row, index) => {
    const params = `{${row.map((literal, at) => `"m${String(at).padStart(2, '0')}":${literal}`).join(',')}}`;
    return [`${prefix}-${index}`, [row.join(' '), write(params)]] as const;
  });
  const refused = Object.entries(rejects).map(
    ([id, literal]) =>
      [`${prefix}-${id}`, [`${literal.slice(0, 20)} is no number`, write(`{"a":${literal}}`)]] as const,
  );
  return Object.fromEntries([...rows, ...refused]);
}

export const numbers: WrittenCards = toRows('number', withParams);

export const legacyNumbers: WrittenCards = toRows('legacy-number', withLegacyParams);
