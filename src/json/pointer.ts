/** Knows JSON Pointers (RFC 6901): how names are escaped in them, and which names and indices they are made of. */

/** A member name as one segment of a JSON Pointer (RFC 6901 3). */
export function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The names and indices of a JSON Pointer, unescaped; none for `""`. A text without its first slash gets one. */
export function parsePointer(pointer: string): string[] {
  if (pointer === '') return [];
  const segments = pointer.startsWith('/') ? pointer.slice(1) : pointer;
  return segments.split('/').map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}
