import { beforeAll, expect, it, vi } from 'vitest';
import { BLOCK_PAUSE_MS } from '../../support/block-pause.ts';
import { letAddressesCount } from '../../support/let-addresses-count.ts';
import { Customers, ETHEREUM_ADDRESS } from './support/customers.ts';
import { operatorInside } from './support/operator.ts';
import { describePages } from './support/web-world.ts';

vi.setConfig({ testTimeout: 300_000 });

const AFFILIATES = ['shop', 'rival'] as const;
/** An engine looks once a minute for what is due. */
const LOOKED_MS = 150_000;

interface Open {
  readonly id: number;
  readonly subject: string;
}

describePages('what the schedule proposes to pay to affiliates', (world) => {
  const customers = () => new Customers(world());
  const open = async () =>
    (
      await world().store.database.query<Open>(
        "SELECT id, subject FROM proposal WHERE state = 'open' ORDER BY id",
      )
    ).rows;

  beforeAll(async () => {
    const swapdesk = (...words: string[]) => world().swapdesk(...words);
    await swapdesk('setting', 'set', 'settle_from_usdt', '1');
    for (const account of AFFILIATES) {
      await swapdesk('refcode', 'create', `of-${account}`, '--account', account, '--rate', '50%');
      const order = await customers().order({ refCode: `of-${account}`, quantity: 5_000 });
      await customers().pay(order);
      await customers().until(order, 4);
      await swapdesk('affiliate', 'address', account, 'Ethereum', 'USDT', '--to', ETHEREUM_ADDRESS);
    }
    await letAddressesCount(world().store.database);
    await swapdesk('setting', 'set', 'settle_schedule', '1');
    await vi.waitFor(async () => expect(await open()).toHaveLength(AFFILIATES.length), {
      timeout: LOOKED_MS,
      interval: 500,
    });
  });

  it('is confirmed by one act, as it was looked at; what cannot be says why, and keeps nobody else from theirs', async () => {
    // Whoever named the addresses on the command line may be one of the two: then the other confirms.
    await operatorInside(world(), 'bea', 'admin');
    const operator = await operatorInside(world(), 'al', 'admin');
    await operator.opens('/console/affiliates');
    await operator.sees('The schedule proposes 2 payments.');
    await operator.presses('Confirm all of them');
    const dialog = operator.page.getByRole('dialog', { name: 'Confirm what the schedule proposes' });
    for (const account of AFFILIATES)
      await dialog.getByRole('listitem').filter({ hasText: account }).getByText(ETHEREUM_ADDRESS).waitFor();
    for (const width of [1280, 390, 320]) {
      await operator.page.setViewportSize({ width, height: 800 });
      const isWide = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';
      expect(await operator.page.evaluate(isWide), `at ${width} px`).toBe(false);
      await operator.stillFindsNoBarrier();
    }
    await operator.page.setViewportSize({ width: 1280, height: 800 });

    // Somebody else takes one back while this operator reads.
    const [first] = await open();
    expect((await world().swapdesk('proposal', 'withdraw', String(first?.id))).code).toBe(0);
    await operator.pressesInDialog('Confirm all of them');
    await operator.sees(`${first?.subject} is not confirmed: `);
    await dialog.waitFor({ state: 'detached' });
    expect(await open()).toEqual([]);

    const paid = AFFILIATES.find((each) => each !== first?.subject) as string;
    const settlement = operator.page
      .getByRole('table', { name: 'Payments to affiliates' })
      .getByRole('row')
      .filter({ hasText: paid });
    await settlement.waitFor();
    await vi.waitFor(
      async () => {
        await customers().mine('Ethereum');
        const { rows } = await world().store.database.query(
          'SELECT a.name FROM referral_order r JOIN account a ON a.id = r.account_id WHERE r.settle_status = 2',
        );
        expect(rows).toEqual([{ name: paid }]);
      },
      { timeout: 90_000, interval: BLOCK_PAUSE_MS },
    );
  });
});
