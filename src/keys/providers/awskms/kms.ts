/** Knows how AWS KMS is called: through the AWS SDK, which loads here when it is needed, each request within its time. */
import type * as Sdk from '@aws-sdk/client-kms';
import type { KeyRef } from '../../key-ref.js';
import type { ProviderContext } from '../provider.js';
import { explainCredentials, explainFailure, explainTimeout, regionMissing } from './failures.js';
import type { AwsKeyName } from './name.js';
import type { OperationName, Operations } from './operations.js';
import { limitAnswers } from './answer-limit.js';
import { followAttempts } from './attempts.js';
import { OutOfTime, within } from './deadline.js';
import { assertEndpoint, findEndpointVariable } from './endpoint.js';
import { chooseRegion } from './region.js';

/** A connection to AWS KMS in one region. */
export type Kms = {
  readonly region: string;
  /** Sends a request; what is throttled or fails on the way is tried again. Throws `CardctlError` of the kind `provider`. */
  request<N extends OperationName>(name: N, input: Operations[N]['input']): Promise<Operations[N]['output']>;
  close(): void;
};

/** Milliseconds for one request with all its attempts. */
const defaultTimeout = 30_000;
/** Milliseconds for finding credentials: where there are none, the last source asked is one that never answers. */
const credentialsTimeout = 10_000;
/** Attempts of one request that the time is for, as many as the SDK makes unless AWS_MAX_ATTEMPTS says otherwise. */
const usualAttempts = 3;

/** Loads the SDK, and finds region and credentials. Throws `CardctlError` of the kind `provider`. */
export async function connectKms(ref: KeyRef, name: AwsKeyName, context: ProviderContext): Promise<Kms> {
  const { timeoutMs = defaultTimeout } = context;
  // Whatever environment the caller gives, the client reads this one.
  const { env } = process;
  assertEndpoint(env);
  const region = chooseRegion(ref, name, context);
  const sdk = await import('@aws-sdk/client-kms');
  const clients = createClients(sdk, { timeoutMs, region, endpoint: name.endpoint });
  const client = clients.open(countAttempts(env));
  try {
    const found = await client.config.region().catch((cause: unknown) => {
      throw regionMissing(ref, cause);
    });
    await within(Math.min(timeoutMs, credentialsTimeout), () => client.config.credentials()).catch(
      (cause: unknown) => {
        throw explainCredentials(cause, env);
      },
    );
    const endpoint = name.endpoint ?? findEndpointVariable(env);
    const about = { ref: ref.text, region: found, timeoutMs, endpoint };
    return {
      region: found,
      request: async (operation, input) => {
        // What makes something anew is asked for once: an answer that is lost is no proof that nothing was made.
        const sender = operation === 'CreateKey' ? clients.open(1) : client;
        const command = toCommand(sdk, operation, input);
        const attempts = followAttempts(command, operation, context);
        try {
          return await within(timeoutMs, (abortSignal) => sender.send(command, { abortSignal }));
        } catch (error) {
          const asked = { ...about, operation };
          if (!(error instanceof OutOfTime)) throw explainFailure(error, asked);
          // Between two attempts the time is over for what befell the last one.
          const last = attempts.failure === undefined ? undefined : explainFailure(attempts.failure, asked);
          throw last === undefined || last.code === 'provider-timeout' ? explainTimeout(asked) : last;
        }
      },
      close: clients.close,
    };
  } catch (error) {
    clients.close();
    throw error;
  }
}

type ClientOptions = {
  readonly timeoutMs: number;
  readonly region: string | undefined;
  readonly endpoint: string | undefined;
};

/** Clients of one region and endpoint, each with its number of attempts, which share the time of a request. */
function createClients(sdk: typeof Sdk, { timeoutMs, region, endpoint }: ClientOptions) {
  const opened: Sdk.KMSClient[] = [];
  return {
    open: (attempts: number): Sdk.KMSClient => {
      const client = new sdk.KMSClient({
        ...(region === undefined ? {} : { region }),
        ...(endpoint === undefined ? {} : { endpoint }),
        ...(attempts === 1 ? { maxAttempts: 1 } : {}),
        requestHandler: limitTime(timeoutMs / attempts),
      });
      limitAnswers(client);
      opened.push(client);
      return client;
    },
    close: () => {
      for (const client of opened) client.destroy();
    },
  };
}

/** One attempt gets its share of the time, where there are to be more. */
function countAttempts(env: ProviderContext['env']): number {
  const given = Number.parseInt(env['AWS_MAX_ATTEMPTS'] ?? '', 10);
  return given >= 1 ? Math.min(given, usualAttempts) : usualAttempts;
}

function limitTime(milliseconds: number) {
  const time = Math.ceil(milliseconds);
  return { connectionTimeout: time, requestTimeout: time, throwOnRequestTimeout: true };
}

/** Every operation has its class in the SDK, called by its name. */
function toCommand<N extends OperationName>(sdk: typeof Sdk, name: N, input: Operations[N]['input']) {
  const classes = sdk as unknown as Record<
    `${N}Command`,
    new (given: typeof input) => Parameters<typeof Sdk.KMSClient.prototype.send>[0]
  >;
  return new classes[`${name}Command`](input) as never;
}
