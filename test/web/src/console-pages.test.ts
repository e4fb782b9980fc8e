import { Decimal } from '@swapdesk/contract';
import { beforeAll, expect, it, vi } from 'vitest';
import { few, IS_LONG } from '../../support/volume.ts';
import { CONSOLE_PAGES } from './support/console-pages.ts';
import { Customers, ETHEREUM_ADDRESS, type Placed } from './support/customers.ts';
import { type Operator, operatorInside } from './support/operator.ts';
import { aPayoutThatCannotBePaid } from './support/unpayable.ts';
import { describePages } from './support/web-world.ts';

// A whole story, with commands of the command line in it, on a machine that has much else to do.
vi.setConfig({ testTimeout: 300_000 });

describePages('the console', (world) => {
  let customers: Customers;
  let done: Placed;
  let short: Placed;

  beforeAll(async () => {
    await world().swapdesk('asset', 'set', 'Bitcoin', 'BTC', '--target', '80');
    await world().swapdesk('asset', 'set', 'Ethereum', 'USDT', '--target', '8000000');
    await world().swapdesk('asset', 'set', 'Solana', 'SOL', '--target', '200000');
    customers = new Customers(world());
    done = await customers.order();
    short = await customers.order({ mode: 'fixed' });
    await customers.order();
    await customers.pay(done);
    await customers.pay(short, 60);
    await customers.until(done, 4);
    await customers.until(short, 7);
  });

  it('shows every page to everybody, without barriers, in light and dark', async () => {
    const operator = await operatorInside(world(), 'ada', 'admin');
    for (const [n, { path, shows }] of CONSOLE_PAGES.entries()) {
      await operator.opens(`/console${path}`);
      await operator.sees(shows);
      if (IS_LONG || n % 5 === 0) await operator.findsNoBarrier();
      if (IS_LONG || n % 5 === 1) await isUsableOnPhones(operator);
    }
    await operator.opensTheOrder(done.no);
    await isUsableOnPhones(operator);
    await operator.seesTheState('Completed');
    await operator.isPictured('console-order');
    for (const tab of few(1, ['Money', 'History', 'Ledger', 'Screening'])) {
      await operator.opensTheTab(tab);
      await operator.findsNoBarrier();
    }
    await operator.opens('/console/nowhere');
    await operator.sees('There is no such page.');
    await operator.findsNoBarrier();
  });

  it('shows at 1280 pixels what can be changed, and where the treasury is, without scrolling', async () => {
    const operator = await operatorInside(world(), 'wim', 'admin');
    for (const [page, shown] of [
      ['/assets', 'td[data-stays] button'],
      ['/chains', 'td[data-stays] .long-text'],
      ['/treasury', 'td[data-stays] button'],
    ] as const) {
      await operator.opens(`/console${page}`);
      await operator.page.locator(shown).first().waitFor();
      const [all, inSight] = await operator.page.evaluate<[number, number]>(`(() => {
        const found = [...document.querySelectorAll(${JSON.stringify(shown)})];
        const isInSight = (element) => {
          const [inner, frame] = [element, element.closest('.table-frame')].map((each) => each.getBoundingClientRect());
          return inner.left >= frame.left && inner.right <= frame.right && frame.right <= innerWidth;
        };
        return [found.length, found.filter(isInSight).length];
      })()`);
      expect(all).toBeGreaterThan(5);
      expect([page, inSight]).toEqual([page, all]);
    }
  });

  it('says of an order to which less came what came, beside what was agreed', async () => {
    const operator = await operatorInside(world(), 'les', 'viewer');
    await operator.opens('/console/orders');
    const row = operator.page.getByRole('row').filter({ hasText: short.no });
    await row.getByText(/60 of\s+100 USDT/).waitFor();
    expect(await row.innerText()).toMatch(/not decided\s+agreed:\s+0\.\d+ ETH/);
    await operator.opensTheOrder(short.no);
    await operator.sees(/^60 USDT came; agreed: 100 USDT for 0\.\d+ ETH$/);
    await operator.page.getByRole('table', { name: 'Receivers' }).getByText('not decided').waitFor();
    await operator.findsNoBarrier();
  });

  it('names on the treasury’s page what fixed orders are promised, beside what is owed and free', async () => {
    const customers = new Customers(world());
    await customers.order({ mode: 'fixed', quantity: 1_000 });
    const operator = await operatorInside(world(), 'pro', 'viewer');
    await operator.opens('/console/treasury');
    const row = operator.page.getByRole('table', { name: 'Assets' }).getByRole('row', { name: /^ETH Base/ });
    await row.getByText('promised', { exact: true }).waitFor();
    const sumOfCell = async (nth: number) => {
      let sum = 0n;
      // Where not all digits have room, the title has them.
      for (const amount of await row.getByRole('cell').nth(nth).locator('.nowrap').all())
        sum += exact((await amount.getAttribute('title')) ?? (await amount.innerText()));
      return sum;
    };
    const [held, free, notFree, earned] = [
      await sumOfCell(1),
      await sumOfCell(2),
      await sumOfCell(3),
      await sumOfCell(4),
    ];
    expect(notFree + earned + free).toBe(held);
    await operator.findsNoBarrier();
  });

  it.runIf(IS_LONG)(
    'what is wrong stands first on the overview, with who is on it and what became of it, until it is put right',
    async () => {
      const operator = await operatorInside(world(), 'ola', 'admin');
      await operator.goesTo('Chains');
      await operator.presses('Halt an asset');
      await operator.chooses('Asset', 'ETH on Base');
      await operator.types('Reason', 'a drill');
      await operator.pressesInDialog('Halt payouts');
      // Who did that, when and why.
      const halt = /a drill.*Halted by ola, \d+ \w+ 20\d\d/;
      await operator.page.getByRole('row', { name: halt }).waitFor();
      await operator.goesTo('Overview');
      const alarms = operator.page.getByRole('region', { name: 'Needs a look' });
      const alarm = alarms.getByRole('article', { name: 'Base ETH: halted' });
      await alarm.getByText('Nobody is on it').waitFor();
      // What is to be typed where the service runs can be copied.
      expect(await alarm.locator('code').innerText()).toBe('npx swapdesk halt clear Base ETH');
      await alarm.getByRole('button', { name: 'Copy the command' }).waitFor();
      await alarm.getByRole('button', { name: 'I am on it' }).click();
      await alarm.getByText('ola is on it').waitFor();

      const other = await operatorInside(world(), 'pia', 'support');
      const seen = other.page.getByRole('article', { name: 'Base ETH: halted' });
      await seen.getByText('ola is on it').waitFor();
      await seen.getByRole('button', { name: 'Put off' }).click();
      await other.chooses('For', '4 hours');
      await other.pressesInDialog('Put off');
      await other.sees('1 alarm is put off');
      await alarm.waitFor({ state: 'detached' });
      const putOff = operator.page.locator('details').filter({ hasText: '1 alarm is put off' });
      await putOff.locator('summary').click();
      await putOff.getByText(/^Put off until .* by pia$/).waitFor();
      await putOff.getByRole('button', { name: 'Bring it back' }).click();
      await alarm.getByRole('button', { name: 'History' }).click();
      const history = operator.page.getByRole('dialog').getByRole('table');
      const told = (await history.getByRole('row').allInnerTexts()).slice(1);
      for (const [n, words] of [
        /It began/,
        /Taken[\s\S]*ola/,
        /Put off[\s\S]*pia/,
        /Brought back[\s\S]*ola/,
      ].entries())
        expect(told[n]).toMatch(words);
      await operator.findsNoBarrier();
      await operator.page.keyboard.press('Escape');
      expect((await world().swapdesk('alarm', 'leave', 'Base ETH: halted')).code).toBe(0);
      await alarm.getByText('Nobody is on it').waitFor();
      const inNavigation = operator.page.getByRole('navigation').getByRole('link', { name: 'Alarms' });
      await operator.until(async () => /^\d+$/.test(await inNavigation.locator('span').innerText()));
      await operator.findsNoBarrier();
      await operator.isPictured('console-alarm');
      await alarm.getByRole('link', { name: 'Open Chains' }).click();
      await operator.seesTheTitle('Chains');
      await operator.stillFindsNoBarrier();
      await operator.presses('Clear');
      await operator.findsNoBarrier();
      await operator.pressesInDialog('Pay out again');
      await operator.goesTo('Overview');
      await alarm.waitFor({ state: 'detached' });
      await operator.goesTo('Audit log');
      for (const act of ['alarm take', 'alarm snooze', 'alarm wake', 'alarm leave'])
        await operator.page.getByRole('row', { name: new RegExp(`${act}.*Base ETH: halted`) }).waitFor();
    },
  );

  it.runIf(IS_LONG)('has what waits in queues, each with what to do next and the way to do it', async () => {
    const surplus = await customers.order();
    await customers.pay(surplus, 0.5, 'ETH');
    const payout = await aPayoutThatCannotBePaid(world(), await customers.order());
    const operator = await operatorInside(world(), 'quinn', 'support');
    await operator.goesTo('To decide');
    await operator.opensTheTab('Frozen orders (1)');
    const row = (name: string | RegExp) => operator.page.getByRole('row', { name });
    await row(new RegExp(`60 USDT.*${short.no}.*too little arrived`)).waitFor();
    await operator.findsNoBarrier();
    // What waits is counted where one comes from.
    const link = operator.page.getByRole('navigation').getByRole('link', { name: 'To decide' });
    await operator.until(async () => Number(await link.locator('span').innerText()) >= 2);

    await operator.until(async () => {
      await customers.mine('Ethereum');
      return operator.page.getByRole('tab', { name: 'Surplus (1)' }).isVisible();
    });
    await operator.opensTheTab('Surplus (1)');
    await row(new RegExp(`0.5 ETH.*wrong coin.*${surplus.no}`))
      .getByRole('button', { name: 'Give back' })
      .click();
    await operator.page.getByRole('dialog', { name: 'Give 0.5 ETH back' }).waitFor();
    await operator.page.keyboard.press('Escape');
    await operator.opensTheTab('Cannot be paid (1)');
    await row(new RegExp(`${payout}.*it is above a limit`)).waitFor();
    expect(operator.page.url()).toContain('show=unpayable');
    await operator.findsNoBarrier();
    await operator.opensTheTab('Unclaimed');
    await operator.sees('Nothing waits.');

    await operator.opensTheTab('Frozen orders (1)');
    await row(new RegExp(short.no)).getByRole('link', { name: 'Refund' }).click();
    await operator.seesTheTitle(new RegExp(`Order ${short.no}`));
    await operator.page.getByRole('dialog', { name: /refund/i }).waitFor();
  });

  it.runIf(IS_LONG)(
    'finds orders by a part of what names them, and leads to explorers where somebody shows a chain',
    async () => {
      const operator = await operatorInside(world(), 'pat', 'viewer');
      // As on a desk of the main network: nobody shows what happens on simulated ones.
      await operator.page.route('**/console/api/explorers', (route) =>
        route.fulfill({
          json: {
            code: 0,
            msg: 'success',
            data: [
              {
                chain: 'Ethereum',
                transaction: 'https://e.example/tx/',
                address: 'https://e.example/address/',
              },
            ],
          },
        }),
      );
      await operator.opens('/console/orders');
      const { address } = short;
      for (const part of [
        short.no.slice(0, 5),
        short.code.slice(0, 6),
        `${address.slice(0, 8)}…${address.slice(-6)}`,
      ]) {
        await operator.types('Find an order', part);
        await operator.page.getByRole('row', { name: new RegExp(`${short.no}.*begins so`) }).waitFor();
      }
      await operator.types('Find an order', address.slice(0, 9).toLowerCase());
      await operator.page.getByRole('link', { name: short.no }).click();
      await operator.seesTheTitle(new RegExp(`Order ${short.no}`));
      const explorer = operator.page.getByRole('link', { name: /^Look at .* in an explorer$/ });
      await operator.page.locator(`a[href="https://e.example/address/${address}"]`).waitFor();
      await operator.opensTheTab('Money');
      await operator.page.locator('a[href^="https://e.example/tx/"]').first().waitFor();
      expect(await explorer.first().getAttribute('rel')).toBe('noreferrer noopener');
      await operator.findsNoBarrier();
    },
  );

  it.runIf(IS_LONG)(
    'keeps the list of orders as it is now, and leaves alone what one is doing in it',
    async () => {
      const operator = await operatorInside(world(), 'liv', 'viewer');
      await operator.opens('/console/orders');
      const row = (no: string) => operator.page.getByRole('row', { name: new RegExp(no) });
      await row(done.no).waitFor();
      const link = operator.page.getByRole('link', { name: done.no });
      await link.focus();
      await operator.page.evaluate(`getSelection().selectAllChildren(document.activeElement)`);
      // At the beginning of the list what is new comes by itself.
      const first = await customers.order();
      await row(first.no).waitFor();
      expect(await link.evaluate((element) => element.matches(':focus'))).toBe(true);
      expect(await operator.page.evaluate('String(getSelection())')).toBe(done.no);
      // Its row changes where it stands.
      await customers.pay(first);
      await operator.until(async () => {
        await customers.mine('Ethereum');
        return !(await row(first.no).innerText()).includes('Waiting for payment');
      });
      // Further down nothing moves until one asks for it.
      await operator.page.setViewportSize({ width: 1280, height: 420 });
      await operator.scrollsTo(1);
      const top = async () => Math.round((await link.boundingBox())?.y ?? Number.NaN);
      const before = await top();
      const second = await customers.order();
      await operator.page.getByRole('button', { name: 'Show 1 new order' }).waitFor();
      expect([await top(), await row(second.no).count()]).toEqual([before, 0]);
      await operator.presses('Show 1 new order');
      await row(second.no).waitFor();
      expect(await operator.page.evaluate('scrollY')).toBe(0);
    },
  );

  it.runIf(IS_LONG)(
    'says what was earned: by day, by order, and on a phone that is 320 pixels wide',
    async () => {
      const operator = await operatorInside(world(), 'clara', 'support');
      await operator.opens('/console/profit?by=order');
      await operator.sees('Result added up over these days, USDT');
      await operator.sees(done.no);
      await operator.findsNoBarrier();
      const csv = operator.page.getByRole('link', { name: 'CSV' });
      expect(await csv.getAttribute('href')).toMatch(/^\/console\/api\/profit\/csv\?kind=order&from=/);
      await operator.page.setViewportSize({ width: 320, height: 700 });
      await operator.sees('Inventory');
      const isWide = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';
      expect(await operator.page.evaluate(isWide)).toBe(false);
      await operator.stillFindsNoBarrier();
    },
  );

  it.runIf(IS_LONG)('can be used on a phone', async () => {
    const operator = await operatorInside(world(), 'phone', 'support', { device: 'phone' });
    await operator.sees('Treasury against targets');
    await operator.isPictured('console-overview-phone');
    await operator.presses('Menu');
    await operator.goesTo('Orders');
    await operator.sees('orders shown');
    await operator.findsNoBarrier();
    await operator.isPictured('console-orders-phone');
    await operator.opensTheOrder(short.no);
    await operator.presses('Refund');
    await operator.types('Refund to', ETHEREUM_ADDRESS);
    expect(await operator.readsWhatItLeadsTo()).toContain('The order becomes: Refunded.');
    await operator.findsNoBarrier();
    const isWide = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';
    expect(await operator.page.evaluate(isWide)).toBe(false);
    await operator.isPictured('console-refund-phone');
  });
});

/** An amount as it is shown, in its smallest units. */
function exact(text: string): bigint {
  return (Decimal.parse(text.replaceAll(',', '')) as Decimal).truncate(18);
}

/** What makes the page wider than its window. */
const BEYOND_THE_EDGE = `(() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const wide = [...document.body.querySelectorAll('*')].filter((each) => each.getBoundingClientRect().right > clientWidth);
  return [scrollWidth, ...wide.slice(0, 8).map((each) => each.outerHTML.slice(0, 150))];
})()`;

/** Nothing of the page has to be scrolled sideways on a phone, nor on a small one. */
async function isUsableOnPhones({ page }: Operator): Promise<void> {
  const before = page.viewportSize();
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 700 });
    // Plots are drawn anew when they have measured themselves.
    await expect
      .poll(() => page.evaluate(BEYOND_THE_EDGE), {
        message: `${page.url()} at ${width} px`,
        timeout: 10_000,
      })
      .toEqual([]);
  }
  if (before !== null) await page.setViewportSize(before);
}
