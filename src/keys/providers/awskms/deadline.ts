/** Knows how work is ended by the clock, whatever it is doing. */

/** That the time of a request is over, whatever the SDK is doing. */
export class OutOfTime extends Error {
  override readonly name = 'OutOfTime';
}

/** Runs the work, whose signal is given when the time is over. Throws `OutOfTime` then. */
export async function within<T>(milliseconds: number, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new OutOfTime(`${milliseconds} ms are over`));
      controller.abort();
    }, milliseconds);
  });
  try {
    return await Promise.race([run(controller.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}
