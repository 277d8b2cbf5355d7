/** Knows how a form of an SDK serves as a canonical form beside the others. */
import { FormError, type EncodedCard, type EncodeOptions, type Form } from './form.js';
import { noLiterals, type SdkForm, type SdkReading } from './sdk/form.js';
import type { JsonObject } from '../json/value.js';

/** The same form behind the port that all forms serve. */
export function adaptSdkForm(form: SdkForm): Form {
  const { name, title, leavesOut, neverProves } = form;
  const encodeAll = (card: JsonObject, options: EncodeOptions) => readCard(form, card, options);
  return {
    name,
    source: saySource(form),
    ...(form.protocol === '0.3' ? { protocol: form.protocol } : {}),
    title,
    leavesOut,
    neverProves,
    encode: (card, options) => encodeAll(card, options)[0] as EncodedCard,
    encodeAll,
  };
}

const packages = { 'a2a-js': '@a2a-js/sdk', 'a2a-python': 'a2a-sdk for Python' } as const;

function saySource({ sdk, releases: { from, to } }: SdkForm): string {
  return `${packages[sdk]} ${to === undefined ? `from ${from} on` : `${from} to ${to}`}`;
}

function readCard({ name, read }: SdkForm, card: JsonObject, options: EncodeOptions): EncodedCard[] {
  const readings = read(card, options.literals ?? noLiterals);
  if ('message' in readings) {
    throw new FormError(
      'member-type',
      readings.path,
      `${readings.message}: ${name} has no text for this card`,
    );
  }
  return readings.map(toEncoded);
}

function toEncoded({ text, unsigned, defaults }: SdkReading): EncodedCard {
  return { text, unsigned, defaults, exact: false, hasAliases: false };
}
