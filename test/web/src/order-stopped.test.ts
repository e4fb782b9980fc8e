import { expect, it } from 'vitest';
import { Customer } from './support/customer.ts';
import { printsAsAReceipt } from './support/receipt.ts';
import { describePages } from './support/web-world.ts';

describePages('the page of an order that somebody has to decide about', (world) => {
  it('says why an order was stopped, and gives back what was too little', async () => {
    const customer = await world().visitor(Customer);
    await customer.hasOrdered({ mode: 'fixed' });
    await customer.paysFromAWallet(0.4);
    await customer.waitsFor('This order needs a decision');
    await customer.sees('Less arrived than was agreed for the fixed price.');
    await customer.sees('0.4 ETH');
    await customer.sees('You were to receive');
    await customer.sees('The fixed price does not apply to what arrived');
    await customer.findsNoBarrier();
    await customer.isPictured('order-stopped');
    await customer.presses('Give it back');
    await customer.sees('Enter the address that the money should go back to.');
    await customer.types('Your ETH address for the refund', 'not an address');
    await customer.asksForItBack();
    await customer.sees('This address is not valid on this chain.');
    await customer.types('Your ETH address for the refund', '');
    await customer.presses('Use a sample address');
    // It asks first: nothing is given back at one touch.
    let asked = 0;
    customer.page.on('request', (request) => {
      if (request.url().endsWith('/order/resolve')) asked++;
    });
    await customer.presses('Give it back');
    const dialog = customer.page.getByRole('dialog', { name: 'Give it back' });
    await dialog.getByText('about').first().waitFor();
    expect(await dialog.innerText()).toMatch(
      /Arrived\s+0\.4 ETH\s+Network fee\s+about [\d.]+ ETH\s+Arrives\s+about 0\.39\d+ ETH/,
    );
    expect(await dialog.innerText()).toMatch(/It goes to\s+0x\w{40}/);
    await customer.findsNoBarrier();
    await dialog.getByRole('button', { name: 'Not now' }).click();
    await customer.sees('This order needs a decision');
    expect(asked).toBe(0);
    await customer.asksForItBack();
    await customer.waitsFor('Your payment was given back');
    await customer.sees('Refunded');
    await customer.sees('You got back');
    expect(await customer.readsReceipt()).toMatch(/You sent\s+0\.4 ETH on Ethereum\s+Agreed: 0\.5 ETH/);
    expect(await customer.readsReceipt()).not.toMatch(/You receive|You were to receive|Fixed price/);
    await customer.findsNoBarrier();
    await customer.isPictured('order-refunded');
  });

  it('does not offer to exchange what only the operator may', async () => {
    const customer = await world().visitor(Customer);
    await customer.hasOrdered();
    await customer.paysFromAWallet(201);
    await customer.waitsFor('This order needs a decision');
    await customer.sees('It is more than we exchange without a look at it.');
    const button = (name: string) => customer.page.getByRole('button', { name }).count();
    expect(await button('Give it back')).toBe(1);
    expect(await button('Exchange it at the market price')).toBe(0);
  });

  it('exchanges what was too much at the market price, if that is what one wants', async () => {
    const customer = await world().visitor(Customer);
    await customer.hasOrdered({ mode: 'fixed' });
    await customer.paysFromAWallet(0.6);
    await customer.waitsFor('More arrived than was agreed for the fixed price.');
    const asked = customer.page.waitForRequest('**/order/calculate');
    await customer.presses('Exchange it at the market price');
    // With the fee that was agreed.
    expect((await asked).postDataJSON()).toMatchObject({ exchange_mode: 'fixed', from_quantity: 0.6 });
    await customer.sees(/are worth about .* now, all fees taken off/);
    await customer.findsNoBarrier();
    await customer.page.getByRole('dialog').getByRole('button', { name: 'Exchange it', exact: true }).click();
    await customer.waitsFor('Done. Your coins have arrived');
    await customer.sees('Market price: the fixed one did not apply');
    expect(await customer.readsReceipt()).toMatch(/You sent\s+0\.6 ETH on Ethereum\s+Agreed: 0\.5 ETH/);
  });

  // As what was too much is, but for the words of the receipt.
  it('exchanges what was too little, and the receipt says what was sent and at which price', async () => {
    const customer = await world().visitor(Customer);
    await customer.hasOrdered({ mode: 'fixed' });
    await customer.paysFromAWallet(0.3);
    await customer.waitsFor('Less arrived than was agreed for the fixed price.');
    await customer.presses('Exchange it at the market price');
    await customer.sees(/are worth about .* now, all fees taken off/);
    await customer.presses('Not now');
    expect(await customer.page.getByRole('dialog').count()).toBe(0);
    await customer.sees('This order needs a decision');
    await customer.presses('Exchange it at the market price');
    await customer.page.getByRole('dialog').getByRole('button', { name: 'Exchange it', exact: true }).click();
    await customer.waitsFor('Done. Your coins have arrived');
    const receipt = await customer.readsReceipt();
    expect(receipt).toMatch(/You sent\s+0\.3 ETH on Ethereum\s+Agreed: 0\.5 ETH/);
    expect(receipt).toContain('Market price: the fixed one did not apply');
  });

  it('says so where nobody can say what an amount comes to', async () => {
    const customer = await world().visitor(Customer);
    await customer.hasOrdered();
    await customer.paysFromAWallet(0.001);
    await customer.waitsFor('This amount cannot be exchanged at the moment');
    await customer.presses('Exchange it at the market price');
    await customer.sees('This amount is outside what we give prices for');
    await customer.findsNoBarrier();
  });

  it('says before and after one pays that nothing is paid out in a coin, goes on by itself, and prints as a receipt', async () => {
    const customer = await world().visitor(Customer, { device: 'phone', theme: 'dark' });
    await customer.page.setViewportSize({ width: 320, height: 800 });
    await customer.seesHalted('Bitcoin', 'BTC', () =>
      world().swapdesk('halt', 'set', 'Bitcoin', 'BTC', '--why', 'a look'),
    );
    await customer.hasOrdered();
    await customer.sees(
      'Payouts in BTC on Bitcoin are paused at the moment. If you pay now, nothing is lost',
    );
    expect(await customer.hasToScrollSideways()).toBe(false);
    await customer.findsNoBarrier();
    await customer.presses('Pay it');
    await customer.waitsFor('Paid. Sending your coins is delayed');
    await customer.sees('Payouts in BTC on Bitcoin are delayed at the moment. Nothing is lost');
    await customer.sees('Delayed: payouts are paused at the moment.');
    expect(await customer.page.getByText('being sent').count()).toBe(0);
    expect(await customer.hasToScrollSideways()).toBe(false);
    await customer.stillFindsNoBarrier();
    // The address of whoever came without the manage code lets nobody decide anything.
    await customer.sees('Keep the address of this page: it alone lets you decide if something goes wrong.');
    await customer.opens(`/order/${customer.code}?again`);
    await customer.sees('You can look at this order.');
    await customer.sees('Paid. Sending your coins is delayed');
    expect(await customer.page.getByText('Keep the address of this page').count()).toBe(0);
    await world().swapdesk('halt', 'clear', 'Bitcoin', 'BTC');
    await customer.waitsFor('Done. Your coins have arrived');
    expect(await customer.page.getByText('Payouts in BTC').count()).toBe(0);
    await printsAsAReceipt(customer);
  });

  // That nothing is paid out is seen above.
});
