import { expect, it } from 'vitest';
import { describeRealNodes } from './real-nodes.ts';

describeRealNodes(
  'a token that takes a fee on transfers',
  (the) => {
    it('is booked with what arrived, and traded no more', async () => {
      const world = the();
      // Filling the treasury was the first transfer.
      expect(await world.tokensOf(await world.treasury('evm'))).toBe(495_000_000_000n);
      await world.balanced();
      const placing = world.place('Ethereum:USDT', 100, [
        { to: world.coin, address: await world.core.newAddress() },
      ]);
      await expect(placing).rejects.toThrow('from assets disabled');
      const buying = world.place(world.coin, 1, [{ to: 'Ethereum:USDT', address: world.stranger() }]);
      await expect(buying).rejects.toThrow('to assets disabled');
      expect(world.service.output()).toContain('a token takes a fee on transfers');
    });

    it('that counts otherwise than the catalogue is told by doctor', async () => {
      const { code, output } = await the().swapdesk('doctor');
      expect(code).toBe(1);
      expect(output).toMatch(
        /WRONG +Ethereum: token USDT +the contract has 18 decimals, the catalogue 6\. .*asset set/,
      );
    });
  },
  { token: 'FeeToken' },
);
