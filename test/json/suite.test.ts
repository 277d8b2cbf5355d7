/** Knows how the reader does on JSONTestSuite (https://github.com/nst/JSONTestSuite), which is not kept here. */

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { JsonError } from '../../src/json/error.js';
import { readJson } from '../../src/json/read.js';

const folder = join(process.env['CARDCTL_SUITES'] ?? '', 'json-parsing');
const isPresent = process.env['CARDCTL_SUITES'] !== undefined && existsSync(folder);

function filesOf(name: string): string[] {
  return isPresent ? readdirSync(join(folder, name)).filter((file) => file.endsWith('.json')) : [];
}

/** What the reader makes of a file: its value as JSON, or the code it is refused with. */
function outcome(kind: string, file: string): string {
  try {
    return JSON.stringify(readJson(readFileSync(join(folder, kind, file))).value);
  } catch (error) {
    if (error instanceof JsonError) return error.findingCode;
    throw error;
  }
}

const parsing = filesOf('test_parsing');

/** The `i_` files, which the suite leaves to the reader: I-JSON (RFC 7493) does not. */
const decided: Record<string, string> = {
  'i_number_double_huge_neg_exp.json': '[0]',
  'i_number_huge_exp.json': 'json-number-range',
  'i_number_neg_int_huge_exp.json': 'json-number-range',
  'i_number_pos_double_huge_exp.json': 'json-number-range',
  'i_number_real_neg_overflow.json': 'json-number-range',
  'i_number_real_pos_overflow.json': 'json-number-range',
  'i_number_real_underflow.json': '[0]',
  'i_number_too_big_neg_int.json': '[-1.2312312312312312e+29]',
  'i_number_too_big_pos_int.json': '[100000000000000000000]',
  'i_number_very_big_negative_int.json': '[-2.374623746732769e+47]',
  'i_object_key_lone_2nd_surrogate.json': 'json-lone-surrogate',
  'i_string_1st_surrogate_but_2nd_missing.json': 'json-lone-surrogate',
  'i_string_1st_valid_surrogate_2nd_invalid.json': 'json-lone-surrogate',
  'i_string_UTF-16LE_with_BOM.json': 'json-utf8',
  'i_string_UTF-8_invalid_sequence.json': 'json-utf8',
  'i_string_UTF8_surrogate_U+D800.json': 'json-utf8',
  'i_string_incomplete_surrogate_and_escape_valid.json': 'json-lone-surrogate',
  'i_string_incomplete_surrogate_pair.json': 'json-lone-surrogate',
  'i_string_incomplete_surrogates_escape_valid.json': 'json-lone-surrogate',
  'i_string_invalid_lonely_surrogate.json': 'json-lone-surrogate',
  'i_string_invalid_surrogate.json': 'json-lone-surrogate',
  'i_string_invalid_utf-8.json': 'json-utf8',
  'i_string_inverted_surrogates_U+1D11E.json': 'json-lone-surrogate',
  'i_string_iso_latin_1.json': 'json-utf8',
  'i_string_lone_second_surrogate.json': 'json-lone-surrogate',
  'i_string_lone_utf8_continuation_byte.json': 'json-utf8',
  'i_string_not_in_unicode_range.json': 'json-utf8',
  'i_string_overlong_sequence_2_bytes.json': 'json-utf8',
  'i_string_overlong_sequence_6_bytes.json': 'json-utf8',
  'i_string_overlong_sequence_6_bytes_null.json': 'json-utf8',
  'i_string_truncated-utf-8.json': 'json-utf8',
  'i_string_utf16BE_no_BOM.json': 'json-utf8',
  'i_string_utf16LE_no_BOM.json': 'json-utf8',
  'i_structure_500_nested_arrays.json': 'json-depth',
  'i_structure_UTF-8_BOM_empty_object.json': '{}',
};

/** The transform files: other readers turn each into something else without a word. */
const transformed: Record<string, string> = {
  'number_-9223372036854775808.json': '[-9223372036854776000]',
  'number_-9223372036854775809.json': '[-9223372036854776000]',
  'number_1.0.json': '[1]',
  'number_1.000000000000000005.json': '[1]',
  'number_1000000000000000.json': '[1000000000000000]',
  'number_10000000000000000999.json': '[10000000000000000000]',
  'number_1e-999.json': '[0]',
  'number_1e6.json': '[1000000]',
  'number_9223372036854775807.json': '[9223372036854776000]',
  'number_9223372036854775808.json': '[9223372036854776000]',
  'object_key_nfc_nfd.json': '{"\u00e9":"NFC","e\u0301":"NFD"}',
  'object_key_nfd_nfc.json': '{"e\u0301":"NFD","\u00e9":"NFC"}',
  'object_same_key_different_values.json': 'json-duplicate-name',
  'object_same_key_same_value.json': 'json-duplicate-name',
  'object_same_key_unclear_values.json': 'json-duplicate-name',
  'string_1_escaped_invalid_codepoint.json': 'json-lone-surrogate',
  'string_1_invalid_codepoint.json': 'json-utf8',
  'string_2_escaped_invalid_codepoints.json': 'json-lone-surrogate',
  'string_2_invalid_codepoints.json': 'json-utf8',
  'string_3_escaped_invalid_codepoints.json': 'json-lone-surrogate',
  'string_3_invalid_codepoints.json': 'json-utf8',
  'string_with_escaped_NULL.json': '["A\\u0000B"]',
};

describe.skipIf(isPresent)(
  'JSONTestSuite is absent: CARDCTL_SUITES names no folder with json-parsing/',
  () => {
    it('which CI does not allow', ({ skip }) => {
      expect(process.env['CI'], 'CARDCTL_SUITES must name the folder of the suites').not.toBe('true');
      skip('set CARDCTL_SUITES to a folder with json-parsing/ (nst/JSONTestSuite)');
    });
  },
);

describe.runIf(isPresent)('JSONTestSuite', () => {
  it('is complete', () => {
    expect(parsing).toHaveLength(318);
    expect(filesOf('test_transform')).toHaveLength(22);
  });

  it.each(parsing.filter((file) => file.startsWith('n_')))('%s is refused', (file) => {
    expect(outcome('test_parsing', file)).toMatch(/^json-(?:syntax|utf8|empty|depth|lone-surrogate)$/);
  });

  it.each(parsing.filter((file) => file.startsWith('y_object_duplicated_key')))('%s is refused', (file) => {
    expect(outcome('test_parsing', file)).toBe('json-duplicate-name');
  });

  it.each(parsing.filter((file) => file.startsWith('y_') && !file.includes('duplicated_key')))(
    '%s is read as JSON.parse reads it',
    (file) => {
      const bytes = readFileSync(join(folder, 'test_parsing', file));
      const expected = JSON.parse(bytes.toString()) as unknown;
      expect(readJson(bytes).value).toEqual(expected);
      expect(outcome('test_parsing', file)).toBe(JSON.stringify(expected));
    },
  );

  it.each(parsing.filter((file) => file.startsWith('i_')))('%s is decided', (file) => {
    expect(outcome('test_parsing', file)).toBe(decided[file]);
  });

  it.each(filesOf('test_transform'))('%s is kept as it is or refused', (file) => {
    expect(outcome('test_transform', file)).toBe(transformed[file]);
  });
});
