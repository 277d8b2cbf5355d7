/** Knows which form each release of an SDK is signed for, and what is said of those that there is none for. */
import { describe, expect, it } from 'vitest';
import { findSdkForm, listSdkForms } from '../../src/canonical/sdk-forms.js';
import { describeSdks, listSdks, parseSdk, sdkRuns, verifyingFormNames } from '../../src/canonical/sdks.js';
import { compareVersions, parseVersion, type Version } from '../../src/canonical/sdk/version.js';
import { CardctlError } from '../../src/errors.js';

const hint =
  'use a2a-js (releases from 1.0.0-alpha.0 on) or a2a-python (releases from 1.0.0 on), as in --for a2a-js,a2a-python';

function refusal(text: string): unknown {
  try {
    return parseSdk(text);
  } catch (error) {
    if (!(error instanceof CardctlError)) throw error;
    const { code, message } = error;
    expect({ code, hint: error.hint }).toEqual({ code: 'usage', hint });
    return message;
  }
}

describe('an SDK to sign for', () => {
  it.each([
    ['a2a-js', ['a2a-js-1.0.1']],
    ['a2a-js@1.0.0-alpha.0', ['a2a-js-1.0.1']],
    ['a2a-js@1.0.0-beta.2', ['a2a-js-1.0.1']],
    ['a2a-js@1.0.0', ['a2a-js-1.0.1']],
    ['a2a-js@1.3.0', ['a2a-js-1.0.1']],
    ['a2a-js@1.40.7', ['a2a-js-1.0.1']],
    ['a2a-python', ['a2a-python-1.1.4', 'a2a-python-1.0']],
    ['a2a-python@1.0.0', ['a2a-python-1.0']],
    ['a2a-python@1.0.2', ['a2a-python-1.0']],
    ['a2a-python@1.1.3', ['a2a-python-1.0']],
    ['a2a-python@1.1.4', ['a2a-python-1.1.4']],
    ['a2a-python@1.10.0', ['a2a-python-1.1.4']],
  ])('%s verifies with %j', (text, forms) => {
    expect(parseSdk(text)).toEqual(forms);
  });

  it.each([
    ['a2a-go', 'SDK "a2a-go" is not known'],
    ['', 'SDK "" is not known'],
    ['A2A-JS', 'SDK "A2A-JS" is not known'],
    ['constructor', 'SDK "constructor" is not known'],
    ['a2a-js-1.0.1', 'SDK "a2a-js-1.0.1" is not known'],
    ['a2a-js-instance', 'nothing is signed for a2a-js-instance, which leaves every security scheme unsigned'],
    ['a2a-js@', 'a2a-js@ names no release of a2a-js, as a2a-js@1.0.2 does'],
    ['a2a-js@1.0', 'a2a-js@1.0 names no release of a2a-js, as a2a-js@1.0.2 does'],
    ['a2a-js@01.0.0', 'a2a-js@01.0.0 names no release of a2a-js, as a2a-js@1.0.2 does'],
    ['a2a-js@1.0.0@2', 'a2a-js@1.0.0@2 names no release of a2a-js, as a2a-js@1.0.2 does'],
    ['a2a-python@1.0.0a1', 'a2a-python@1.0.0a1 names no release of a2a-python, as a2a-python@1.0.2 does'],
    ['a2a-js@0.3.13', 'a2a-js@0.3.13 is not known to verify signatures'],
    ['a2a-js@2.0.0', 'a2a-js@2.0.0 is not known to verify signatures'],
    ['a2a-python@0.3.20', 'a2a-python@0.3.20 is not known to verify signatures'],
    ['a2a-python@0.4.0', 'a2a-python@0.4.0 is not known to verify signatures'],
    ['a2a-python@1.0.0-rc.1', 'a2a-python@1.0.0-rc.1 is not known to verify signatures'],
    ['a2a-python@0.3.21', 'a2a-python@0.3.21 verifies signatures of A2A 0.3 cards alone'],
    ['a2a-python@0.3.26', 'a2a-python@0.3.26 verifies signatures of A2A 0.3 cards alone'],
  ])('is refused: %s', (text, message) => {
    expect(refusal(text)).toBe(message);
  });
});

describe('the releases of the SDKs', () => {
  it('sign in the forms that the table of forms has for them', () => {
    const runs = Object.entries(sdkRuns).flatMap(([sdk, list]) => list.map((run) => ({ sdk, run })));
    for (const { sdk, run } of runs) {
      const { from, to, signs, protocol } = run;
      expect(findSdkForm(signs)).toMatchObject({ sdk, protocol, releases: { from } });
      expect(findSdkForm(signs)?.releases.to).toBe(to);
    }
    const signed = runs.map(({ run }) => run.signs);
    const others = listSdkForms().filter(({ name }) => !(signed as readonly string[]).includes(name));
    expect(others.map(({ name }) => name)).toEqual(['a2a-js-instance']);
  });

  it('verify cards of A2A 1.0 with three forms', () => {
    expect(verifyingFormNames).toEqual(['a2a-js-1.0.1', 'a2a-python-1.1.4', 'a2a-python-1.0']);
    for (const name of verifyingFormNames) expect(findSdkForm(name)?.protocol).toBe('1.0');
  });

  it('are named where not all of an SDK verify with a form', () => {
    expect(describeSdks(verifyingFormNames)).toBe('a2a-js and a2a-python');
    expect(describeSdks(['a2a-js-1.0.1', 'a2a-python-1.1.4'])).toBe('a2a-js and a2a-python from 1.1.4 on');
    expect(describeSdks(['a2a-python-1.0'])).toBe('a2a-python 1.0.0 to 1.1.3');
    expect(listSdks(['a2a-python-1.0'])).toEqual(['a2a-python']);
    expect(listSdks(['a2a-1.0'])).toEqual([]);
  });
});

describe('versions', () => {
  it('are ordered as Semantic Versioning 2.0.0, 11 has it', () => {
    const order =
      '1.0.0-1 1.0.0-alpha 1.0.0-alpha.1 1.0.0-alpha.2 1.0.0-alpha.10 1.0.0-alpha.beta 1.0.0-beta 1.0.0 1.0.9 1.0.10 1.9.0 1.10.0 2.0.0';
    const versions = order.split(' ').map((text) => parseVersion(text) as Version);
    for (const [index, one] of versions.entries()) {
      for (const [place, other] of versions.entries())
        expect(Math.sign(compareVersions(one, other))).toBe(Math.sign(index - place));
    }
  });

  it.each(['', '1', '1.0', '1.0.0.0', 'v1.0.0', '1.0.0-', '1.0.0-a..b', '1.0.0+build', '1.0.x', ' 1.0.0'])(
    'are not %j',
    (text) => {
      expect(parseVersion(text)).toBeUndefined();
    },
  );
});
