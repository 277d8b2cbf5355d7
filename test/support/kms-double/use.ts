/** Knows the life of a double in a file of tests: one for all of them, which each test finds as it was at first. */
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { stubAwsEnvironment, toAwsEnvironment } from './reach.js';
import { startKmsDouble } from './server.js';
import type { KmsDouble } from './types.js';

/** One attempt for each request: what is tried again is another test's. */
export const oneAttempt = { AWS_MAX_ATTEMPTS: '1' };

/**
 * Starts a double before the tests of this file and stops it behind them. During each test this process has the
 * variables of AWS that reach it, and `more`; behind each test the faults to come and the requests are forgotten.
 */
export function useKmsDouble(
  prepare: (kms: KmsDouble) => void | Promise<void>,
  more: Readonly<Record<string, string>> = {},
): void {
  let kms: KmsDouble;
  beforeAll(async () => {
    kms = await startKmsDouble();
    await prepare(kms);
  });
  afterAll(() => kms.close());
  beforeEach(() => {
    stubAwsEnvironment({ ...toAwsEnvironment(kms), ...more });
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    kms.reset();
  });
}
