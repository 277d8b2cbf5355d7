/** Knows how the result files of several vitest runs become one closing line. */
import { existsSync, readFileSync } from 'node:fs';
import process from 'node:process';

/** @param {string} path a file that vitest's JSON reporter wrote; a run that left none counts as one failure */
function readCounts(path) {
  if (!existsSync(path)) return { passed: 0, failed: 1, skipped: 0 };
  const results = JSON.parse(readFileSync(path, 'utf8'));
  // a test file that does not load fails, yet holds no failed test
  const broken = results.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  return {
    passed: results.numPassedTests,
    failed: results.numFailedTests + broken.length,
    skipped: results.numPendingTests + results.numTodoTests,
  };
}

const total = { passed: 0, failed: 0, skipped: 0 };
for (const path of process.argv.slice(2)) {
  for (const [name, count] of Object.entries(readCounts(path))) total[name] += count;
}
process.stdout.write(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
