/** Knows the rules of what a signature speaks of: the canonical forms, their choice, and the card that is handed on. */
import type { Edit, Library, Rule } from './rule.js';
import { card, serve, sign, trusts, verify } from './setting.js';

const specification = 'canonical/forms/a2a-1.0.ts';
/** Regular cards have a way of their own, which test/canonical/regular.test.ts holds to this one. */
const noQuickWay: Edit = {
  file: 'canonical/forms/regular.ts',
  find: "const text = encodeAgentCard('', card, walk);",
  replace: 'return undefined;',
};
const marked = { header: { a2a_form: 'a2a-1.0' } };
const markedJcs = { header: { a2a_form: 'jcs' } };

/** Members of the handed-on card, or none where it is not trusted. */
async function handOn(library: Library, text: string): Promise<Record<string, unknown>> {
  const { verified } = await verify(library, text);
  return verified === undefined ? {} : library.toVerifiedCard(verified);
}

export const contentRules: readonly Rule[] = [
  {
    rule: 'one field does not stand under both its names',
    why: 'ProtoJSON takes either, the last or the first: two readers, two sets of requirements',
    file: specification,
    find: 'if (value[aliased.name] !== undefined) {',
    replace: 'if (false) {',
    behind: [
      {
        file: 'canonical/ambiguity.ts',
        find: 'const isSure = !(encoded instanceof FormError) && !encoded.hasAliases;',
        replace: 'const isSure = true;',
      },
    ],
    without: 'accepts',
    attack: (library) => {
      const twice = { ...card, security_requirements: [] };
      return trusts(library, serve(twice, sign(twice)));
    },
  },
  {
    rule: 'one oneof has one member',
    why: 'protobuf: which scheme the agent wants would depend on the reader',
    file: specification,
    find: 'if (first === undefined || second === undefined) continue;',
    replace: 'continue;',
    without: 'accepts',
    attack: (library) => {
      const both = { ...card.securitySchemes.key, mtlsSecurityScheme: {} };
      const twice = { ...card, securitySchemes: { key: both } };
      return trusts(library, serve(twice, sign(twice)));
    },
  },
  {
    rule: 'what is ambiguous is refused beneath a proto name too',
    why: 'a reader that takes proto names sees two kinds of one scheme there',
    file: 'canonical/ambiguity.ts',
    find: 'const isSure = !(encoded instanceof FormError) && !encoded.hasAliases;',
    replace: 'const isSure = !(encoded instanceof FormError);',
    without: 'accepts',
    attack: (library) => {
      const { securitySchemes, ...rest } = card;
      const both = { ...securitySchemes.key, mtlsSecurityScheme: {} };
      const beneath = { ...rest, security_schemes: { key: both } };
      return trusts(library, serve(beneath, sign(beneath)));
    },
  },
  {
    rule: 'a proto name is an unknown member at verification',
    why: 'renamed to security_requirements, the requirements are gone for everyone who reads JSON names',
    file: 'canonical/index.ts',
    find: 'form.encode(card, { aliases: false })',
    replace: 'form.encode(card, { aliases: true })',
    without: 'accepts',
    attack: (library) => {
      const text = serve(card, sign(card, marked));
      return trusts(library, text.replace('securityRequirements', 'security_requirements'));
    },
  },
  {
    rule: 'unknown members are covered',
    why: 'A2A 8.4.1: what a form drops anyone can add, such as members of 0.x that older clients obey',
    file: specification,
    find: 'parts.push({ name: key, text: toJcs(member, () => pathTo(state, key)) });',
    replace: ';',
    without: 'accepts',
    attack: (library) => trusts(library, serve({ ...card, url: 'https://evil.example' }, sign(card, marked))),
  },
  {
    rule: 'a required member stays at its default',
    why: 'A2A 8.4.1: absent and empty are two cards, of which one is invalid',
    file: 'card/schema.ts',
    find: 'dropsAtDefault: !required && !explicit,',
    replace: 'dropsAtDefault: !explicit,',
    behind: [noQuickWay],
    without: 'accepts',
    attack: (library) => {
      const described = sign({ ...card, description: undefined }, marked);
      return trusts(library, serve({ ...card, description: '' }, described));
    },
  },
  {
    rule: 'a member with presence stays at its default',
    why: 'A2A 8.4.1: "does not stream" is a statement, and who has not made it has not signed it',
    file: 'card/schema.ts',
    find: 'dropsAtDefault: !required && !explicit,',
    replace: 'dropsAtDefault: !required,',
    behind: [noQuickWay],
    without: 'accepts',
    attack: (library) => {
      const silent = { ...card, capabilities: {} };
      return trusts(library, serve({ ...card, capabilities: { streaming: false } }, sign(silent, marked)));
    },
  },
  {
    rule: 'an entry of a map stays when it is empty',
    why: 'A2A 8.4.1: {"key": {}} demands a scheme without scopes; dropped, anyone can add or remove the demand',
    file: specification,
    find: 'const names = Object.keys(value).sort();',
    replace:
      "const names = Object.keys(value).sort().filter((name) => JSON.stringify(value[name]) !== '{}');",
    behind: [noQuickWay],
    without: 'accepts',
    attack: (library) => {
      const { key } = card.securityRequirements[0]!.schemes;
      const more = { ...card, securityRequirements: [{ schemes: { key, other: {} } }] };
      return trusts(library, serve(more, sign(card, marked)));
    },
  },
  {
    rule: 'the form jcs drops nothing',
    why: 'RFC 8785: null is a value to signers who know no protobuf',
    file: 'card/content.ts',
    find: "if (name !== 'signatures') setMember(copy, name, value);",
    replace: "if (name !== 'signatures' && value !== null) setMember(copy, name, value);",
    without: 'accepts',
    attack: (library) => trusts(library, serve({ ...card, iconUrl: null }, sign(card, markedJcs))),
  },
  {
    rule: 'only the root member signatures is no content',
    why: 'A2A 8.4.1: of that name elsewhere, it would be a place for anything, unsigned',
    file: 'card/content.ts',
    find: "if (name !== 'signatures') setMember(copy, name, value);",
    replace: `if (name !== 'signatures')
      copy[name] = JSON.parse(JSON.stringify(value), (inner, found) => inner === 'signatures' ? undefined : found);`,
    without: 'accepts',
    attack: (library) => {
      // The null keeps the two forms apart.
      const signed = { ...card, iconUrl: null };
      const capabilities = { ...card.capabilities, signatures: ['evil'] };
      return trusts(library, serve({ ...signed, capabilities }, sign(signed, markedJcs)));
    },
  },
  {
    rule: 'the marker binds an entry to its form',
    why: 'signed under a form that drops nothing, and read under one that drops defaults: they could be added',
    file: 'signature/match-entry.ts',
    find: 'if (header.form !== undefined) {',
    replace: 'if (false) {',
    without: 'accepts',
    attack: (library) => trusts(library, serve({ ...card, iconUrl: null }, sign(card, markedJcs))),
  },
  {
    rule: 'an unmarked entry counts in an accepted form only',
    why: 'the policy says what counts, not the table of what is known',
    file: 'trust/judge-genuine.ts',
    find: 'if (acceptedForms.includes(payload.form)) return true;',
    replace: 'return true;',
    without: 'accepts',
    attack: (library) => {
      const signed = { ...card, iconUrl: null };
      return trusts(library, serve(signed, sign(signed)), { policy: { acceptedForms: ['a2a-1.0'] } });
    },
  },
  {
    rule: 'a marked entry counts in an accepted form only',
    why: 'likewise, where the signer chose the form',
    file: 'trust/judge-genuine.ts',
    find: 'if (!isAccepted(header, payload, context)) return',
    replace: 'if (false) return',
    without: 'accepts',
    attack: (library) =>
      trusts(library, serve(card, sign(card, markedJcs)), { policy: { acceptedForms: ['a2a-1.0'] } }),
  },
  {
    rule: 'what the signatures hold does not hide what is outside of them',
    why: 'as many integers in an unprotected header as are looked at, and the one that nobody signed is not seen',
    file: 'trust/verify-card.ts',
    find: 'findInexactIntegers(document)',
    replace: 'findInexactIntegers({ ...document, inexactIntegers: document.inexactIntegers.slice(0, 20) })',
    without: 'accepts',
    attack: (library) => {
      const params = { limit: 2 ** 53 };
      const limited = { ...card, capabilities: { extensions: [{ uri: 'https://a.example/e', params }] } };
      const entry = { ...sign(limited, marked), header: { x: [] } };
      const text = JSON.stringify({ signatures: [entry], ...limited });
      const many = Array.from({ length: 50 }, () => '9007199254740993').join();
      return trusts(
        library,
        text.replace(`${2 ** 53}`, '9007199254740993').replace('"x":[]', `"x":[${many}]`),
      );
    },
  },
  {
    rule: 'what is handed on is the payload, not the received text',
    why: 'decoded anew, the received text is what the attacker wrote beside the signed members',
    file: 'trust/verify-card.ts',
    find: 'verified: toContent(signed, counted)',
    replace:
      'verified: { ...toContent(signed, counted), payload: new TextEncoder().encode(JSON.stringify(card)) }',
    without: 'accepts',
    attack: async (library) => {
      const text = serve({ ...card, iconUrl: null }, sign(card));
      return Object.hasOwn(await handOn(library, text), 'iconUrl');
    },
  },
  {
    rule: 'an entry is handed on without its unprotected header',
    why: 'RFC 7515 4: nobody signed it, and the next reader may follow its jku',
    file: 'trust/evaluate-entry.ts',
    find: 'entry: { protected: entry.protected, signature: entry.signature },',
    replace: 'entry: value,',
    without: 'accepts',
    attack: async (library) => {
      const entry = { ...sign(card), header: { jku: 'https://evil.example/' } };
      return JSON.stringify(await handOn(library, serve(card, entry))).includes('evil');
    },
  },
];
