import { afterAll, beforeAll, describe } from 'vitest';
import { whyNoLitecoind } from '../../support/litecoind.ts';
import { RealWorld, type WorldOptions } from './real-world.ts';

const SKIPPED = await whyNoLitecoind();

/** Tests that share one world; skipped, with the reason in their title, where there is no node to be had. */
export function describeRealNodes(
  title: string,
  tests: (world: () => RealWorld) => void,
  options: WorldOptions = {},
): void {
  describe.skipIf(SKIPPED !== null)(SKIPPED === null ? title : `${title} (skipped: ${SKIPPED})`, () => {
    let world: RealWorld;
    beforeAll(async () => {
      world = await RealWorld.open(options);
    });
    afterAll(() => world?.close());
    tests(() => world);
  });
}
