import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { whyNoLitecoind } from '../../support/litecoind.ts';
import { RealWorld } from './real-world.ts';

const SKIPPED = await whyNoLitecoind();
const RECEIVER = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';

describe.skipIf(SKIPPED !== null)(
  `a swap between real nodes${SKIPPED === null ? '' : ` (skipped: ${SKIPPED})`}`,
  () => {
    let world: RealWorld;
    beforeAll(async () => {
      world = await RealWorld.open();
    });
    afterAll(() => world?.close());

    it('turns litecoins into ether', async () => {
      const order = await world.place('Litecoin:LTC', 5, [{ to: 'Ethereum:ETH', address: RECEIVER }]);
      await world.litecoin.pay({ [order.address]: '5' });
      await world.sees(order, 2);
      const done = await world.reaches(order, 4);
      expect(done.output[0]).toMatchObject({ chain: 'Ethereum', abbr: 'ETH' });
      expect(await balanceOf(RECEIVER)).toBe(units(done.output[0]!.volume, 18));
      await world.balanced();
    });

    async function balanceOf(address: string): Promise<bigint> {
      return BigInt(await world.ethereum.rpc.call<string>('eth_getBalance', [address, 'latest']));
    }
  },
);

/** Amounts in answers have so few digits that a float holds them. */
function units(volume: number, decimals: number): bigint {
  const [whole = '0', part = ''] = volume.toFixed(8).split('.');
  return BigInt(whole + part.padEnd(decimals, '0'));
}
