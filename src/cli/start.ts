/** Knows how the program starts: with the arguments of the process, which ends when all is written. */
import { main } from './main.js';
import { createProcessIo, endProcess } from './process-io.js';

/** Runs the call that the process was started with, and ends the process with its exit code. */
export async function start(): Promise<void> {
  const io = createProcessIo();
  endProcess(io, await main(process.argv.slice(2), io));
}
