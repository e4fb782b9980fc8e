import { expect, vi } from 'vitest';
import { BLOCK_PAUSE_MS } from '../../../support/block-pause.ts';
import { type Customers, ETHEREUM_ADDRESS } from './customers.ts';
import type { WebWorld } from './web-world.ts';

/** Proposes to pay what is due to an account; returns the number of the proposal. */
export async function proposeToSettle(world: WebWorld, account: string): Promise<string> {
  const wish = [account, 'Ethereum', 'USDT', '--to', ETHEREUM_ADDRESS];
  const { output } = await world.swapdesk('affiliate', 'settle', ...wish);
  return /proposal confirm (\d+)/.exec(output)?.[1] ?? '';
}

/** Pays what is due to an account, and waits until that is confirmed on its chain. */
export async function settle(world: WebWorld, customers: Customers, account: string): Promise<void> {
  await world.swapdesk('setting', 'set', 'confirm_alone_s', '0');
  const id = await proposeToSettle(world, account);
  expect((await world.swapdesk('proposal', 'confirm', id)).output).toContain('Confirmed');
  await vi.waitFor(
    async () => {
      await customers.mine('Ethereum');
      const { rows } = await world.store.database.query(
        'SELECT 1 FROM referral_order WHERE settle_status = 2',
      );
      expect(rows).toHaveLength(1);
    },
    { timeout: 90_000, interval: BLOCK_PAUSE_MS },
  );
}
