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
type FieldRow = Partial<Omit<Field, 'name' | 'kind' | 'message' | 'dropsAtDefault'>> &
  Pick<Field, 'name' | 'kind'> & { readonly message?: string };

type MessageRow = { readonly name: string; readonly fields: readonly FieldRow[] };

/** What is made of its row is made when it is first asked for: most cards use a few of the messages. */
class LinkedMessage implements Message {
  readonly name: string;
  private readonly rows: readonly FieldRow[];
  private list: readonly Field[] | undefined = undefined;
  private names: ReadonlyMap<string, Field> | undefined = undefined;
  private protoNames: ReadonlyMap<string, Field> | undefined = undefined;
  private choices: readonly string[] | undefined = undefined;

  constructor({ name, fields }: MessageRow) {
    this.name = name;
    this.rows = fields;
  }

  get fields(): readonly Field[] {
    return (this.list ??= this.rows.map(toField));
  }

  get byName(): ReadonlyMap<string, Field> {
    return (this.names ??= new Map(this.fields.map((field) => [field.name, field])));
  }

  get byProtoName(): ReadonlyMap<string, Field> {
    const others = () => this.fields.filter(({ name, protoName }) => protoName !== name);
    return (this.protoNames ??= new Map(others().map((field) => [field.protoName, field])));
  }

  get oneofs(): readonly string[] {
    return (this.choices ??= [...new Set(this.fields.flatMap(({ oneof }) => oneof ?? []))]);
  }
}

const messages = new Map(
  (generated as readonly MessageRow[]).map((row) => [row.name, new LinkedMessage(row)]),
);

function toField(row: FieldRow): Field {
  const { explicit = false, required = false } = row;
  return {
    name: row.name,
    protoName: row.protoName ?? row.name,
    kind: row.kind,
    cardinality: row.cardinality ?? 'singular',
    explicit,
    required,
    dropsAtDefault: !required && !explicit,
    oneof: row.oneof,
    deprecated: row.deprecated ?? false,
    message: row.message === undefined ? undefined : getMessage(row.message),
  };
}

/** The message of that proto name; throws a `TypeError` for a name that no card reaches. */
export function getMessage(name: string): Message {
  const found = messages.get(name);
  if (found === undefined) throw new TypeError(`no message "${name}" in the card's schema`);
  return found;
}

/** The message that a card is. */
export const agentCard: Message = getMessage('AgentCard');

/** Every message reachable from `AgentCard`, that one first. */
export const allMessages: readonly Message[] = /* @__PURE__ */ [...messages.values()];
