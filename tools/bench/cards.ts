/** Knows what realistic Agent Cards of a given size look like, for measuring. */

/** The words of a made-up card: plain ASCII, or mostly beyond it. */
const plain = {
  name: 'Warehouse Stock Agent',
  lead: 'Tells approved distributors how much of an SKU a warehouse can still promise',
  detail:
    'It reads the quantity on hand, less the quantity reserved, and answers within two seconds on a usual day.',
  example: 'Can SBY-01 still promise 40 pieces of BRG-10422?',
  provider: 'Example Distribution Ltd',
};
const wide: typeof plain = {
  name: '倉庫在庫エージェント',
  lead: 'Сообщает партнёрам, сколько товара склад ещё может пообещать – auch für Großhändler in Österreich',
  detail:
    '手元の数量から予約済みの数量を差し引き、通常の日は二秒以内に答えます。Ergebnisse gelten für einen Tag 📦.',
  example: '¿Puede SBY-01 prometer todavía 40 piezas de BRG-10422? – “sí”, если хватает',
  provider: 'Société Exemplaire de Distribution S.à r.l.',
};

/** The text of a card of about so many bytes. */
export function makeCardText(size: number, isAscii: boolean, indent: number): Uint8Array {
  const encoder = new TextEncoder();
  for (let skills = 1; ; skills++) {
    const bytes = encoder.encode(JSON.stringify(makeCard(skills, isAscii), null, indent));
    if (bytes.length >= size) return bytes;
  }
}

/** A card of about so many bytes for which the SDK's canonical form is the specification's: no explicit default. */
export function makeAgreedCard(size: number): object {
  const card = JSON.parse(new TextDecoder().decode(makeCardText(size, true, 0))) as {
    capabilities: object;
  };
  return {
    ...card,
    capabilities: { ...card.capabilities, pushNotifications: true },
    securityRequirements: [{ schemes: { partnerBearer: { list: ['read'] } } }],
  };
}

/** A card with so many skills. */
export function makeCard(skills: number, isAscii: boolean): object {
  const words = isAscii ? plain : wide;
  return {
    name: words.name,
    description: `${words.lead}. ${words.detail}`,
    version: '1.3.0',
    supportedInterfaces: [
      {
        url: 'https://stock-agent.example.com/a2a/jsonrpc',
        protocolBinding: 'JSONRPC',
        protocolVersion: '1.0',
      },
      {
        url: 'https://stock-agent.example.com/a2a/rest',
        protocolBinding: 'HTTP+JSON',
        protocolVersion: '1.0',
      },
    ],
    provider: { organization: words.provider, url: 'https://example.com' },
    capabilities: {
      streaming: true,
      pushNotifications: false,
      extensions: [
        { uri: 'https://example.com/ext/quota/v1', required: false, params: { perMinute: 60, burst: 2.5 } },
      ],
    },
    securitySchemes: { partnerBearer: { httpAuthSecurityScheme: { scheme: 'Bearer', bearerFormat: 'JWT' } } },
    securityRequirements: [{ schemes: { partnerBearer: { list: [] } } }],
    defaultInputModes: ['text/plain', 'application/json'],
    defaultOutputModes: ['application/json'],
    skills: Array.from({ length: skills }, (_, index) => makeSkill(index, words)),
  };
}

function makeSkill(index: number, words: typeof plain): object {
  return {
    id: `stock-availability-${index}`,
    name: `${words.name} ${index}`,
    description: index % 3 === 0 ? `${words.lead}, "${index}".\n${words.detail}` : words.lead,
    tags: ['erp', 'inventory', `stock-${index}`],
    ...(index % 2 === 0 ? { examples: [words.example] } : {}),
    ...(index % 4 === 0
      ? { inputModes: ['text/plain'], outputModes: ['text/plain', 'application/json'] }
      : {}),
  };
}
