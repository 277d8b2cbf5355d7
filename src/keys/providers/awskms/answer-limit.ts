/** Knows how long an answer of AWS KMS can be: whoever answers in its place must not fill the memory. */
import { Transform, type Readable } from 'node:stream';
import type { KMSClient } from '@aws-sdk/client-kms';

/** Bytes. The longest answer, about an ML-DSA key or signature, has some ten thousand. */
const maximumBytes = 262_144;

/** Breaks off what is longer, before it is parsed. */
export function limitAnswers(client: KMSClient): void {
  client.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      const response = result.response as { body?: Readable };
      if (response.body !== undefined) response.body = limit(response.body);
      return result;
    },
    // The last step before the network: all that reads the answer comes after it.
    { step: 'deserialize', priority: 'low', name: 'limitAnswers' },
  );
}

function limit(body: Readable): Readable {
  let bytes = 0;
  const limited = new Transform({
    transform(chunk: Uint8Array, _, done) {
      bytes += chunk.length;
      if (bytes <= maximumBytes) {
        done(null, chunk);
        return;
      }
      body.destroy();
      done(new AnswerTooLongError());
    },
  });
  body.once('error', (error) => limited.destroy(error));
  return body.pipe(limited);
}

class AnswerTooLongError extends Error {
  override readonly name = 'AnswerTooLongError';
}
