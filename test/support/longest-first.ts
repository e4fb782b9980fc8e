import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The files that take longest, longest first: begun late, one of them would run on while the other workers idle. Those
 * that mostly wait, for blocks or for pages, take turns with those that keep a processor busy.
 */
const LONGEST = [
  'test/chains/src/orders.test.ts',
  // It waits for comparisons that come once a minute.
  'test/venues.test.ts',
  'test/web/src/order-page.test.ts',
  'test/chains/src/payments.test.ts',
  'test/simulation/src/simulation.test.ts',
  'test/chains/src/walk.test.ts',
  'test/operator.test.ts',
  'test/conformance-self.test.ts',
  'test/attack/src/start-errors.test.ts',
  'test/chains/src/signer.test.ts',
  'test/web/src/console-orders.test.ts',
  'test/chains/src/one-endpoint.test.ts',
  'test/web/src/console-access.test.ts',
  'test/chains/src/restored-copy.test.ts',
  // It waits for leases to run out.
  'test/attack/src/engine-takeover.test.ts',
  'test/attack/src/bad-input.test.ts',
  'packages/service/src/engine/books/older-store.test.ts',
  'test/web/src/console-dialogs.test.ts',
  'packages/service/src/store/embedded/crash.test.ts',
  'packages/service/src/signer/signing-desk.test.ts',
  'test/web/src/console-pages.test.ts',
  'packages/service/src/engine/hold/held-desk.test.ts',
  'test/console/src/sessions.test.ts',
  'test/attack/src/events.test.ts',
  'test/attack/src/backup.test.ts',
  'packages/service/src/engine/hold/restored-withdrawals.test.ts',
  'test/simulation/src/mutations.test.ts',
  'test/new-chain.test.ts',
  'packages/service/src/store/embedded/embedded.test.ts',
  'test/attack/src/kill.test.ts',
  'test/console/src/roles.test.ts',
  'test/attack/src/engine-crash.test.ts',
  'test/web/src/swap.test.ts',
  'test/console/src/search.test.ts',
  'test/wallet-commands.test.ts',
  'test/wallet-backup.test.ts',
  'packages/service/src/engine/guards.test.ts',
  'test/web/src/everyone.test.ts',
  'packages/service/src/engine/payments/cancel.test.ts',
  'test/readme.test.ts',
  'test/attack/src/lists.test.ts',
];

/** Orders files by what they take, also on a machine that has not run them before. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files);
    return others.toSorted((a, b) => rank(a) - rank(b));
  }
}

function rank({ moduleId }: TestSpecification): number {
  const at = LONGEST.findIndex((path) => moduleId.endsWith(`/${path}`));
  return at < 0 ? LONGEST.length : at;
}
