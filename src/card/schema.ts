/** Knows the card's schema as linked tables: every message and field, with the rules that run on them. */
import { messages as generated } from './schema.generated.js';

/** The scalar or composite kind of a field's value; of the values, where the field is repeated or a map. */
export type FieldKind = 'string' | 'bool' | 'message' | 'struct';

export type Field = {
  /** The JSON name (lowerCamelCase). */
  readonly name: string;
  /** The proto name (snake_case); equal to `name` where they do not differ. */
  readonly protoName: string;
  readonly kind: FieldKind;
  readonly cardinality: 'singular' | 'repeated' | 'map';
  /** Whether the field has explicit presence: `optional`, a message, or a member of a oneof. */
  readonly explicit: boolean;
  /** `(google.api.field_behavior) = REQUIRED`. */
  readonly required: boolean;
  /** A2A 8.4.1: absent from the canonical form when it equals its default (`""`, `false`, `[]`, `{}`). */
  readonly dropsAtDefault: boolean;
  /** The oneof that the field is a member of. */
  readonly oneof: string | undefined;
  readonly deprecated: boolean;
  /** The message of a `message` field; undefined for the other kinds. */
  readonly message: Message | undefined;
};

export type Message = {
  /** The proto message name, as `AgentCard`. */
  readonly name: string;
  /** In the order RFC 8785 gives their JSON names: UTF-16 code units. */
  readonly fields: readonly Field[];
  readonly byName: ReadonlyMap<string, Field>;
  /** Only the names that differ from the JSON name. */
  readonly byProtoName: ReadonlyMap<string, Field>;
  readonly oneofs: readonly string[];
};

/** A field of the generated table; what is left out is the rule: singular, implicit, not required. */
type FieldRow = {
  readonly name: string;
  readonly protoName?: string;
  readonly kind: FieldKind;
  readonly message?: string;
  readonly cardinality?: 'repeated' | 'map';
  readonly explicit?: boolean;
  readonly required?: boolean;
  readonly oneof?: string;
  readonly deprecated?: boolean;
};

type MessageRow = { readonly name: string; readonly fields: readonly FieldRow[] };

const rows: readonly MessageRow[] = generated;

const linked = new Map<string, Message>();

/** The message of that proto name; throws a `TypeError` for a name that no card reaches. */
export function getMessage(name: string): Message {
  const found = linked.get(name);
  if (found !== undefined) return found;
  const row = rows.find((one) => one.name === name);
  if (row === undefined) throw new TypeError(`no message "${name}" in the card's schema`);
  const message = new LinkedMessage(row);
  linked.set(name, message);
  return message;
}

/** What it knows of its fields by name is gathered when it is first asked for: few cards need it. */
class LinkedMessage implements Message {
  readonly name: string;
  readonly fields: readonly Field[];
  readonly oneofs: readonly string[];
  private names: ReadonlyMap<string, Field> | undefined;
  private protoNames: ReadonlyMap<string, Field> | undefined;

  constructor({ name, fields }: MessageRow) {
    this.name = name;
    this.fields = fields.map((row) => new LinkedField(row));
    this.oneofs = [...new Set(this.fields.flatMap(({ oneof }) => oneof ?? []))];
    this.names = undefined;
    this.protoNames = undefined;
  }

  get byName(): ReadonlyMap<string, Field> {
    return (this.names ??= new Map(this.fields.map((field) => [field.name, field])));
  }

  get byProtoName(): ReadonlyMap<string, Field> {
    const others = () => this.fields.filter(({ name, protoName }) => protoName !== name);
    return (this.protoNames ??= new Map(others().map((field) => [field.protoName, field])));
  }
}

/** Its message is linked when it is first asked for: most cards use a few of the messages. */
class LinkedField implements Field {
  readonly name: string;
  readonly protoName: string;
  readonly kind: FieldKind;
  readonly cardinality: Field['cardinality'];
  readonly explicit: boolean;
  readonly required: boolean;
  readonly dropsAtDefault: boolean;
  readonly oneof: string | undefined;
  readonly deprecated: boolean;
  private readonly messageName: string | undefined;
  private linked: Message | undefined;

  constructor(row: FieldRow) {
    this.name = row.name;
    this.protoName = row.protoName ?? row.name;
    this.kind = row.kind;
    this.cardinality = row.cardinality ?? 'singular';
    this.explicit = row.explicit ?? false;
    this.required = row.required ?? false;
    this.dropsAtDefault = !this.required && !this.explicit;
    this.oneof = row.oneof;
    this.deprecated = row.deprecated ?? false;
    this.messageName = row.message;
    this.linked = undefined;
  }

  get message(): Message | undefined {
    if (this.messageName === undefined) return undefined;
    return (this.linked ??= getMessage(this.messageName));
  }
}

/** The message that a card is. */
export const agentCard: Message = getMessage('AgentCard');

/** Every message reachable from `AgentCard`, that one first. */
export const allMessages: readonly Message[] = /* @__PURE__ */ rows.map(({ name }) => getMessage(name));
