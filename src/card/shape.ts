/** Knows the shapes an Agent Card has had over the protocol versions, and tells which one a document has. */
import { isObject, type JsonObject } from '../json/value.js';

/**
 * - `1.0`: `supportedInterfaces`, or no interface at all, and nothing of 0.x
 * - `0.3`: `url` beside `protocolVersion` or `preferredTransport`
 * - `0.2`: `url` alone, or with a `protocolVersion` that says so
 * - `mixed`: `supportedInterfaces` beside members of 0.x
 * - `other`: no Agent Card of any version
 */
export type CardShape = '1.0' | '0.3' | '0.2' | 'mixed' | 'other';

/** Of the members below, those whose proto name is another. */
const protoNames: Readonly<Record<string, string>> = {
  supportedInterfaces: 'supported_interfaces',
  protocolVersion: 'protocol_version',
  preferredTransport: 'preferred_transport',
  additionalInterfaces: 'additional_interfaces',
  defaultInputModes: 'default_input_modes',
  defaultOutputModes: 'default_output_modes',
};

/** The members of 0.x cards that say how an agent is reached. */
const addressing = ['url', 'protocolVersion', 'preferredTransport', 'additionalInterfaces'];
const versioned = ['protocolVersion', 'preferredTransport', 'additionalInterfaces'];

/** Members that cards of every version have; the first three, many other documents have too. */
const common = ['name', 'description', 'version'];
const telling = ['capabilities', 'skills', 'defaultInputModes', 'defaultOutputModes', ...addressing];

/** The shape of a parsed document. What `protocolVersion` says does not count: it is wrong in many cards. */
export function detectShape(card: JsonObject): CardShape {
  if (has(card, 'supportedInterfaces')) return addressing.some((name) => has(card, name)) ? 'mixed' : '1.0';
  if (!has(card, 'name') && !has(card, 'url')) return 'other';
  const tells = telling.filter((name) => has(card, name)).length;
  if (tells === 0 || tells + common.filter((name) => has(card, name)).length < 2) return 'other';
  if (versioned.some((name) => has(card, name))) return declaresEarlier(card) ? '0.2' : '0.3';
  return has(card, 'url') ? '0.2' : '1.0';
}

/** `protocolVersion` is not believed where it claims 1.x; 0.2 had the member too, and there it tells the two apart. */
function declaresEarlier(card: JsonObject): boolean {
  const declared = card['protocolVersion'] ?? card['protocol_version'];
  return typeof declared === 'string' && /^0\.[12](\.|$)/.test(declared);
}

/** Under either spelling; null is "not set" (ProtoJSON). */
function has(card: JsonObject, name: string): boolean {
  return (card[name] ?? card[protoNames[name] ?? name] ?? null) !== null;
}

/** What is an Agent Card at all; `undefined` where it is one, else why it is none. */
export function refuseNonCard(value: unknown): 'card-not-object' | 'card-unrecognised' | undefined {
  if (!isObject(value)) return 'card-not-object';
  return detectShape(value) === 'other' ? 'card-unrecognised' : undefined;
}
