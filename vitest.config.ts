import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.ts', 'test/*/src/**/*.test.ts', 'test/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**', 'test/conformance/**'],
    globalSetup: 'test/support/global-setup.ts',
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
