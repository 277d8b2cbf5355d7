/** Knows as much of IAM policies as tests of examples need: what a request to KMS has to be allowed, and whether it is. */
import type { RecordedRequest } from './kms-double/types.js';

export type Policy = { readonly Version: string; readonly Statement: readonly Statement[] };

type Statement = {
  readonly Effect: string;
  readonly Action: string | readonly string[];
  readonly Resource: string | readonly string[];
  readonly Condition?: { readonly StringEquals: Readonly<Record<string, string>> };
};

/** What is to be done, to what, and the values of the keys that conditions may name. */
export type Deed = {
  readonly action: string;
  readonly resource: string;
  readonly context: Readonly<Record<string, unknown>>;
};

/** Every action that a policy names, sorted. */
export function actionsOf({ Statement }: Policy): string[] {
  return [...new Set(Statement.flatMap(({ Action }) => Action))].sort();
}

/** Whether a statement allows it: all its conditions are met, and a key that is absent meets none. */
export function allows({ Statement }: Policy, { action, resource, context }: Deed): boolean {
  return Statement.some(
    ({ Effect, Action, Resource, Condition }) =>
      Effect === 'Allow' &&
      [Action].flat().includes(action) &&
      [Resource].flat().some((pattern) => fits(pattern, resource)) &&
      Object.entries(Condition?.StringEquals ?? {}).every(([name, value]) => context[name] === value),
  );
}

function fits(pattern: string, resource: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(resource);
}

/** `place` is an ARN up to the resource; `aliases`, from names to the ARNs of their keys, is added to. */
type Directory = { readonly place: string; readonly aliases: Map<string, string> };

/**
 * What a request has to be allowed, by the table "AWS KMS permissions" of the developer guide; all keys here are for
 * signing. Requests are read in their order, for an alias stands for its key.
 */
export function toDeeds({ operation, input }: RecordedRequest, { place, aliases }: Directory): Deed[] {
  const action = `kms:${operation}`;
  const toArn = (member: string): string => {
    const name = String(input[member]);
    if (name.startsWith('arn:')) return name;
    // Of an alias only the key behind it counts, whichever that is.
    return aliases.get(name) ?? `${place}key/${name.startsWith('alias/') ? 'taken' : name}`;
  };
  const usage = { 'kms:KeyUsage': 'SIGN_VERIFY' };
  switch (operation) {
    case 'CreateKey': {
      const context = { 'kms:KeySpec': input['KeySpec'], 'kms:KeyUsage': input['KeyUsage'] };
      // The tags of a new key are a permission of their own, though no request.
      const tagging = { action: 'kms:TagResource', resource: `${place}key/new`, context: {} };
      return [{ action, resource: '*', context }, ...(input['Tags'] === undefined ? [] : [tagging])];
    }
    case 'CreateAlias': {
      const [name, key] = [String(input['AliasName']), toArn('TargetKeyId')];
      aliases.set(name, key);
      return [
        { action, resource: place + name, context: {} },
        { action, resource: key, context: usage },
      ];
    }
    default: {
      const how = {
        'kms:SigningAlgorithm': input['SigningAlgorithm'],
        'kms:MessageType': input['MessageType'],
      };
      return [{ action, resource: toArn('KeyId'), context: { ...usage, ...how } }];
    }
  }
}
