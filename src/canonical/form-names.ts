/** Knows the names of all canonical forms, so that they can be said without the forms being loaded. */

/** Leave nothing unsigned: what is accepted unless a caller says otherwise, in the order in which they are tried. */
export const defaultFormNames = ['a2a-1.0', 'jcs'] as const satisfies readonly string[];

/** Of SDKs; they leave values unsigned, and are accepted by name alone. `sdk-forms.ts` has their table. */
export const sdkFormNames = [
  'a2a-js-1.0.1',
  'a2a-python-1.1.4',
  'a2a-python-1.0',
  'a2a-js-1.0.0',
  'a2a-python-0.3.24',
  'a2a-python-0.3.21',
  'a2a-js-instance',
] as const satisfies readonly string[];

/** All names. */
export const formNames: readonly string[] = [...defaultFormNames, ...sdkFormNames];

/** Whether a form of that name is an SDK's. */
export function isSdkForm(name: string): boolean {
  return (sdkFormNames as readonly string[]).includes(name);
}
