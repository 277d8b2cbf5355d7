/** Knows how a command opens the keys that it is given, and lets go of them in the end. */
import { escapeText } from '../formats/escape.js';
import { openSigner } from '../keys/providers/index.js';
import type { ProviderContext } from '../keys/providers/provider.js';
import type { Signer } from '../keys/signer.js';
import type { Definition } from './command.js';
import { writeNote, type Io } from './io.js';
import { once, parseTimeout } from './options.js';

export type SignerOptions = {
  /** Seconds. */
  readonly timeout?: number;
  readonly requireArn?: boolean;
  readonly verbose?: boolean;
};

/** How key refs are written, for the help. */
export const refKinds = 'file:PATH, env:NAME, awskms:///alias/NAME or the ARN of a key, pkcs11:URI';

/** The options of every command that opens keys. */
export function addSignerOptions(definition: Definition): Definition {
  return definition
    .option(
      '--timeout <duration>',
      'time for one request to a key service; each of its three attempts gets a third (default: 30s)',
      once(parseTimeout),
    )
    .option(
      '--require-arn',
      'take keys in AWS KMS by their ARN alone, for an alias can be pointed at another key',
    )
    .option('-v, --verbose', 'tell of every further attempt at a key service');
}

/** What the providers of keys get to know of the call. */
export function toProviderContext({ timeout, requireArn, verbose }: SignerOptions, io: Io): ProviderContext {
  return {
    env: io.env,
    ...(timeout === undefined ? {} : { timeoutMs: timeout * 1000 }),
    requireArn,
    tell: ({ text, isDetail }) => {
      if (!isDetail || verbose === true) writeNote(io, `note: ${escapeText(text, 600)}`);
    },
  };
}

/** Opens the keys one after the other, hands them to `run`, and closes all that were opened, whatever happens. */
export async function withSigners<T>(
  refs: readonly string[],
  context: ProviderContext,
  run: (signers: readonly Signer[]) => Promise<T>,
): Promise<T> {
  const signers: Signer[] = [];
  try {
    for (const ref of refs) signers.push(await openSigner(ref, context));
    return await run(signers);
  } finally {
    for (const signer of signers) await signer.close?.();
  }
}
