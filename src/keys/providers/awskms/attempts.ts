/** Knows what became of each attempt of a request. */
import type { KMSClient } from '@aws-sdk/client-kms';
import type { ProviderContext } from '../provider.js';
import { nameOfFailure } from './fault.js';
import type { OperationName } from './operations.js';

/** Each attempt but the first is told, with the name of what befell the one before it. */
export function followAttempts(
  { middlewareStack }: Pick<KMSClient, 'middlewareStack'>,
  operation: OperationName,
  { tell }: ProviderContext,
): { readonly failure: unknown } {
  /** Of the last attempt, from its end to the beginning of the next. */
  const state: { failure: unknown } = { failure: undefined };
  let attempt = 0;
  middlewareStack.add(
    (next) => async (args) => {
      attempt += 1;
      if (state.failure !== undefined)
        tell?.({
          text: `AWS KMS: ${operation}, attempt ${attempt} after ${nameOfFailure(state.failure)}`,
          isDetail: true,
        });
      state.failure = undefined;
      try {
        return await next(args);
      } catch (error) {
        state.failure = error;
        throw error;
      }
    },
    { step: 'finalizeRequest', priority: 'low', name: 'followAttempts' },
  );
  return state;
}
