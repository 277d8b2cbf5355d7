/** Knows the rules of cards that an SDK signed: what its form leaves out, and what may be handed on of them. */
import { signEntry } from '../tampering/foreign-signer.js';
import type { Library, Rule } from './rule.js';
import { card, owner, serve, sign, trusts, verify, type Verifier } from './setting.js';

const judge = 'trust/judge-genuine.ts';
const ofJs = { policy: { acceptedForms: ['a2a-js-1.0.1'] } };

/** Nothing in the card is empty, so that what the SDK signs of it is all of it. */
const bySdk = sign(card);

/** The members of what is handed on; none where the card is not trusted. */
async function handOn(library: Library, text: string, verifier: Verifier): Promise<Record<string, unknown>> {
  const { verified } = await verify(library, text, verifier);
  return verified === undefined ? {} : library.toVerifiedCard(verified);
}

const legacyCard = {
  name: 'Stock',
  description: 'answers',
  version: '1.0.0',
  url: 'https://a.example/a2a',
  capabilities: { extensions: [{ uri: 'urn:x', params: { limit: 5 } }] },
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [{ id: 's', name: 'S', description: 'does s', tags: ['t'] }],
};

export const sdkRules: readonly Rule[] = [
  {
    rule: 'what the form of an SDK leaves out is not trusted with the rest',
    why: 'anyone on the way can add an anonymous alternative, and the signature still fits',
    file: judge,
    find: 'if (unsigned.length > 0 && !context.stripUnsigned) {',
    replace: 'if (false) {',
    without: 'accepts',
    attack: (library) =>
      trusts(
        library,
        serve({ ...card, securityRequirements: [{}, ...card.securityRequirements] }, bySdk),
        ofJs,
      ),
  },
  {
    rule: 'a stripped entry that names its form counts in that form alone',
    why: 'its signer said that it covers less than the card: reduced to that, it must not pass for a whole one',
    file: judge,
    find: 'if (!context.stripUnsigned || header.form !== undefined) return false;',
    replace: 'if (!context.stripUnsigned) return false;',
    without: 'accepts',
    attack: (library) => {
      const entry = sign(card, { header: { a2a_form: 'a2a-js-1.0.1' } });
      return trusts(library, serve({ ...card, iconUrl: '' }, entry), { stripUnsigned: true });
    },
  },
  {
    rule: 'what is handed on of a card verifies again',
    why: 'the next reader finds the card of an honest publisher tampered with',
    file: judge,
    find: 'if (isSdkForm(payload.form) && !isHandedOn(header, payload, context)) return refuseContent(payload);',
    replace: '',
    without: 'accepts',
    attack: async (library) => {
      const accepting = { policy: { acceptedForms: ['a2a-python-0.3.24'] } };
      const toText = (value: object) => JSON.stringify(value).replace('"limit":5', '"limit":5.0');
      const signed = `{"capabilities":{"extensions":[{"params":{"limit":5.0},"uri":"urn:x"}]},"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],"description":"answers","name":"Stock","skills":[{"description":"does s","id":"s","name":"S","tags":["t"]}],"url":"https://a.example/a2a","version":"1.0.0"}`;
      const text = toText({ ...legacyCard, signatures: [signEntry(owner, signed, {})] });
      const content = await handOn(library, text, accepting);
      return Object.keys(content).length > 0 && !(await trusts(library, JSON.stringify(content), accepting));
    },
  },
  {
    rule: 'an entry over all of the card goes before one over less',
    why: 'an entry over a reduced card, put in front, would strip requirements that are signed',
    file: 'trust/verdict.ts',
    find: 'return whole !== undefined && whole.keys >= threshold ? whole : findBestPayload(entries);',
    replace: 'return findBestPayload(entries);',
    without: 'accepts',
    attack: async (library) => {
      const whole = { ...card, securityRequirements: [{ schemes: { key: {} } }] };
      const reduced = { ...whole, securityRequirements: undefined };
      const text = serve(whole, sign(reduced), sign(whole));
      const content = await handOn(library, text, { stripUnsigned: true });
      return Object.keys(content).length > 0 && !Object.hasOwn(content, 'securityRequirements');
    },
  },
];
