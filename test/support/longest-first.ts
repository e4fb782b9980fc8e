import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The files that take longest, longest first: begun late, one of them would run on while the other workers idle. Those
 * that mostly wait, for blocks or for pages, take turns with those that keep a processor busy.
 */
const LONGEST = [
  'test/simulation/src/simulation.test.ts',
  'test/chains/src/swaps.test.ts',
  'test/attack/src/bad-input.test.ts',
  'test/chains/src/ethereum-reorganisations.test.ts',
  'test/attack/src/kill.test.ts',
  'test/chains/src/coin-reorganisations.test.ts',
  'test/web/src/console-orders.test.ts',
  'test/chains/src/signer.test.ts',
  'test/web/src/console-dialogs.test.ts',
  'test/web/src/order-page.test.ts',
  'test/chains/src/taproot.test.ts',
  'test/web/src/console-access.test.ts',
  'test/attack/src/engine-crash.test.ts',
  'test/chains/src/outages.test.ts',
  'test/web/src/console-pages.test.ts',
  'test/attack/src/start-errors.test.ts',
  'test/chains/src/catch-up.test.ts',
  'test/web/src/console-table.test.ts',
  'test/web/src/everyone.test.ts',
  'test/chains/src/stuck-payments.test.ts',
  'test/simulation/src/mutations.test.ts',
  'test/chains/src/deadlines.test.ts',
  'test/web/src/console-stability.test.ts',
  'test/web/src/swap.test.ts',
  'test/chains/src/tokens.test.ts',
  'test/conformance-self.test.ts',
  'test/chains/src/liars.test.ts',
  'test/readme.test.ts',
  'test/chains/src/cancelled-payments.test.ts',
  'packages/service/src/engine/guards.test.ts',
  'test/chains/src/helped-deposits.test.ts',
  'test/operator.test.ts',
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
