/** Holds the work that a hostile card can cause within bounds. */
import { describe, expect, it } from 'vitest';
import { maximumFindings } from '../../src/card/checks/check.js';
import { checkCard } from '../../src/index.js';

function check(text: string) {
  return checkCard(new TextEncoder().encode(text));
}

const head = '"name":"n","description":"d","version":"1","supportedInterfaces":[],"capabilities":{}';
const tail = '"defaultInputModes":[],"defaultOutputModes":[],"skills":[]';

describe('a card in which everything is a finding', () => {
  it('has as many findings as are listed, and one that says so', () => {
    const unknown = Array.from({ length: 50_000 }, (_, index) => `"x${index}":1`).join();
    const findings = check(`{${head},${unknown},${tail}}`);
    expect(findings).toHaveLength(maximumFindings + 1);
    expect(findings.at(-1)?.code).toBe('findings-limit');
  });

  it('has its errors listed before the rest, so that it stays invalid', () => {
    const unknown = Array.from({ length: 1000 }, (_, index) => `"x${index}":1`).join();
    const findings = check(`{${head},${unknown},${tail},"provider":1}`);
    expect(findings[0]).toMatchObject({ code: 'member-type', path: '/provider' });
    expect(findings[1]?.severity).not.toBe('error');
  });

  it('is bounded where the findings are integers', () => {
    const integers = Array.from({ length: 40_000 }, () => '12345678901234567891').join();
    const findings = check(`{${head},${tail},"extra":[${integers}]}`);
    expect(findings.filter(({ code }) => code === 'json-integer-inexact').length).toBeLessThanOrEqual(
      maximumFindings,
    );
    expect(findings).toHaveLength(maximumFindings + 1);
  });
});
