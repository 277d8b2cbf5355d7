/** Knows a security scheme written without its wrapper, the commonest fault of 1.0 cards. */
import type { JsonObject } from '../../json/value.js';
import type { Draft } from './check.js';
import { schemeWrappers } from '../legacy.js';
import type { Message } from '../schema.js';

/** One finding for a flat scheme, with the wrapper that it wants; `undefined` for everything else. */
export function findFlatScheme(value: JsonObject, message: Message, path: string): Draft | undefined {
  if (message.name !== 'SecurityScheme') return undefined;
  if (Object.keys(value).some((name) => message.byName.has(name) || message.byProtoName.has(name)))
    return undefined;
  const wrapper = findWrapper(value, message);
  if (wrapper === undefined && typeof value['type'] !== 'string') return undefined;
  return {
    code: 'scheme-flat',
    path,
    message: `the security scheme at ${path} has no wrapper, as in A2A 0.x`,
    hint: wrapper === undefined ? adviseNone(message) : adviseWrapper(wrapper, value),
  };
}

function adviseWrapper(wrapper: string, value: JsonObject): string {
  const hint = `write it as {"${wrapper}": { ... }}`;
  const changes = [
    ...(value['type'] === undefined ? [] : ['without type']),
    ...(value['in'] === undefined ? [] : ['with location for in']),
  ];
  return [hint, ...changes].join(', ');
}

function adviseNone(message: Message): string {
  return `put its members into one of ${message.fields.map((field) => field.name).join(', ')}, without type`;
}

/** By its `type`, or by the members that only one kind of scheme has. */
function findWrapper(value: JsonObject, message: Message): string | undefined {
  const type = value['type'];
  if (typeof type === 'string') {
    const kind = type.toLowerCase().replace(/[-_]/g, '');
    return Object.hasOwn(schemeWrappers, kind) ? schemeWrappers[kind] : undefined;
  }
  const names = Object.keys(value).filter((name) => name !== 'description');
  const fitting = message.fields.filter(
    (field) => names.length > 0 && names.every((name) => hasMember(field.message, name)),
  );
  return fitting.length === 1 ? fitting[0]?.name : undefined;
}

/** `location` was `in` in 0.x. */
function hasMember(message: Message | undefined, name: string): boolean {
  if (message === undefined) return false;
  return message.byName.has(name === 'in' ? 'location' : name) || message.byProtoName.has(name);
}
