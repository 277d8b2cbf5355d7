/** Knows what may be looked at of an error of the AWS SDK, and what of that may be shown. */

/** What is looked at of an error; of it only `name`, `status` and `requestId` are ever shown. */
export type Fault = {
  readonly name: string;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  /** Whether it comes from the network, before there was any answer. */
  readonly isNetwork: boolean;
  /** What the service said, to be searched and never shown. */
  readonly words: string;
};

/** Reads any error; throws nothing. */
export function readFault(error: unknown): Fault {
  const { name, message, code, $metadata } = (error ?? {}) as {
    name?: unknown;
    message?: unknown;
    code?: unknown;
    $metadata?: { httpStatusCode?: unknown; requestId?: unknown };
  };
  const names = [code, name].filter((one): one is string => typeof one === 'string');
  const status = $metadata?.httpStatusCode;
  const requestId = $metadata?.requestId;
  return {
    // Of a network error the code says more than the name.
    name: names.find((one) => one !== 'Error' && /^[A-Za-z_]{1,80}$/.test(one)) ?? 'unknown error',
    status: typeof status === 'number' ? status : undefined,
    isNetwork: typeof code === 'string' && typeof status !== 'number',
    requestId:
      typeof requestId === 'string' && /^[0-9A-Za-z-]{1,64}$/.test(requestId) ? requestId : undefined,
    words: typeof message === 'string' ? message.slice(0, 10_000) : '',
  };
}

/** The name of an error, fit to be shown. */
export function nameOfFailure(error: unknown): string {
  return nameFault(readFault(error));
}

/** What of a fault goes on as the cause of an error. */
export function toCause({ name, status }: Fault): Error {
  return new Error(status === undefined ? name : `${name}, HTTP status ${status}`);
}

/** What the SDK calls an answer that names no error: it is none of AWS KMS, but of something on the way. */
export const nameless: ReadonlySet<string> = new Set(['SyntaxError', 'Unknown']);

/** The name of an error, or the status where it has none. */
export function nameFault({ name, status }: Fault): string {
  return nameless.has(name) && status !== undefined ? `HTTP status ${status}` : name;
}

/** Name and status, as far as there are. */
export function describeFault({ name, status }: Fault): string {
  return [
    ...(nameless.has(name) ? [] : [name]),
    ...(status === undefined ? [] : [`HTTP status ${status}`]),
  ].join(', ');
}
