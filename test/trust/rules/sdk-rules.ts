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

const legacy = 'a2a-python-0.3.24';

/** A card of A2A 0.3 as that SDK writes it; `extension` as it stands in there. */
function toLegacyText(extension: string): string {
  return `{"capabilities":{"extensions":[${extension}]},"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],"description":"answers","name":"Stock","skills":[{"description":"does s","id":"s","name":"S","tags":["t"]}],"url":"https://a.example/a2a","version":"1.0.0"}`;
}

type LegacyAttack = {
  /** As it is signed. */
  readonly extension: string;
  /** As it is served, where that is otherwise. */
  readonly served?: string;
  readonly acceptedForms: readonly string[];
  readonly header?: object;
};

/** Whether a card is trusted that, handed on, is trusted no more. */
async function isLost(
  library: Library,
  { extension, served = extension, acceptedForms, header = {} }: LegacyAttack,
): Promise<boolean> {
  const verifier = { policy: { acceptedForms } };
  const entry = signEntry(owner, toLegacyText(extension), header);
  const text = toLegacyText(served).replace(/}$/, `,"signatures":[${JSON.stringify(entry)}]}`);
  const content = await handOn(library, text, verifier);
  return Object.keys(content).length > 0 && !(await trusts(library, JSON.stringify(content), verifier));
}

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
    find: 'if (loss !== undefined) return refuseContent(payload, loss);',
    replace: '',
    without: 'accepts',
    attack: (library) =>
      isLost(library, { extension: '{"params":{"limit":5.0},"uri":"urn:x"}', acceptedForms: [legacy] }),
  },
  {
    rule: 'what is handed on of a card verifies again where its text is that of a2a-1.0, too',
    why: 'without the empty uri, the SDK refuses the extension: likewise',
    file: judge,
    find: 'if (!isSdkForm(payload.form)) return undefined;',
    replace: 'if (payload.unsigned === undefined) return undefined;',
    without: 'accepts',
    attack: (library) =>
      isLost(library, {
        extension: '{"description":"d"}',
        served: '{"description":"d","uri":""}',
        acceptedForms: [legacy],
      }),
  },
  {
    rule: 'what is handed on of a card verifies again in the form that its entry names',
    why: 'in any other that is accepted the next reader does not try it: likewise',
    file: judge,
    find: 'explainLoss(form === undefined ? policy.acceptedForms : [form])',
    replace: 'explainLoss(policy.acceptedForms)',
    without: 'accepts',
    attack: (library) =>
      isLost(library, {
        extension: '{"description":"d"}',
        served: '{"description":"d","uri":""}',
        acceptedForms: [legacy, 'jcs'],
        header: { a2a_form: legacy },
      }),
  },
  {
    rule: 'a number is held against its spelling in what is handed on',
    why: 'a float that is written as an integer is another number to Python: likewise',
    file: 'trust/handed-on.ts',
    find: 'createPayloads(value, createLiterals(written))',
    replace: 'createPayloads(value)',
    without: 'accepts',
    attack: (library) =>
      isLost(library, {
        extension: '{"params":{"limit":1.152921504606847e+18},"uri":"urn:x"}',
        acceptedForms: [legacy],
      }),
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
