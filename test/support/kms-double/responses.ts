/** Knows how the answers of KMS look in HTTP. */
import { randomUUID } from 'node:crypto';
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { errorBody, type KmsError } from './errors.js';

/** An answer that is an error. */
export function sendError(response: ServerResponse, { type, message, status }: KmsError): void {
  send(response, status, errorBody(type, message));
}

/** Any answer. KMS names an error in the body alone: it sends no `x-amzn-errortype`. */
export function send(
  response: ServerResponse,
  status: number,
  body: string,
  type = 'application/x-amz-json-1.1',
): void {
  begin(response, status, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) });
  response.end(body);
}

/** The beginning of any answer; without a length, its end is open. */
export function begin(response: ServerResponse, status: number, headers: OutgoingHttpHeaders = {}): void {
  response.writeHead(status, {
    'x-amzn-RequestId': randomUUID(),
    'Cache-Control': 'no-cache, no-store, must-revalidate, private',
    'Expires': '0',
    'Pragma': 'no-cache',
    ...headers,
  });
}
