/** Knows which forms of SDKs there are: the table that a new one gets one row in. Most cards need none of it. */
import { a2aJs100 } from './forms/a2a-js-1.0.0.js';
import { a2aJs101 } from './forms/a2a-js-1.0.1.js';
import { a2aJsInstance } from './forms/a2a-js-instance.js';
import { a2aPython0321 } from './forms/a2a-python-0.3.21.js';
import { a2aPython0324 } from './forms/a2a-python-0.3.24.js';
import { a2aPython10 } from './forms/a2a-python-1.0.js';
import { a2aPython114 } from './forms/a2a-python-1.1.4.js';
import type { SdkForm } from './sdk/form.js';

/** In the order in which a signature that matches no other form is tried; `sdkFormNames` has the same names. */
const sdkForms: readonly SdkForm[] = [
  a2aJs101,
  a2aPython114,
  a2aPython10,
  a2aJs100,
  a2aPython0324,
  a2aPython0321,
  a2aJsInstance,
];

/** All of them. */
export function listSdkForms(): readonly SdkForm[] {
  return sdkForms;
}

/** The form of a name in `sdkFormNames`. */
export function findSdkForm(name: string): SdkForm | undefined {
  return sdkForms.find((form) => form.name === name);
}
