/** Knows how to run a Python program of this folder beside a test file. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type LineProgram, startLineProgram } from './line-program.js';

// setup-python.sh makes it
const PYTHON = join(import.meta.dirname, '../../.cache/venv/bin/python');

/** Whether `setup-python.sh` has made the environment. */
export function hasPython(): boolean {
  return existsSync(PYTHON);
}

/** Starts `<name>.py`, which answers until `close`; throws when it does not start. */
export function startPython(name: string, ...args: string[]): Promise<LineProgram> {
  return startLineProgram(name, PYTHON, ['-I', join(import.meta.dirname, `${name}.py`), ...args]);
}
