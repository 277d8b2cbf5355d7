/** Knows that the A2A SDK for JavaScript accepts what is signed for its users, and what is signed for all where the forms agree. */
import { canonicalizeAgentCard, verifyAgentCardSignature, type AgentCard } from '@a2a-js/sdk';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { canonicalizeCard } from '../../src/canonical/index.js';
import type { JsonObject } from '../../src/json/value.js';
import type { Signer } from '../../src/keys/signer.js';
import { cardText, createTestSigner, signWith, verifyWith } from '../support/signed-cards.js';

const example = JSON.parse(cardText()) as JsonObject;
const portable = { ...example, securityRequirements: [{ schemes: { partnerBearer: { list: ['read'] } } }] };
/** What the SDK drops, of all kinds that a card may have. */
const withEmpties = {
  ...example,
  description: '',
  iconUrl: '',
  capabilities: {
    extensions: [{ uri: 'u', params: { 'a': '', 'b': [{}], 'c': 1e21, '\u{1f600}': 0, '\uff01': 1 } }],
  },
  securitySchemes: {
    mtls: { mtlsSecurityScheme: {} },
    oauth: {
      oauth2SecurityScheme: {
        flows: { clientCredentials: { tokenUrl: 't', scopes: { read: '', write: 'w' } } },
      },
    },
  },
  securityRequirements: [{ schemes: { mtls: {} } }, { schemes: { oauth: { list: ['write'] }, mtls: {} } }],
};

type Signatures = { signatures: object[] };

let signer: Signer;
beforeAll(async () => {
  signer = await createTestSigner('ES256');
});
// The SDK says on the console why it refuses an entry.
beforeEach(() => void vi.spyOn(console, 'debug').mockReturnValue());
afterEach(() => void vi.restoreAllMocks());

/** Whether the SDK accepts the card as its users have it: parsed JSON. */
async function isAcceptedThere(text: string): Promise<boolean> {
  try {
    await verifyAgentCardSignature(() => Promise.resolve({ ...signer.publicJwk }))(
      JSON.parse(text) as AgentCard,
    );
    return true;
  } catch {
    return false;
  }
}

/** The card with the entries of some places alone. */
function withEntries(text: string, ...places: number[]): string {
  const card = JSON.parse(text) as Signatures;
  return JSON.stringify({ ...card, signatures: places.map((place) => card.signatures[place]) });
}

describe('@a2a-js/sdk', () => {
  it.each([
    ['the example', example],
    ['a card with empties', withEmpties],
  ])('accepts %s by the entry that is for it, and by no other', async (_, card) => {
    const text = await signWith([signer], JSON.stringify(card), { for: ['a2a-js'] });
    expect((JSON.parse(text) as Signatures).signatures).toHaveLength(2);
    expect(await isAcceptedThere(text)).toBe(true);
    expect(await isAcceptedThere(withEntries(text, 1))).toBe(true);
    expect(await isAcceptedThere(withEntries(text, 0))).toBe(false);
    expect(await isAcceptedThere(text.replace('1.3.0', '1.3.1'))).toBe(false);
    expect((await verifyWith([signer], text)).report.verdict).toBe('trusted');
  });

  it('accepts our own entry where the forms agree', async () => {
    const text = await signWith([signer], JSON.stringify(portable), {
      for: ['a2a-js', 'a2a-python'],
      requirePortable: true,
    });
    expect((JSON.parse(text) as Signatures).signatures).toHaveLength(1);
    expect(await isAcceptedThere(text)).toBe(true);
  });

  it('has the text that the further entry is over', async () => {
    const text = await signWith([signer], JSON.stringify(withEmpties), { for: ['a2a-js'] });
    const card = JSON.parse(text) as JsonObject;
    expect(canonicalizeAgentCard(card as unknown as AgentCard)).toBe(
      Buffer.from(canonicalizeCard(card, { form: 'a2a-js-1.0.1' })).toString(),
    );
  });
});
