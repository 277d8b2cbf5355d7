/** Knows how a test gets hold of the error that a promise rejects with. */
import { expect } from 'vitest';
import { CardctlError } from '../../src/errors.js';

/** The error of cardctl that it rejects with. Fails where it does not, or with another. */
export async function failureOf(promise: Promise<unknown>): Promise<CardctlError> {
  const error = await promise.then(
    () => expect.unreachable('it works'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof CardctlError)) throw error;
  return error;
}

/** The message without the id of the request, which is another one each time. */
export function messageOf({ message }: CardctlError): string {
  return message.replace(/ \(request [0-9a-f-]{36}\)$/, '');
}
