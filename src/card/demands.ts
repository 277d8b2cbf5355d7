/** Knows by its name what of a card may say how callers authenticate, in whatever version and spelling. */

/** The words that requirements on callers are written with. */
const words = /secur|auth|credential|scope|permission|requir|api_?key|bearer|token/i;

/** Whether a member name, or a JSON Pointer to what stands below such a member, may be a demand on callers. */
export function mayDemand(text: string): boolean {
  return words.test(text);
}
