/** Knows whether Node's own Buffer is here, which does some work quicker than a page can. */

type NodeBuffer = typeof Buffer;

/** A page may have a stand-in of that name that knows less. */
export const nativeBuffer: NodeBuffer | undefined = findBuffer();

function findBuffer(): NodeBuffer | undefined {
  const { Buffer: found } = globalThis as { readonly Buffer?: NodeBuffer };
  return found?.isEncoding('base64url') === true ? found : undefined;
}

/** The bytes as a Buffer over the same memory. */
export function viewAsBuffer(bytes: Uint8Array, buffer: NodeBuffer): Buffer {
  return buffer.isBuffer(bytes) ? bytes : buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}
