import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';

/** These hold the service to a second or a few: nothing else may keep the machine busy meanwhile. */
const TIMED = [
  'packages/service/src/store/changes.test.ts',
  'test/attack/src/access.test.ts',
  'test/attack/src/engine-takeover.test.ts',
  'test/attack/src/nodes.test.ts',
];
const ALL = ['packages/*/src/**/*.test.ts', 'test/*/src/**/*.test.ts', 'test/*.test.ts'];
const NOT_OURS = ['**/node_modules/**', '**/dist/**', 'test/conformance/**'];
const timeouts = { testTimeout: 120_000, hookTimeout: 240_000 };

export default defineConfig({
  test: {
    globalSetup: 'test/support/global-setup.ts',
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...timeouts,
          name: 'together',
          include: ALL,
          exclude: [...NOT_OURS, ...TIMED],
          // By default a core is left free: on two cores, one file at a time.
          maxWorkers: 3,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: { ...timeouts, name: 'alone', include: TIMED, maxWorkers: 1, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
