import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';

/** These hold the service to a second or a few: nothing else may keep the machine busy meanwhile. */
const TIMED = [
  'packages/service/src/store/changes.test.ts',
  'test/attack/src/access.test.ts',
  'test/attack/src/engine-takeover.test.ts',
  'test/attack/src/nodes.test.ts',
];
const UNITS = ['packages/*/src/**/*.test.ts'];
const WHOLES = ['test/*/src/**/*.test.ts', 'test/*.test.ts'];
const NOT_OURS = ['**/node_modules/**', '**/dist/**', 'test/conformance/**'];
/** Two for each core, as many tests wait most of their time; but no more than PostgreSQL has connections for. */
const together = { maxWorkers: Math.min(6, 2 * availableParallelism()), sequence: { groupOrder: 0 } };
const timeouts = { testTimeout: 120_000, hookTimeout: 240_000 };

export default defineConfig({
  test: {
    globalSetup: 'test/support/global-setup.ts',
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...timeouts,
          ...{ name: 'units', include: UNITS, exclude: [...NOT_OURS, ...TIMED], ...together },
          // Files share what they import, where loading it would take longer than most of them: none of it has a state.
          isolate: false,
        },
      },
      {
        test: {
          ...timeouts,
          ...{ name: 'wholes', include: WHOLES, exclude: [...NOT_OURS, ...TIMED], ...together },
        },
      },
      {
        test: { ...timeouts, name: 'alone', include: TIMED, maxWorkers: 1, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
