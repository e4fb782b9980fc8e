import { beforeAll, expect, it, vi } from 'vitest';
import { few, volume } from '../../support/volume.ts';
import { CONSOLE_DIALOGS } from './support/console-dialogs.ts';
import { CONSOLE_PAGES } from './support/console-pages.ts';
import { Customers, type Placed } from './support/customers.ts';
import { operatorInside } from './support/operator.ts';
import { describePages } from './support/web-world.ts';

/** One of three in `npm test`, each on another page. */
const OPENED = volume(
  CONSOLE_DIALOGS.filter((_, n) => n % 3 === 0),
  CONSOLE_DIALOGS,
);

// A whole story, with commands of the command line in it, on a machine that has much else to do.
vi.setConfig({ testTimeout: 300_000 });

describePages('before anything is done in the console', (world) => {
  let frozen: Placed;

  beforeAll(async () => {
    const customers = new Customers(world());
    frozen = await customers.order({ mode: 'fixed' });
    await customers.pay(frozen, 60);
    await world().swapdesk('operator', 'create', 'bob', '--role', 'viewer');
    await world().swapdesk('refcode', 'create', 'friend', '--rate', '20%');
    await customers.until(frozen, 7);
  });

  it('a dialog asks, without barriers in either theme; Escape closes it and gives the focus back', async () => {
    const operator = await operatorInside(world(), 'ada', 'admin');
    const ofOrder = ['Exchange', 'Refund'].map((button) => [`/orders/${frozen.no}`, button] as const);
    for (const [path, button] of [...OPENED, ...few(1, ofOrder)]) {
      await operator.opens(`/console${path}`);
      const opener = operator.page.getByRole('button', { name: button, exact: true }).first();
      await opener.focus();
      await operator.page.keyboard.press('Enter');
      const dialog = operator.page.getByRole('dialog');
      await dialog.waitFor();
      await operator.findsNoBarrier();
      await operator.page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      expect(await opener.evaluate((element) => element.matches(':focus'))).toBe(true);
    }
  });

  it('a dialog stays while a text in it is marked beyond its edge, and goes at a press beside it', async () => {
    const operator = await operatorInside(world(), 'mia', 'admin');
    await operator.opens('/console/access');
    await operator.presses('Make a key');
    const dialog = operator.page.getByRole('dialog');
    await operator.types('Account', 'shop');
    const field = await dialog.getByLabel('Account', { exact: true }).boundingBox();
    const { x = 0, y = 0, height = 0 } = field ?? {};
    const { mouse } = operator.page;
    await mouse.move(x + 60, y + height / 2);
    await mouse.down();
    await mouse.move(x - 150, y + height / 2, { steps: 8 });
    await mouse.up();
    expect(await dialog.getByLabel('Account', { exact: true }).inputValue()).toBe('shop');
    await mouse.click(5, 5);
    await dialog.waitFor({ state: 'detached' });
  });

  it('what is missing is asked for, with the address and its QR code', async () => {
    await world().swapdesk('treasury', 'target', 'Bitcoin', 'BTC', '--target', '1000000');
    const operator = await operatorInside(world(), 'ted', 'admin');
    await operator.opens('/console/treasury');
    await operator.presses('Show the address to send BTC on Bitcoin to');
    const request = operator.page.getByRole('dialog', { name: 'Send BTC on Bitcoin to the treasury' });
    const { output } = await world().swapdesk('wallet', 'show');
    const [address] = /\b(bc|tb|bcrt)1\w{30,}\b/.exec(output) ?? [];
    await request.getByText(address as string).waitFor();
    await request.getByRole('img', { name: 'The address and the amount as a QR code' }).waitFor();
    await operator.findsNoBarrier();
    await operator.page.keyboard.press('Escape');
    await world().swapdesk('treasury', 'target', 'Bitcoin', 'BTC', '--target', 'off');
  });

  it('the effect of a fee on a quote is seen; then it is what clients are quoted', async () => {
    const operator = await operatorInside(world(), 'fay', 'admin');
    const quoted = async () => {
      const exchange = { from_chain: 'Ethereum', from_abbr: 'USDT', from_quantity: 1000 };
      const to = { to_chain: 'TRON', to_abbr: 'USDT', to_ratio: 1 };
      const data = { exchange_mode: 'float', ...exchange, to_address: [to] };
      const response = await operator.page.request.post('/openapi/order/calculate', { data });
      const answer = (await response.json()) as { data: { to: { to_quantity: number }[] } };
      return answer.data.to[0]?.to_quantity as number;
    };
    const before = await quoted();
    await operator.goesTo('Assets');
    await operator.presses('Change USDT on TRON');
    await operator.chooses('The client', 'receives USDT on TRON');
    await operator.chooses('The other coin', 'USDT on Ethereum');
    await operator.types('Amount sent, USDT', '1000');
    await operator.types('Fee at market price, %', '2');
    const fees = operator.page.getByRole('row', { name: 'Service fee' }).getByRole('cell');
    await operator.until(async () => (await fees.allInnerTexts()).join() === '5 USDT (0.5 %),20 USDT (2 %)');
    await operator.findsNoBarrier();
    await operator.isPictured('console-asset');
    await operator.sees('Recorded in the audit log as fay.');
    await operator.pressesInDialog('Change it');
    await operator.sees('USDT on TRON is changed.');
    await operator.until(async () => before - (await quoted()) > 1);
    // What the network takes may have changed by a hair meanwhile.
    expect(before - (await quoted())).toBeCloseTo(15, 1);
    await operator.goesTo('Audit log');
    await operator.page.getByRole('row', { name: /fay.*asset set/ }).waitFor();
  });

  it('an amount that could be two is asked about, and one that is set is shown as it was understood', async () => {
    const operator = await operatorInside(world(), 'cid', 'admin');
    await operator.opens('/console/treasury');
    await operator.presses('Target of USDT on Ethereum');
    await operator.types('Target', '50.000');
    await operator.sees('50.000 could be two amounts. Write 50000, or 50.');
    expect(await operator.canPressInDialog('Set it')).toBe(false);
    await operator.types('Target', '50000');
    await operator.sees('From 0 to 50,000 USDT.');
    const sent = operator.page.waitForRequest('**/treasury/target');
    await operator.pressesInDialog('Set it');
    expect((await sent).postData()).toContain('"target":50000,');
    await operator.sees('It is set.');
  });

  it('a key’s secret is shown once, and whoever was given it is named', async () => {
    const operator = await operatorInside(world(), 'kai', 'admin');
    await operator.goesTo('Keys and codes');
    await operator.presses('Make a key');
    await operator.types('Account', 'shop');
    await operator.pressesInDialog('Make the key');
    await operator.sees('A key for shop');
    await operator.findsNoBarrier();
    const secret = operator.page.getByRole('dialog');
    // Twice: browsers let the second one through where the first was held.
    await operator.page.keyboard.press('Escape');
    await operator.page.keyboard.press('Escape');
    await operator.page.mouse.click(5, 5);
    expect(await secret.isVisible()).toBe(true);
    expect(await secret.getByRole('button', { name: 'Close' }).count()).toBe(0);
    await operator.pressesInDialog('I have kept it');
    await secret.waitFor({ state: 'detached' });
    await operator.page.getByRole('row', { name: /shop.*in use/ }).waitFor();
    await operator.page.getByRole('button', { name: /^Revoke / }).click();
    await operator.sees('This cannot be undone.');
    await operator.findsNoBarrier();
    await operator.pressesInDialog('Revoke it');
    await operator.page.getByRole('row', { name: /shop.*revoked/ }).waitFor();
  });

  it('a secret is copied in a dialog where the browser has no clipboard for pages, or it is said that it is not', async () => {
    const operator = await operatorInside(world(), 'nic', 'admin');
    const other = await operator.page.context().newPage();
    await other.goto(world().service.url);
    const held = async () => {
      await other.bringToFront();
      return other.evaluate<string>('navigator.clipboard.readText()');
    };
    await operator.page.addInitScript(
      `Object.defineProperty(Navigator.prototype, 'clipboard', { get() { return undefined; } });`,
    );
    await operator.opens('/console/access');
    await operator.presses('Make a key');
    await operator.types('Account', 'shop');
    await operator.pressesInDialog('Make the key');
    const dialog = operator.page.getByRole('dialog', { name: 'A key for shop' });
    const secret = await dialog.locator('.shown-once .mono').last().innerText();
    const copy = dialog.getByRole('button', { name: /^Copy/ }).last();
    await copy.click();
    await dialog.getByText('Copied', { exact: true }).first().waitFor();
    expect(await held()).toBe(secret);
    await operator.page.bringToFront();
    await operator.page.evaluate(`document.execCommand = () => false`);
    await copy.click();
    await dialog.getByText('Not copied', { exact: true }).first().waitFor();
  });

  it('what is wrong stands first on the overview, until it is put right', async () => {
    const operator = await operatorInside(world(), 'ola', 'admin');
    await operator.goesTo('Chains');
    await operator.presses('Halt an asset');
    await operator.chooses('Asset', 'ETH on Base');
    await operator.types('Reason', 'a drill');
    await operator.pressesInDialog('Halt payouts');
    await operator.goesTo('Overview');
    const alarms = operator.page.getByRole('region', { name: 'Needs a look' });
    await alarms.getByText('Base ETH: halted').waitFor();
    await operator.findsNoBarrier();
    await operator.isPictured('console-alarm');
    await operator.goesTo('Chains');
    await operator.stillFindsNoBarrier();
    await operator.presses('Clear');
    await operator.findsNoBarrier();
    await operator.pressesInDialog('Pay out again');
    await operator.goesTo('Overview');
    await alarms.getByText('Base ETH: halted').waitFor({ state: 'detached' });
  });

  it('that all signing is stopped stands first on every page, until it is allowed again', async () => {
    const operator = await operatorInside(world(), 'sam', 'admin');
    const banner = operator.page.getByRole('alert').filter({ hasText: 'Signing is stopped' });
    await operator.goesTo('Chains');
    await operator.presses('Stop all signing');
    expect(await operator.canPressInDialog('Stop signing')).toBe(false);
    await operator.types('Reason', 'a drill');
    await operator.pressesInDialog('Stop signing');
    await operator.sees('Nothing is signed any more.');
    const standsFirst = async () => {
      await operator.seesTheTitle(/./);
      const [first] = await operator.page.locator('main > *').allInnerTexts();
      expect([operator.page.url(), first?.trim()]).toEqual([
        operator.page.url(),
        'Signing is stopped, nothing is paid out: a drill See the switch',
      ]);
    };
    await banner.waitFor();
    const links = await operator.page.getByRole('navigation', { name: 'Console' }).getByRole('link').all();
    const linked = await Promise.all(links.map((link) => link.getAttribute('href')));
    for (const [n, link] of few(4, links).entries()) {
      await link.click();
      await operator.page.waitForURL(`**${linked[n]}`);
      await standsFirst();
    }
    // The others, and what is no page at all.
    const others = CONSOLE_PAGES.map(({ path }) => `/console${path}`).filter(
      (path) => !linked.includes(path),
    );
    expect(others.length).toBeLessThan(3);
    for (const path of few(2, [`/console/orders/${frozen.no}`, '/console/nowhere', ...others])) {
      await operator.opens(path);
      await banner.waitFor();
      await standsFirst();
    }
    await operator.findsNoBarrier();
    await banner.getByRole('link', { name: 'See the switch' }).click();
    await operator.seesTheTitle('Chains');
    await operator.presses('Allow signing');
    await operator.pressesInDialog('Sign again');
    await operator.sees('The switch is back: payments are signed again.');
    await banner.waitFor({ state: 'detached' });
    await operator.goesTo('Overview');
    await operator.sees('Treasury against targets');
    expect(await banner.count()).toBe(0);
  });
});
