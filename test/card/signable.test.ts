/** What may be signed: that no fault of a card can hide behind others, and that nothing is opened by leaving out. */
import { describe, expect, it } from 'vitest';
import { normalizeForSigning } from '../../src/card/signable.js';
import { cardText, createTestSigner, signWith } from '../support/signed-cards.js';

type Card = Record<string, unknown>;

function change(change: (card: Card) => Card): string {
  return JSON.stringify(change(JSON.parse(cardText()) as Card));
}

async function sign(text: string, options: Parameters<typeof signWith>[2] = {}): Promise<string> {
  return signWith([await createTestSigner('EdDSA')], text, options);
}

const hundredBadEntries = Array.from({ length: 63 }, () => ({ protected: 1, signature: 2 }));

describe('an error that stands against signing', () => {
  it.each([
    [
      'behind malformed entries',
      (card: Card) => ({ signatures: hundredBadEntries, ...card, version: undefined }),
    ],
    [
      'behind members of another version',
      ({ version: _, skills, ...card }: Card) => ({
        ...card,
        skills: Array.from({ length: 150 }, () => ({ ...(skills as Card[])[0], exampels: [] })),
      }),
    ],
  ])('is found %s', async (_, edit) => {
    const options = { unknown: 'drop', unverified: 'drop-others' } as const;
    await expect(sign(change(edit), options)).rejects.toMatchObject({
      code: 'card-invalid',
      findings: [{ code: 'member-missing' }],
    });
  });

  it.each([
    ['keep', ['member-missing']],
    ['drop', ['member-missing']],
    ['refuse', ['member-misspelt']],
  ] as const)(
    'is a required member that is there under a misspelt name alone: %s',
    async (unknown, codes) => {
      const text = change(({ defaultInputModes, ...card }) => ({
        ...card,
        defaultInputMode: defaultInputModes,
      }));
      await expect(sign(text, { unknown })).rejects.toMatchObject({
        findings: codes.map((code) => ({ code })),
      });
    },
  );

  it('is one field under two names, behind a hundred others', async () => {
    const text = change((card) => ({
      ...card,
      security_requirements: [{}],
      skills: Array.from({ length: 150 }, () => ({ ...(card['skills'] as Card[])[0], exampels: [] })),
    }));
    for (const unknown of ['keep', 'drop'] as const) {
      await expect(sign(text, { unknown })).rejects.toMatchObject({ findings: [{ code: 'member-twice' }] });
    }
  });
});

describe('members that the schema does not have', () => {
  it('are not dropped from a security requirement, which would then be met by anyone', async () => {
    const text = change((card) => ({ ...card, securityRequirements: [{ partnerBearer: [] }] }));
    await expect(sign(text, { unknown: 'drop' })).rejects.toMatchObject({ code: 'card-invalid' });
  });

  it.each([
    ['of 0.x', 'security', [{ partnerBearer: [] }]],
    ['of 0.2', 'authentication', { schemes: ['Bearer'] }],
    ["a vendor's", 'requiredScopes', ['stock:read']],
    ['misspelt', 'securityRequirement', [{ schemes: { partnerBearer: { list: [] } } }]],
  ])('are not dropped where they ask callers for something: %s', async (_, name, value) => {
    const text = change(({ securityRequirements: _requirements, ...card }) => ({ ...card, [name]: value }));
    await expect(sign(text, { unknown: 'drop' })).rejects.toMatchObject({
      code: expect.stringMatching(/^(?:card-invalid|unknown-members)$/) as unknown,
      kind: 'card',
    });
  });

  it('are dropped elsewhere', async () => {
    const text = change((card) => ({ ...card, 'x-price': 1 }));
    expect(await sign(text, { unknown: 'drop' })).not.toContain('x-price');
  });
});

describe('a signed card', () => {
  it('can be signed again, whatever its numbers', async () => {
    const params = { n: 1.2345678901234567e20, m: 2 ** 60, k: 1e300, s: 5e-324 };
    const text = change((card) => ({ ...card, capabilities: { extensions: [{ uri: 'urn:x', params }] } }));
    const signed = await sign(text);
    expect(signed).toContain('123456789012345670000');
    await expect(sign(signed, { unverified: 'drop-others' })).resolves.toContain('123456789012345670000');
  });

  it('is refused with more entries than verifiers take', async () => {
    const entries = Array.from({ length: 64 }, () => ({ protected: 'e30', signature: 'AA' }));
    const text = change((card) => ({ ...card, signatures: entries }));
    await expect(sign(text, { unverified: 'keep' })).rejects.toMatchObject({
      code: 'card-invalid',
      message: 'the card has 65 signatures; verifiers take 64',
    });
  });

  it('is refused where its numbers make it too large', async () => {
    const capabilities = { extensions: [{ uri: 'urn:x', params: { n: 'N' } }] };
    const numbers = Array<string>(60_000).fill('1e20').join();
    const text = change((card) => ({ ...card, capabilities })).replace('"N"', `[${numbers}]`);
    await expect(sign(text)).rejects.toMatchObject({ code: 'input-too-large' });
  });
});

describe('options that make no sense', () => {
  it.each([
    ['a misspelt action', { unknown: 'refuze' as 'refuse' }],
    ['a lifetime that is none', { expiresIn: -10 }],
    ['a lifetime in words', { expiresIn: '90d' as unknown as number }],
    ['a URL that is none', { jku: 'javascript:x' }],
    ['a time that is none', { now: new Date(Number.NaN) }],
  ])('are a TypeError: %s', async (_, options) => {
    await expect(sign(cardText(), options)).rejects.toThrow(TypeError);
  });
});

describe('the findings of a card that may be signed', () => {
  const findingsOf = (text: string) =>
    normalizeForSigning(new TextEncoder().encode(text), { unknown: 'keep' }).findings.map(({ code }) => code);

  it('are those that do not stand in the way', () => {
    const odd = change((card) => ({ ...card, iconUrl: null, vendor: 1 }));
    expect(findingsOf(`\ufeff${odd}`)).toEqual(['json-bom', 'member-null', 'member-unknown']);
  });

  it('are none of a card without a flaw', () => {
    expect(findingsOf(cardText())).toEqual([]);
  });
});
