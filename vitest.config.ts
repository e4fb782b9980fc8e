import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';
import { IS_LONG, volume } from './test/support/volume.ts';

/** These hold the service to a second or a few: nothing else may keep the machine busy meanwhile. */
const TIMED = [
  'packages/service/src/store/changes.test.ts',
  'test/attack/src/access.test.ts',
  'test/attack/src/engine-takeover.test.ts',
  'test/attack/src/nodes.test.ts',
];
/** What these need is installed before them. */
const NODES = ['test/chains/src/**/*.test.ts', 'packages/service/src/chains/{bitcoin,evm}/**/*.test.ts'];
const PAGES = ['test/web/src/**/*.test.ts'];
const UNITS = ['packages/*/src/**/*.test.ts'];
const WHOLES = ['test/*/src/**/*.test.ts', 'test/*.test.ts'];
/** Large amounts of what smaller tests see too: for `npm run test:long`. */
const LARGE = [
  'test/attack/src/list-edges.test.ts',
  'test/console/src/flood.test.ts',
  'test/web/src/console-stability.test.ts',
  'test/web/src/console-table.test.ts',
];
const NOT_OURS = ['**/node_modules/**', '**/dist/**', 'test/conformance/**', ...(IS_LONG ? [] : LARGE)];
/**
 * Two for each core, as many tests wait most of their time; but no more than PostgreSQL has connections for. Files share what
 * they import, where loading it would take longer than most of them: none of it has a state.
 */
const together = {
  ...{ maxWorkers: Math.min(6, 2 * availableParallelism()), isolate: false },
  sequence: { groupOrder: 0 },
};
const timeouts = { testTimeout: volume(120_000, 1_200_000), hookTimeout: 240_000 };
const installed = { ...timeouts, ...together, globalSetup: 'test/support/install-programs.ts' };

export default defineConfig({
  test: {
    globalSetup: 'test/support/global-setup.ts',
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...timeouts,
          ...{ name: 'units', include: UNITS, exclude: [...NOT_OURS, ...TIMED, ...NODES], ...together },
        },
      },
      {
        test: {
          ...timeouts,
          ...{ name: 'wholes', include: WHOLES, ...together },
          exclude: [...NOT_OURS, ...TIMED, ...NODES, ...PAGES],
        },
      },
      { test: { ...installed, name: 'nodes', include: NODES, exclude: NOT_OURS } },
      { test: { ...installed, name: 'pages', include: PAGES, exclude: NOT_OURS } },
      {
        test: { ...timeouts, name: 'alone', include: TIMED, maxWorkers: 1, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
