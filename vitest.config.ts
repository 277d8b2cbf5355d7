import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';

const interop = 'test/interop/**/*.test.ts';

// `npm run test:interop` is `vitest run --mode interop`; every other run leaves those tests out.
export default defineConfig(({ mode }) => ({
  test: {
    ...(mode === 'interop'
      ? { include: [interop] }
      : { include: ['test/**/*.test.ts'], exclude: [...configDefaults.exclude, interop] }),
    // Much of the time goes by in processes that tests wait for, so that no core need be kept free.
    maxWorkers: Math.max(2, availableParallelism()),
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
}));
