import { expect, it } from 'vitest';
import { startService } from '../../support/service.ts';
import { IS_LONG } from '../../support/volume.ts';
import { Customer } from './support/customer.ts';
import { describePages } from './support/web-world.ts';

describePages('the page of an order', (world) => {
  it('goes from the landing page to a completed swap, by the button that pays on test networks', async () => {
    const customer = await world().visitor(Customer);
    await customer.opens('/');
    await customer.seesAPrice();
    await customer.presses('Use a sample address');
    await customer.sees('A valid address on');
    await customer.placesTheOrder();
    await customer.sees('Waiting for your payment');
    await customer.sees('Send this amount');
    expect(await customer.page.getByText('Send exactly').count()).toBe(0);
    await customer.sees('Before you pay, keep the address of this page');
    await customer.findsNoBarrier();
    await customer.isPictured('order-waiting');
    await customer.presses('Pay it');
    // Blocks are mined as fast as they are asked for here: the last may be there before the first was seen.
    await customer.waitsFor(/\d+ of \d+ confirmations|Payment confirmed/);
    await customer.waitsFor('Done. Your coins have arrived');
    await customer.sees('Payment confirmed');
    await customer.sees(/^at 1 \w+ = /);
    expect(await customer.page.title()).toMatch(/^Completed · Order/);
    await customer.page.getByText('Everything that happened').click();
    await customer.sees('Payment is confirmed: ');
    await customer.sees('Confirmed at the receiver: ');
    await customer.findsNoBarrier();
    await customer.isPictured('order-completed');
  });

  it('shows exactly what to pay and where, to be copied, to be scanned, for as long as there is time', async () => {
    const customer = await world().visitor(Customer);
    await customer.hasOrdered({ mode: 'fixed' });
    const { address, payment_uri } = await customer.asks<{ address: string; payment_uri: string }>(
      `/openapi/order/query?query_code=${customer.code}`,
    );
    await customer.sees('Send exactly');
    const copied = () => customer.page.evaluate<string>('navigator.clipboard.readText()');
    await customer.presses('Copy the address');
    expect(await copied()).toBe(address);
    await customer.presses('Copy the amount');
    expect(await copied()).toBe('0.5');
    await customer.page
      .getByRole('img', { name: 'QR code of the payment, for a wallet on a phone' })
      .waitFor();
    const wallet = customer.page.getByRole('link', { name: 'Open in a wallet' });
    expect(await wallet.getAttribute('href')).toBe(payment_uri);
    const timer = customer.page.getByRole('timer');
    const before = await timer.innerText();
    expect(before).toMatch(/Time left to pay\s+(10:00|9:\d\d)/);
    await customer.until(async () => (await timer.innerText()) !== before);
  });

  it.runIf(IS_LONG)(
    'says that another coin does not count, what giving it back costs, and gives it back',
    async () => {
      const customer = await world().visitor(Customer, { device: 'phone' });
      await customer.page.setViewportSize({ width: 360, height: 800 });
      await customer.hasOrdered();
      await customer.paysFromAWallet(500, 'USDT');
      await customer.waitsFor('You can have it back. There is no deadline.');
      await customer.sees('Something came that does not count');
      await customer.sees('came, but this order is for ETH on Ethereum: it does not pay for it.');
      await customer.sees('Waiting for your payment');
      expect(await customer.page.getByText('Payment confirmed').count()).toBe(0);
      const costs = await customer.page.locator('.surplus-costs').innerText();
      const [, fee, back] = /Network fee\s+([\d.]+) USDT\s+Arrives\s+([\d.]+) USDT/.exec(costs) ?? [];
      expect(Number(fee) + Number(back)).toBeCloseTo(500, 6);
      for (const width of [320, 360]) {
        await customer.page.setViewportSize({ width, height: 800 });
        expect(await customer.hasToScrollSideways()).toBe(false);
      }
      await customer.findsNoBarrier();
      await customer.presses('Give it back');
      await customer.sees('Enter the address that the money should go back to.');
      await customer.types('Your Ethereum address', 'not an address');
      await customer.asksForItBack();
      await customer.sees('This address is not valid on this chain.');
      await customer.types('Your Ethereum address', '');
      await customer.presses('Use a sample address');
      // It asks first: nothing is given back at one touch.
      await customer.presses('Give it back');
      const dialog = customer.page.getByRole('dialog', { name: 'Give it back' });
      expect(await dialog.innerText()).toMatch(
        /500 USDT\s+Network fee\s+[\d.]+ USDT\s+Arrives\s+[\d.]+ USDT\s+It goes to\s+0x\w{40}/,
      );
      await customer.findsNoBarrier();
      expect(await customer.hasToScrollSideways()).toBe(false);
      await dialog.getByRole('button', { name: 'Not now' }).click();
      await customer.sees('You can have it back. There is no deadline.');
      await customer.asksForItBack();
      await customer.waitsFor('It was given back.');
      await customer.sees('Given back');
      // The order is still there to be paid.
      await customer.presses('Pay it');
      await customer.waitsFor('Done. Your coins have arrived');
      await customer.sees('It was given back.');
      expect(await customer.hasToScrollSideways()).toBe(false);
      await customer.stillFindsNoBarrier();
    },
  );

  it.runIf(IS_LONG)('does not say that a refund is sent in a moment while nothing is signed', async () => {
    const customer = await world().visitor(Customer);
    await customer.hasOrdered({ mode: 'fixed' });
    await customer.paysFromAWallet(0.4);
    await customer.waitsFor('This order needs a decision');
    await customer.seesHalted('Ethereum', 'ETH', () =>
      world().swapdesk('signing', 'stop', '--why', 'a drill'),
    );
    await customer.presses('Use a sample address');
    await customer.asksForItBack();
    await customer.sees('It is to be given back. It is sent as soon as payouts go on, and shown here.');
    await customer.sees('Payouts in ETH on Ethereum are delayed at the moment.');
    await customer.findsNoBarrier();
    await world().swapdesk('signing', 'go');
    await customer.waitsFor('Your payment was given back');
  });

  it.runIf(IS_LONG)(
    'takes a late payment, and gives it back to the address that was given before',
    async () => {
      const { database } = world().store;
      await database.query("INSERT INTO setting (name, value) VALUES ('fixed_lifetime_s', 2)");
      const customer = await world().visitor(Customer);
      await customer.until(async () => {
        const { fixed_lifetime } = await customer.asks<{ fixed_lifetime: number }>('/openapi/service');
        return fixed_lifetime === 2;
      });
      const refundAddress = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
      await customer.hasOrdered({ mode: 'fixed', refundAddress });
      await customer.sees('No payment came in time');
      await customer.sees('The fixed price is over.');
      await customer.sees('Send this amount');
      expect(await customer.readsReceipt()).not.toMatch(/You receive|Fixed price/);
      await customer.isPictured('order-expired');
      await customer.paysFromAWallet();
      await customer.waitsFor('The payment came too late for what was agreed.');
      await customer.sees(refundAddress);
      await customer.asksForItBack();
      await customer.waitsFor('Your payment was given back');
      await database.query("DELETE FROM setting WHERE name = 'fixed_lifetime_s'");
    },
  );

  it.runIf(IS_LONG)(
    'lets whoever has the order’s code alone look, and decide only with its manage code',
    async () => {
      const customer = await world().visitor(Customer);
      await customer.hasOrdered();
      await customer.sees('Before you pay, keep the address of this page');
      // The link past the header must not cost anybody the code.
      await customer.page.evaluate("document.querySelector('.shell-skip').click()");
      await customer.presses('Copy the address of this page');
      const copied = await customer.page.evaluate<string>('navigator.clipboard.readText()');
      expect(new URL(copied).hash).toBe(`#${customer.manageCode}`);

      await customer.opens(`/order/${customer.code}?again`);
      await customer.sees('You can look at this order.');
      expect(await customer.page.getByRole('button', { name: 'Cancel the order' }).count()).toBe(0);
      await customer.findsNoBarrier();
      await customer.types('Manage code', 'too short');
      await customer.presses('Continue');
      await customer.sees('A manage code has 20 letters and digits.');
      await customer.types('Manage code', '0'.repeat(20));
      await customer.presses('Continue');
      await customer.presses('Cancel the order');
      await customer.page.getByRole('dialog').getByRole('button', { name: 'Cancel the order' }).click();
      await customer.sees('This manage code is not the one of this order. Nothing was done.');
      customer.forgives(/403/);
      await customer.types('Manage code', customer.manageCode.toLowerCase());
      await customer.presses('Continue');
      await customer.presses('Cancel the order');
      await customer.findsNoBarrier();
      await customer.page.getByRole('dialog').getByRole('button', { name: 'Cancel the order' }).click();
      await customer.sees('This order was cancelled');
    },
  );

  // By whoever typed its manage code: above.
  it.runIf(IS_LONG)('can be cancelled as long as nothing is paid', async () => {
    const customer = await world().visitor(Customer);
    await customer.hasOrdered();
    await customer.presses('Cancel the order');
    await customer.findsNoBarrier();
    await customer.page.getByRole('dialog').getByRole('button', { name: 'Cancel the order' }).click();
    await customer.sees('This order was cancelled');
  });

  it.runIf(IS_LONG)('goes on by itself when the service was killed and comes back', async () => {
    const customer = await world().visitor(Customer);
    await customer.hasOrdered();
    await customer.sees('Waiting for your payment');
    await customer.page.evaluate('window.wasNotLoadedAgain = true');
    await customer.paysFromAWallet();
    await customer.sees('Your payment is on its way');
    const { port } = new URL(world().service.url);
    await world().service.kill();
    await customer.sees('The connection is broken.');
    await customer.isPictured('order-reconnecting');
    world().service = await startService({ ...world().env, SWAPDESK_PORT: port });
    await customer.waitsFor('Done. Your coins have arrived');
    await customer.until(
      async () => !(await customer.page.getByText('The connection is broken.').isVisible()),
    );
    expect(await customer.page.evaluate('window.wasNotLoadedAgain')).toBe(true);
    customer.forgives(/Failed to load resource|ERR_/);
  });

  it.runIf(IS_LONG)('is right at once for whoever comes back to it', async () => {
    const customer = await world().visitor(Customer);
    await customer.hasOrdered();
    await customer.sees('Waiting for your payment');
    await customer.looksAway(true);
    await customer.paysFromAWallet();
    const url = `/openapi/order/query?query_code=${customer.code}`;
    await customer.until(async () => (await customer.asks<{ status: number }>(url)).status === 2);
    expect(await customer.page.getByText('Waiting for your payment').isVisible()).toBe(true);
    await customer.looksAway(false);
    await customer.sees('Your payment is on its way');
  });

  // With more on it: where another coin came, above.
  it.runIf(IS_LONG)('fits a phone', async () => {
    const customer = await world().visitor(Customer, { device: 'phone' });
    await customer.hasOrdered();
    await customer.sees('Waiting for your payment');
    expect(await customer.hasToScrollSideways()).toBe(false);
    await customer.findsNoBarrier();
    await customer.isPictured('order-phone');
    await customer.presses('Pay it');
    await customer.waitsFor('Done. Your coins have arrived');
    expect(await customer.hasToScrollSideways()).toBe(false);
  });

  it('needs no mouse', async () => {
    const customer = await world().visitor(Customer, { theme: 'dark' });
    await customer.hasOrdered();
    await customer.sees('Waiting for your payment');
    await customer.stillFindsNoBarrier();
    await customer.tabsTo('Copy the address');
    await customer.tabsTo('Pay it');
    await customer.page.keyboard.press('Enter');
    await customer.sees('Your payment is on its way');
  });

  it('says so when there is no such order', async () => {
    const customer = await world().visitor(Customer);
    await customer.opens('/order/zz-zzzzzz-zzzz');
    await customer.sees('There is no order with this code.');
    await customer.sees('Order ZZZZ-ZZZZ-ZZZZ');
    await customer.findsNoBarrier();
  });
});
