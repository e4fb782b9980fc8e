import { afterAll, beforeAll, describe } from 'vitest';
import { findNodes, pairsOf } from '../../support/found-nodes.ts';
import { whyNoLitecoind } from '../../support/install-litecoind.ts';
import { RealWorld, type WorldOptions } from './real-world.ts';

/** Asked for first: where it can be installed, it has been. */
const NO_LITECOIND = await whyNoLitecoind();
const PAIRS = pairsOf(await findNodes());

/** Tests that leave a world behind in which others can go on: nothing under way, and the books agree. */
export interface Suite {
  readonly title: string;
  tests(world: () => RealWorld): void;
}

/**
 * Tests that share one world, for each pair of nodes a new one; skipped, with the reason in their title, where there is
 * no node to be had.
 */
export function describeRealNodes(
  title: string,
  tests: (world: () => RealWorld) => void,
  options: WorldOptions = {},
): void {
  if (PAIRS.length === 0) describe.skip(`${title} (skipped: ${NO_LITECOIND})`, () => tests(() => never()));
  describe.each(PAIRS)(`${title}, between $core.program and $evm.name`, (pair) => {
    let world: RealWorld;
    beforeAll(async () => {
      world = await RealWorld.open(pair, options);
    });
    afterAll(() => world?.close());
    tests(() => world);
  });
}

/** Suites one after the other in one world: opening one takes longer than most tests. */
export function describeSuites(title: string, suites: readonly Suite[], options: WorldOptions = {}): void {
  const all = (world: () => RealWorld) => {
    for (const suite of suites) describe(suite.title, () => suite.tests(world));
  };
  describeRealNodes(title, all, options);
}

function never(): never {
  throw new Error('there is no node');
}
