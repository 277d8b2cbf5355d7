/** Knows how a test runs the built command line beside a double of AWS KMS that has a key or two. */
import { toAwsEnvironment, toKmsRef } from '../support/kms-double/reach.js';
import { startKmsDouble } from '../support/kms-double/server.js';
import type { KmsDouble, KmsDoubleKey } from '../support/kms-double/types.js';
import { createWorkspace, type Result, type Workspace } from './run.js';
import { createCard } from './samples.js';

export type KmsSpace = {
  readonly kms: KmsDouble;
  /** On P-256, with the aliases `card` and `team/card`. */
  readonly key: KmsDoubleKey;
  readonly edwards: KmsDoubleKey;
  /** Names the first key by its alias. */
  readonly ref: string;
  /** Has `card.json`. */
  readonly space: Workspace;
  /** The credentials of the double; each request is sent once. */
  readonly env: Readonly<Record<string, string>>;
  /** Runs the command line with them. */
  readonly run: (...args: readonly string[]) => Promise<Result>;
  /** An operation and its key for each request since the last reset. */
  readonly asked: () => string[];
  /** The operations of all requests since the start. */
  readonly operations: ReadonlySet<string>;
  /** Forgets faults and requests. */
  reset(): void;
  close(): Promise<void>;
};

/** Starts both. Close it in the end. */
export async function openKmsSpace(): Promise<KmsSpace> {
  const kms = await startKmsDouble();
  const key = kms.addKey({ spec: 'ECC_NIST_P256', aliases: ['card', 'team/card'] });
  const edwards = kms.addKey({ spec: 'ECC_NIST_EDWARDS25519' });
  const env = { ...toAwsEnvironment(kms), AWS_MAX_ATTEMPTS: '1' };
  const space = createWorkspace();
  space.write('card.json', createCard());
  const operations = new Set<string>();
  return {
    kms,
    key,
    edwards,
    ref: toKmsRef(kms, 'alias/card'),
    space,
    env,
    run: (...args) => space.run(...args, { env }),
    asked: () => kms.requests.map(({ operation, input }) => `${operation} ${String(input['KeyId'])}`),
    operations,
    reset: () => {
      for (const { operation } of kms.requests) operations.add(operation);
      kms.reset();
    },
    close: async () => {
      space.remove();
      await kms.close();
    },
  };
}
