/** Knows which releases of the A2A SDKs sign and verify cards, and in which form each of them does. */
import { CardctlError } from '../errors.js';
import type { sdkFormNames } from './form-names.js';
import type { Releases, SdkName } from './sdk/form.js';
import { compareVersions, parseVersion, type Version } from './sdk/version.js';

type FormName = (typeof sdkFormNames)[number];

/** A run of releases that sign alike and verify alike. */
export type SdkRun = Releases & {
  readonly signs: FormName;
  /** What they make of a card that they receive: what an entry for their users is over. */
  readonly verifies: FormName;
  /** The protocol of the cards that it is for. */
  readonly protocol: '0.3' | '1.0';
};

/** Oldest first. What is in no run does not sign or verify, or is not known to. */
export const sdkRuns: Readonly<Record<SdkName, readonly SdkRun[]>> = {
  'a2a-js': [
    {
      from: '1.0.0-alpha.0',
      to: '1.0.0',
      signs: 'a2a-js-1.0.0',
      verifies: 'a2a-js-1.0.1',
      protocol: '1.0',
    },
    { from: '1.0.1', signs: 'a2a-js-1.0.1', verifies: 'a2a-js-1.0.1', protocol: '1.0' },
  ],
  'a2a-python': [
    ...toRuns('a2a-python-0.3.21', { from: '0.3.21', to: '0.3.23' }, '0.3'),
    ...toRuns('a2a-python-0.3.24', { from: '0.3.24', to: '0.3.26' }, '0.3'),
    ...toRuns('a2a-python-1.0', { from: '1.0.0', to: '1.1.3' }, '1.0'),
    ...toRuns('a2a-python-1.1.4', { from: '1.1.4' }, '1.0'),
  ],
};

function toRuns(form: FormName, releases: Releases, protocol: SdkRun['protocol']): SdkRun[] {
  return [{ ...releases, signs: form, verifies: form, protocol }];
}

const sdkNames = Object.keys(sdkRuns) as SdkName[];

/** The forms that cards of A2A 1.0 are verified with; the newest of each SDK first. */
export const verifyingFormNames: readonly string[] = sdkNames.flatMap(listForms);

function listForms(sdk: SdkName): string[] {
  const forms = sdkRuns[sdk].filter(({ protocol }) => protocol === '1.0').map(({ verifies }) => verifies);
  return [...new Set(forms.reverse())];
}

/**
 * The forms to sign in for the users of an SDK: `a2a-python`, or one release of it, `a2a-python@1.0.2`. Throws `usage`
 * for an SDK or a release that there is not, or that verifies no card of A2A 1.0.
 */
export function parseSdk(text: string): readonly string[] {
  const [name = '', version, ...rest] = text.split('@');
  const sdk = sdkNames.find((one) => one === name);
  if (sdk === undefined) throw refuseName(name);
  if (version === undefined) return listForms(sdk);
  const parsed = rest.length === 0 ? parseVersion(version) : undefined;
  if (parsed === undefined) throw refuse(`${text} names no release of ${sdk}, as ${sdk}@1.0.2 does`);
  const run = sdkRuns[sdk].find((one) => isIn(parsed, one));
  if (run === undefined) throw refuse(`${text} is not known to verify signatures`);
  if (run.protocol !== '1.0') throw refuse(`${text} verifies signatures of A2A 0.3 cards alone`);
  return [run.verifies];
}

/** A run without an end ends before the next major version, of which nothing is known. */
function isIn(version: Version, { from, to }: SdkRun): boolean {
  const first = parseVersion(from) as Version;
  if (compareVersions(version, first) < 0) return false;
  if (to !== undefined) return compareVersions(version, parseVersion(to) as Version) <= 0;
  return version.numbers[0] === first.numbers[0];
}

function refuseName(name: string): CardctlError {
  return name === 'a2a-js-instance'
    ? refuse('nothing is signed for a2a-js-instance, which leaves every security scheme unsigned')
    : refuse(`SDK "${name}" is not known`);
}

function refuse(message: string): CardctlError {
  const known = sdkNames.map((sdk) => {
    const [first] = sdkRuns[sdk].filter(({ protocol }) => protocol === '1.0');
    return `${sdk} (releases from ${first?.from ?? ''} on)`;
  });
  return new CardctlError('usage', message, {
    hint: `use ${known.join(' or ')}, as in --for ${sdkNames.join(',')}`,
  });
}

/** The SDKs that verify with one of the forms. */
export function listSdks(forms: readonly string[]): readonly SdkName[] {
  return sdkNames.filter((sdk) => listForms(sdk).some((form) => forms.includes(form)));
}

/** The same with their releases, where not all verify with one of the forms: for sentences. */
export function describeSdks(forms: readonly string[]): string {
  const names = listSdks(forms).map((sdk) => {
    if (listForms(sdk).every((form) => forms.includes(form))) return sdk;
    const runs = sdkRuns[sdk].filter(({ verifies }) => forms.includes(verifies));
    return `${sdk} ${runs.map(describeReleases).join(' and ')}`;
  });
  return names.join(' and ');
}

function describeReleases({ from, to }: Releases): string {
  return to === undefined ? `from ${from} on` : `${from} to ${to}`;
}
