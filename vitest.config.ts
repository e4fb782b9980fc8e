import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { COMPILED, compiled } from './test/support/compiled.ts';
import { LongestFirst } from './test/support/longest-first.ts';
import { IS_LONG, volume } from './test/support/volume.ts';

/** These hold the service to a second or a few: nothing else may keep the machine busy meanwhile. */
const TIMED = [
  'packages/service/src/memory-market.test.ts',
  'packages/service/src/store/changes.test.ts',
  'test/attack/src/guessing.test.ts',
  'test/attack/src/nodes.test.ts',
];
const ALL = [
  'packages/*/src/**/*.test.ts',
  'bench/src/**/*.test.ts',
  'test/*/src/**/*.test.ts',
  'test/*.test.ts',
];
/** Large amounts of what smaller tests see too, and what is rare: between real nodes or venues, on TRON and Solana, in the built-in server. For `npm run test:long`. */
const LARGE = [
  'packages/service/src/chains/bitcoin/dust.test.ts',
  'packages/service/src/chains/bitcoin/lonely-node.test.ts',
  'packages/service/src/acts/million-commissions.test.ts',
  'packages/service/src/engine/books/compare-pace.test.ts',
  'packages/service/src/engine/hedge/month.test.ts',
  'packages/service/src/engine/hold/cut-off.test.ts',
  'packages/service/src/engine/hold/decided-otherwise.test.ts',
  'packages/service/src/engine/hold/dropped-by-one.test.ts',
  'packages/service/src/engine/hold/durable-record.test.ts',
  'packages/service/src/engine/hold/expired-record.test.ts',
  'packages/service/src/engine/hold/forgotten-stop.test.ts',
  'packages/service/src/engine/hold/found-later.test.ts',
  'packages/service/src/engine/hold/given-up-record.test.ts',
  'packages/service/src/engine/hold/restored-fuel.test.ts',
  'packages/service/src/engine/hold/restored-settlements.test.ts',
  'packages/service/src/engine/orders/stopped-on-account.test.ts',
  'packages/service/src/engine/payments/durable.test.ts',
  'packages/service/src/engine/payments/gather.test.ts',
  'packages/service/src/engine/slow-node.test.ts',
  'packages/service/src/engine/solana-ahead.test.ts',
  'packages/service/src/engine/solana-cases.test.ts',
  'packages/service/src/engine/solana-dust.test.ts',
  'packages/service/src/engine/solana-given-up.test.ts',
  'packages/service/src/engine/solana-prefunded.test.ts',
  'packages/service/src/engine/solana-volumes.test.ts',
  'packages/service/src/engine/treasury/restored-cold.test.ts',
  'packages/service/src/engine/tron-cases.test.ts',
  'packages/service/src/engine/tron-energy.test.ts',
  'packages/service/src/growth/archive-large.test.ts',
  'packages/service/src/growth/killed-archive.test.ts',
  'packages/service/src/market/venues/answer-faults.test.ts',
  'packages/service/src/market/venues/stream-faults.test.ts',
  'packages/service/src/observe/archive-finding.test.ts',
  'packages/service/src/profit/order-life.test.ts',
  'packages/service/src/signer/durable-values.test.ts',
  'packages/service/src/store/backup/check-backup.test.ts',
  'packages/service/src/store/backup/half-made.test.ts',
  'packages/service/src/store/backup/moment.test.ts',
  'packages/service/src/store/backup/sealed-backup.test.ts',
  'packages/service/src/store/backup/sealed-moment.test.ts',
  'packages/service/src/store/embedded/binaries.test.ts',
  'packages/service/src/store/embedded/log-archive.test.ts',
  'packages/service/src/store/embedded/takeover.test.ts',
  'packages/service/src/store/migrations-under-load.test.ts',
  'packages/service/src/store/replicas/reading.test.ts',
  'packages/service/src/store/replicas/replica-faults.test.ts',
  'packages/service/src/wallet/watch-only.test.ts',
  'test/alerts.test.ts',
  'test/attack/src/backup.test.ts',
  'test/attack/src/drain.test.ts',
  'test/attack/src/engine-takeover.test.ts',
  'test/attack/src/integrator.test.ts',
  'test/attack/src/list-edges.test.ts',
  'test/attack/src/lists.test.ts',
  'test/attack/src/lost-database.test.ts',
  'test/attack/src/pgbackrest.test.ts',
  'test/attack/src/replicas.test.ts',
  'test/attack/src/start-errors.test.ts',
  'test/attack/src/stuck-worker.test.ts',
  'test/chains/src/calls-by-blocks.test.ts',
  'test/chains/src/deposit-addresses.test.ts',
  'test/chains/src/family-kills.test.ts',
  'test/chains/src/family-signer.test.ts',
  'test/chains/src/one-endpoint.test.ts',
  'test/chains/src/refused-tokens.test.ts',
  'test/chains/src/restored-copy.test.ts',
  'test/chains/src/signer.test.ts',
  'test/chains/src/three-endpoints.test.ts',
  'test/chains/src/untold-deposits.test.ts',
  'test/chains/src/walk.test.ts',
  'test/conformance-self.test.ts',
  'test/console/src/flood.test.ts',
  'test/console/src/search.test.ts',
  'test/console/src/step-up.test.ts',
  'test/market/src/adversary.test.ts',
  'test/new-chain.test.ts',
  'test/traces.test.ts',
  'test/updates/src/outgrown.test.ts',
  'test/updates/src/replaced-files.test.ts',
  'test/updates/src/rolling.test.ts',
  'test/venues.test.ts',
  'test/wallet-backup.test.ts',
  'test/web/src/affiliate.test.ts',
  'test/web/src/console-access.test.ts',
  'test/web/src/console-dialogs.test.ts',
  'test/web/src/console-figures.test.ts',
  'test/web/src/console-orders.test.ts',
  'test/web/src/console-scheduled.test.ts',
  'test/web/src/console-stability.test.ts',
  'test/web/src/console-table.test.ts',
  'test/web/src/journey.test.ts',
  'test/web/src/misled.test.ts',
  'test/web/src/misread.test.ts',
  'test/web/src/order-stopped.test.ts',
  'test/web/src/screens.test.ts',
  'test/web/src/widget-large.test.ts',
];
const NOT_OURS = ['**/node_modules/**', '**/dist/**', 'test/conformance/**', ...(IS_LONG ? [] : LARGE)];
const plugins = compiled();
const common = {
  server: { deps: { external: [COMPILED] } },
  // Twice what the longest takes while others use the machine as well.
  testTimeout: volume(240_000, 1_200_000),
  // A large store is an hour in the making.
  hookTimeout: volume(360_000, 14_400_000),
  setupFiles: ['test/support/leave-nothing.ts'],
};
export default defineConfig({
  test: {
    globalSetup: ['test/support/global-setup.ts', 'test/support/install-programs.ts'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        plugins,
        test: {
          ...common,
          ...{
            name: 'together',
            include: ALL,
            exclude: [...NOT_OURS, ...TIMED],
            sequence: { groupOrder: 0 },
          },
          // Three for each core, as many tests wait most of their time; but no more than PostgreSQL has connections for.
          maxWorkers: Math.min(6, 3 * availableParallelism()),
          // Files share what they import, where loading it would take longer than most of them: none of it has a state. And
          // they are one project: a worker is ended when the next file is of another, and a new one loads all of it anew.
          isolate: false,
        },
      },
      {
        plugins,
        test: { ...common, name: 'alone', include: TIMED, maxWorkers: 1, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
