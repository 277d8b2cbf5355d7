/** Knows the command `keys`, and which commands it has: the table that a new one gets one row in. */
import type { Configure } from '../command.js';
import { configureCreate } from './keys/create.js';
import { configureDoctor } from './keys/doctor.js';
import { configureJwks } from './keys/jwks.js';
import { configureShow } from './keys/show.js';

export const configure: Configure = (command, call) => {
  configureCreate(command.command('create'), call.io);
  configureShow(command.command('show'), call.io);
  configureJwks(command.command('jwks'), call.io);
  configureDoctor(command.command('doctor'), call);
};
