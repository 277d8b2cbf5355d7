/** Knows which member names followed each other in earlier objects, so that they need not be read anew. */
import { looksLikeIndex } from './value.js';

/** A name of more bytes than this is never remembered. */
const longestName = 48;

/** So many names are remembered at most; a document that starts beyond that starts afresh. */
const mostNames = 1024;

const nothing = new Uint8Array(0);

/** Until so many bytes are read, to remember their names costs more than it saves. */
const firstBytes = 16_384;

let bytesRead = 0;
let nameCount = 0;
let root: NameNode | undefined;

/**
 * A node of a tree of member names: the path to it from the start of an object is the list of the names read so
 * far. The names on a path all differ, so a step to a node that exists needs no look for duplicates.
 */
export class NameNode {
  /** The name in the engine's own copy, which as a key costs no hashing. */
  readonly name: string;
  /** The name as it stands between its quotes, without escapes. */
  readonly bytes: Uint8Array;
  /** How many bytes more than UTF-16 code units it has. */
  readonly drift: number;
  /** The name that followed last time. */
  next: NameNode | undefined = undefined;
  private followers: Map<string, NameNode> | undefined = undefined;
  private start: NameNode | undefined = undefined;

  constructor(name: string, bytes: Uint8Array) {
    this.name = name;
    this.bytes = bytes;
    this.drift = bytes.length - name.length;
    nameCount++;
  }

  /** The start of the objects in this member, be they its value or elements of it. */
  get inside(): NameNode {
    return (this.start ??= new NameNode('', nothing));
  }

  /** The step to a name that followed here before. It is the one expected next time. */
  follow(name: string): NameNode | undefined {
    const node = this.followers?.get(name);
    if (node !== undefined) this.next = node;
    return node;
  }

  /** Remembers that a name, new to its object, followed here; undefined if there is no room for it. */
  learn(name: string, bytes: Uint8Array): NameNode | undefined {
    if (nameCount >= mostNames || bytes.length > longestName || looksLikeIndex(name)) return undefined;
    // Not `slice`: that of a Buffer is a view, and its owner may write over it.
    const node = new NameNode(intern(name), new Uint8Array(bytes));
    this.followers ??= new Map();
    this.followers.set(node.name, node);
    this.next = node;
    return node;
  }
}

/**
 * The start of a document of so many bytes; undefined while nothing is remembered. What is remembered outlives a
 * call, within bounds: names only, never values.
 */
export function startNames(size: number): NameNode | undefined {
  bytesRead += size;
  if (bytesRead < firstBytes) return undefined;
  if (root === undefined || nameCount >= mostNames) {
    nameCount = 0;
    root = new NameNode('', nothing);
  }
  return root;
}

/** A copy of a name that does not hold on to the text it was cut from. */
function intern(name: string): string {
  return Object.keys({ [name]: true })[0] ?? name;
}
