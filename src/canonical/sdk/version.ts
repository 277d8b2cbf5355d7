/** Knows how versions of releases are ordered (Semantic Versioning 2.0.0, 11). */

export type Version = {
  /** Major, minor, patch. */
  readonly numbers: readonly number[];
  /** Identifiers of a prerelease; none for a release. */
  readonly prerelease: readonly string[];
};

const pattern = /^((?:(?:0|[1-9]\d{0,8})\.){2}(?:0|[1-9]\d{0,8}))(?:-([\dA-Za-z-]+(?:\.[\dA-Za-z-]+)*))?$/;

/** `1.0.2`, `1.0.0-alpha.1`; `undefined` for what is no such version. */
export function parseVersion(text: string): Version | undefined {
  const [, numbers, prerelease] = pattern.exec(text) ?? [];
  if (numbers === undefined) return undefined;
  return { numbers: numbers.split('.').map(Number), prerelease: prerelease?.split('.') ?? [] };
}

/** Below 0 where the first comes before the second, 0 where they are the same. */
export function compareVersions(one: Version, other: Version): number {
  const byNumbers = compareLists(one.numbers, other.numbers, (a, b) => a - b);
  if (byNumbers !== 0) return byNumbers;
  // A prerelease comes before its release.
  if (one.prerelease.length === 0 || other.prerelease.length === 0)
    return other.prerelease.length - one.prerelease.length;
  return compareLists(one.prerelease, other.prerelease, compareIdentifiers);
}

function compareLists<T>(one: readonly T[], other: readonly T[], compare: (a: T, b: T) => number): number {
  for (let index = 0; index < Math.min(one.length, other.length); index++) {
    const order = compare(one[index] as T, other[index] as T);
    if (order !== 0) return order;
  }
  return one.length - other.length;
}

/** Numbers by value, and before all other identifiers; those by ASCII. */
function compareIdentifiers(one: string, other: string): number {
  const [a, b] = [one, other].map((text) => (/^\d+$/.test(text) ? Number(text) : undefined));
  if (a !== undefined && b !== undefined) return a - b;
  if (a !== undefined || b !== undefined) return a === undefined ? 1 : -1;
  return one === other ? 0 : one < other ? -1 : 1;
}
