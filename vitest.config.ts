import { configDefaults, defineConfig } from 'vitest/config';

const interop = 'test/interop/**/*.test.ts';

// `npm run test:interop` is `vitest run --mode interop`; every other run leaves those tests out.
export default defineConfig(({ mode }) => ({
  test: {
    ...(mode === 'interop'
      ? { include: [interop] }
      : { include: ['test/**/*.test.ts'], exclude: [...configDefaults.exclude, interop] }),
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
}));
