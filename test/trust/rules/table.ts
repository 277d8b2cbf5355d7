/** Knows all rules that stand between a tampered card and trust; each is proved needed by rules.test.ts. */
import { contentRules } from './content-rules.js';
import { headerRules } from './header-rules.js';
import { keyRules } from './key-rules.js';
import { readerRules } from './reader-rules.js';
import type { Rule } from './rule.js';
import { sdkRules } from './sdk-rules.js';
import { signatureRules } from './signature-rules.js';
import { canonicalSpellingRules } from './spelling-rules.js';
import { verdictRules } from './verdict-rules.js';

export const rules: readonly Rule[] = [
  ...canonicalSpellingRules,
  ...readerRules,
  ...headerRules,
  ...keyRules,
  ...signatureRules,
  ...contentRules,
  ...sdkRules,
  ...verdictRules,
];
