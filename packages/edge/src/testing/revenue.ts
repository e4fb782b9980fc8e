import { type AccountEvent, SETTLE_STATUS } from '@swapdesk/client';
import { describe, expect, it, vi } from 'vitest';
import type { WalletDesk } from '../../../../test/support/wallet-desk.ts';
import { whileMining } from '../../../../test/support/while-mining.ts';
import { makeSwapdeskPlugin } from '../plugin.ts';
import { type EdgeDesk, REF_CODE } from './edge-desk.ts';
import { BITCOIN, ETHEREUM, USDT } from './wallet-kinds.ts';

interface Earning {
  readonly desk: EdgeDesk;
  readonly keys: WalletDesk;
  /** Of an order that came through the wallet, and is completed. */
  readonly orderId: string;
}

/** The eighth of the requirements: what a wallet's makers earn, and how they come by it. */
export function describeRevenue(open: () => Earning): void {
  describe('8. Affiliate Revenue Withdrawal', () => {
    it('lets its makers name where they are paid, and tells them in their log from when it counts', async () => {
      const { desk } = open();
      const { last } = await desk.affiliate.accountEvents();
      await desk.operate('affiliate', 'address', REF_CODE, 'Bitcoin', 'BTC', '--to', BITCOIN.address);
      const { paid_to } = await desk.affiliate.affiliate();
      expect(paid_to).toMatchObject({ waiting: { chain: 'Bitcoin', abbr: 'BTC', address: BITCOIN.address } });
      for await (const { type, effective_at } of desk.affiliate.followAccount({ after: last })) {
        expect({ type, effective_at }).toEqual({
          type: 'affiliate.address_changed',
          effective_at: paid_to.waiting?.effective_at,
        });
        break;
      }
    });

    it('pays what the wallet has earned to the address that its makers have named, and says so in their list', async () => {
      const { desk, keys, orderId } = open();
      const row = async () =>
        (await desk.affiliate.referralList({ page_size: 100 })).data.find(
          ({ query_code }) => query_code === orderId,
        );
      expect(Number((await row())?.commission)).toBeGreaterThan(0);
      expect((await row())?.settle_status).toBe(SETTLE_STATUS.incomplete);
      await desk.operate('setting', 'set', 'confirm_alone_s', '0');
      const { last } = await desk.affiliate.accountEvents();
      const before = await desk.affiliate.affiliate();
      expect(await desk.operate('affiliate', 'settle', REF_CODE)).toContain('affiliate address');
      await keys.letAddressesCount();
      const asked = await desk.operate('affiliate', 'settle', REF_CODE);
      const id = /proposal confirm (\d+)/.exec(asked)?.[1] ?? '';
      expect(await desk.operate('proposal', 'confirm', id)).toContain('Confirmed: affiliate settle');
      const settled = vi.waitFor(
        async () => expect((await row())?.settle_status).toBe(SETTLE_STATUS.completed),
        { timeout: 60_000, interval: 250 },
      );
      await whileMining(desk.anybody, ['Bitcoin'], settled);

      let told: AccountEvent | undefined;
      for await (const event of desk.affiliate.followAccount({ after: last })) {
        told = event;
        if (event.type === 'commission.settled') break;
      }
      expect(told).toMatchObject({ usdt: before.due, address: BITCOIN.address, abbr: 'BTC' });
      const after = await desk.affiliate.affiliate();
      expect(after).toMatchObject({
        earned: before.earned,
        settled: before.earned,
        due: '0',
        on_its_way: '0',
      });
      expect(after.settlements).toMatchObject([
        {
          state: 'confirmed',
          usdt: before.due,
          address: BITCOIN.address,
          amount: told?.volume,
          txid: told?.txid,
        },
      ]);
    });

    it('has the markup of the wallet’s makers in its quotes, and in their list', async () => {
      const { desk, keys } = open();
      await desk.operate('account', 'set', REF_CODE, '--markup', '2%');
      const { key: apiKey, secret: apiSecret } = keys.keyOf(REF_CODE);
      const marked = makeSwapdeskPlugin({
        initOptions: { url: desk.url, supportEmail: 'help@desk.example', apiKey, apiSecret, markup: '0.02' },
        io: { fetch },
        log: { warn: () => {} },
      });
      const wish = desk.request(BITCOIN, ETHEREUM, { toTokenId: USDT, nativeAmount: '5000000' });
      // The service hears of it within a second.
      const with2 = await vi.waitFor(() => marked.fetchSwapQuote(wish), { timeout: 60_000, interval: 250 });
      const without = await desk.plugin.fetchSwapQuote(wish);
      const share = Number(with2.toNativeAmount) / Number(without.toNativeAmount);
      expect(share).toBeGreaterThan(0.975);
      expect(share).toBeLessThan(0.985);
      const [row] = (await desk.affiliate.referralList({ page_size: 2 })).data.filter(({ markup }) => markup);
      expect(row).toMatchObject({ markup: '0.02', ref_code: '' });
      await Promise.all([with2, without].map((each) => each.close()));
    });
  });
}
