/** Knows which planned fault meets a request, and what is sent for each kind. */
import type { ServerResponse } from 'node:http';
import { KmsError } from './errors.js';
import { begin, send, sendError } from './responses.js';
import type { Fault, Operation } from './types.js';

/** `left` counts the requests that it still meets. */
export type PlannedFault = { operation: Operation | '*'; fault: Fault; left: number };

/** The oldest fault that is meant for the operation. */
export function takeFault(faults: PlannedFault[], operation: string): Fault | undefined {
  const index = faults.findIndex((planned) => planned.operation === '*' || planned.operation === operation);
  const planned = faults[index];
  if (planned && --planned.left <= 0) faults.splice(index, 1);
  return planned?.fault;
}

/** Answers with the fault, if it leaves no room for the right answer; tells whether it did. */
export function answerWithFault(fault: Fault, response: ServerResponse): boolean {
  switch (fault.kind) {
    case 'error':
      sendError(response, new KmsError(fault.type, fault.message, fault.status));
      return true;
    case 'status':
      send(response, fault.status, fault.body ?? '', 'text/html');
      return true;
    case 'garbage':
      send(response, 200, fault.body);
      return true;
    case 'endless':
      begin(response, 200);
      response.write(fault.body);
      return true;
    case 'drop':
      response.destroy();
      return true;
    case 'hang':
      return true;
    case 'slow':
    case 'answer':
      return false;
  }
}
