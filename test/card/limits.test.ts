/** Holds the work that a hostile card can cause within bounds. */
import { describe, expect, it } from 'vitest';
import { maximumFindings } from '../../src/card/checks/check.js';
import { checkCard, readJson } from '../../src/index.js';

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

  it('has its errors told where a thousand other findings stand before them', () => {
    const unknown = Array.from({ length: 5000 }, (_, index) => `"x${index}":1`).join();
    const [first] = check(`{${unknown},${head},${tail},"provider":1}`);
    expect(first).toMatchObject({ code: 'member-type', path: '/provider' });
  });

  it('takes no more memory for it than its text is worth', () => {
    const skills = Array.from({ length: 340_000 }, () => '{}').join();
    expect(
      measure(() => check(`{${head},${tail.replace('"skills":[]', `"skills":[${skills}]`)}}`)),
    ).toBeLessThan(200);
  });
});

describe('a text whose names are array indices', () => {
  it('takes no more memory than others', () => {
    const text = new TextEncoder().encode(
      `[${Array.from({ length: 50_000 }, () => '{"1000":0,"2500":0}').join()}]`,
    );
    expect(measure(() => readJson(text))).toBeLessThan(200);
  });

  it('is read like any other', () => {
    const text = '{"4294967294":1,"10":2,"b":3,"2":4}';
    const { value } = readJson(new TextEncoder().encode(text));
    expect(value).toEqual({ '4294967294': 1, '10': 2, 'b': 3, '2': 4 });
    expect(Object.keys(value as object)).toEqual(Object.keys(JSON.parse(text) as object));
  });
});

/** Megabytes by which the process has grown while the result is held. */
function measure(run: () => unknown): number {
  const before = process.memoryUsage().rss;
  const result = run();
  const after = process.memoryUsage().rss;
  expect(result).toBeDefined();
  return (after - before) / 2 ** 20;
}
