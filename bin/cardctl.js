#!/usr/bin/env node
'use strict';
// One bundle for each command, so that a call loads only what it runs; `main` has all, and the help.
const bundles = ['check', 'canonicalize', 'sign', 'verify', 'inspect', 'explain', 'keys'];
const name = process.argv[2] === 'validate' ? 'check' : process.argv[2];
try {
  require(`../lib/cli/${bundles.includes(name) ? name : 'main'}.cjs`).start();
} catch (error) {
  if (error.code !== 'MODULE_NOT_FOUND') throw error;
  process.stderr.write('error: cardctl is not built\n  next: npm run build, in its folder\n');
  process.exitCode = 70;
}
