/** Knows that docs/exit-codes.md says what the source does: the codes, their order, verdicts and errors. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  combineExitCodes,
  exitCodeOfError,
  exitCodeOfVerdict,
  exitCodes,
  type ExitCode,
} from '../../src/cli/exit-codes.js';
import { CardctlError, type ErrorCode } from '../../src/errors.js';
import { createWorkspace } from './run.js';
import { createCard, p256, toPublic } from './samples.js';

/** All there are, says the compiler. */
const errorCodes: Readonly<Record<ErrorCode, true>> = {
  'usage': true,
  'key-ref-invalid': true,
  'key-set-invalid': true,
  'key-unusable': true,
  'algorithm-mismatch': true,
  'card-invalid': true,
  'json-invalid': true,
  'form-unknown': true,
  'form-refused': true,
  'unknown-members': true,
  'number-inexact': true,
  'not-portable': true,
  'entry-unverified': true,
  'file-not-found': true,
  'file-unreadable': true,
  'file-unwritable': true,
  'file-exists': true,
  'key-exists': true,
  'input-too-large': true,
  'key-not-found': true,
  'key-unreadable': true,
  'key-locked': true,
  'key-disabled': true,
  'key-pending-deletion': true,
  'key-state': true,
  'key-usage': true,
  'access-denied': true,
  'credentials-missing': true,
  'credentials-expired': true,
  'credentials-refused': true,
  'clock-skew': true,
  'region-missing': true,
  'region-wrong': true,
  'provider-missing': true,
  'provider-unreachable': true,
  'provider-timeout': true,
  'provider-throttled': true,
  'provider-failed': true,
  'provider-refused': true,
  'provider-response': true,
  'signing-input-too-large': true,
  'signature-refused': true,
  'signature-wrong': true,
  'defect': true,
};
const page = readFileSync(join(import.meta.dirname, '../../docs/exit-codes.md'), 'utf8');

describe('docs/exit-codes.md', () => {
  it('has the codes of the table, with their names', () => {
    expect(readTable('exit code', 2)).toEqual(
      Object.entries(exitCodes).map(([name, code]) => [String(code), `\`${name}\``]),
    );
  });

  it('has the order of precedence', () => {
    const order = /^> (.*)$/m.exec(page)?.[1]?.split(', ').map(Number) ?? [];
    expect([...order].sort()).toEqual([...Object.values(exitCodes)].sort());
    for (const [index, code] of order.entries()) {
      for (const lower of order.slice(index) as ExitCode[]) {
        expect(combineExitCodes([lower, code as ExitCode])).toBe(code);
        expect(combineExitCodes([code as ExitCode, lower])).toBe(code);
      }
    }
  });

  it('has the code of each verdict', () => {
    const due = Object.entries(exitCodeOfVerdict).map(([verdict, code]) => [`\`${verdict}\``, String(code)]);
    expect(readTable('verdict', 2).sort()).toEqual(due.sort());
  });

  it('has each error code, and the exit code that its kind leads to', () => {
    const due = (Object.keys(errorCodes) as ErrorCode[]).map((code) => {
      const { kind } = new CardctlError(code, '');
      return [`\`${code}\``, String(exitCodeOfError[kind])];
    });
    expect(readTable('error code', 2).sort()).toEqual(due.sort());
  });
});

describe('the exit code of no card at all', () => {
  it('is 0', () => {
    expect(combineExitCodes([])).toBe(0);
  });
});

describe('exit code 70', () => {
  // What every command calls fails, once the program is loaded.
  const fault = `process.nextTick(() => {
    const fail = () => { throw new Error('planted fault \\u001b[2K'); };
    Object.assign(Object, { hasOwn: fail, keys: fail, entries: fail });
  });`;

  it.each([
    ['check', 'card.json'],
    ['canonicalize', 'card.json'],
    ['sign', 'card.json', '--key', 'file:key.json'],
    ['verify', 'card.json', '--jwks', 'jwks.json'],
    ['inspect', 'card.json'],
    ['explain', 'card.json', '--jwks', 'jwks.json'],
    ['keys', 'show', 'file:key.json'],
  ])('is what a fault in cardctl ends %s with, and asks for a report', async (...args) => {
    const space = createWorkspace();
    space.write('fault.cjs', fault);
    space.write('card.json', createCard());
    space.write('key.json', p256);
    space.write('jwks.json', { keys: [toPublic(p256)] });
    const env = { NODE_OPTIONS: `--require ${JSON.stringify(space.path('fault.cjs'))}` };
    const { code, stdout, stderr } = await space.run(...args, { env });
    space.remove();
    expect({ code, stdout }).toEqual({ code: 70, stdout: '' });
    expect(stderr).toMatch(/^defect in cardctl: Error: planted fault \\u001b\[2K\n {4}at /);
    expect(stderr).toMatch(/\n {2}next: please report this, with the command that you ran\n$/);
  });
});

/** The first cells of each row of the table with that head. */
function readTable(head: string, columns: number): string[][] {
  const table = page.split('\n\n').find((block) => block.startsWith(`| ${head}`)) ?? '';
  return table
    .trim()
    .split('\n')
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, columns + 1)
        .map((cell) => cell.trim()),
    );
}
