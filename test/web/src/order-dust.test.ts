import { expect, it } from 'vitest';
import { Customer } from './support/customer.ts';
import { describePages } from './support/web-world.ts';

const ETHEREUM_ADDRESS = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
/** Less than the network takes for a transfer, and enough to be an order's payment. */
const TOO_LITTLE = 1.1;

describePages('the page of an order to which less came than its network fee', (world) => {
  it('does not let one give it back for nothing, and says why', async () => {
    const customer = await world().visitor(Customer);
    await customer.hasOrdered({ coin: 'USDT', mode: 'fixed' });
    await customer.paysFromAWallet(TOO_LITTLE);
    await customer.waitsFor('This order needs a decision');
    await customer.types('Your USDT address for the refund', ETHEREUM_ADDRESS);
    await customer.presses('Give it back');
    const dialog = customer.page.getByRole('dialog', { name: 'Give it back' });
    await dialog
      .getByText(/It is too little to give back: the network alone would take [\d.]+ USDT/)
      .waitFor();
    expect(await dialog.innerText()).toMatch(/Arrived\s+1\.1 USDT\s+Network fee\s+about/);
    expect(await dialog.getByRole('button', { name: 'Give it back' }).count()).toBe(0);
    await customer.findsNoBarrier();
    await dialog.getByRole('button', { name: 'Not now' }).click();
    await customer.sees('This order needs a decision');
  });

  it('says what arrives, and which part of it does not', async () => {
    const customer = await world().visitor(Customer);
    await customer.hasOrdered({ coin: 'USDT', mode: 'fixed' });
    await customer.paysFromAWallet(600);
    await customer.paysFromAWallet(TOO_LITTLE);
    await customer.waitsFor('This order needs a decision');
    await customer.sees('601.1 USDT');
    await customer.types('Your USDT address for the refund', ETHEREUM_ADDRESS);
    await customer.presses('Give it back');
    const dialog = customer.page.getByRole('dialog', { name: 'Give it back' });
    await dialog.getByText('1.1 USDT of it cannot be given back').waitFor();
    const said = await dialog.innerText();
    const [, fee = '', back = ''] =
      /Network fee of each payment\s+about ([\d.]+) USDT\s+Arrives\s+about ([\d.]+) USDT/.exec(said) ?? [];
    expect(Number(fee) + Number(back)).toBeCloseTo(600, 6);
    expect(await dialog.getByRole('button', { name: 'Give it back' }).isEnabled()).toBe(true);
  });

  it('says that nothing was given back where a program had it given back all the same', async () => {
    const customer = await world().visitor(Customer);
    await customer.hasOrdered({ coin: 'USDT', mode: 'fixed' });
    await customer.paysFromAWallet(TOO_LITTLE);
    await customer.waitsFor('This order needs a decision');
    await customer.decidesByProgram('refund', ETHEREUM_ADDRESS);
    await customer.waitsFor('Too little came to be given back');
    await customer.sees('What came was not worth the network fee of giving it back');
    const page = await customer.page.getByRole('main').innerText();
    expect(page).not.toMatch(/Refunded|was given back|under way/);
    const receipt = await customer.copiesReceipt();
    expect(receipt).toContain('State: Not given back');
    expect(receipt).not.toMatch(/Refunded|You receive:/);
    await customer.findsNoBarrier();
  });

  it('says that it could not be exchanged, and why', async () => {
    const customer = await world().visitor(Customer);
    await customer.hasOrdered({ coin: 'USDT', mode: 'fixed' });
    await customer.paysFromAWallet(TOO_LITTLE);
    await customer.waitsFor('This order needs a decision');
    const inVain = 'It was not exchanged, and nothing was taken: nothing would be left after the fees';
    expect(await customer.page.getByText(inVain).count()).toBe(0);
    await customer.presses('Exchange it at the market price');
    await customer.page.getByRole('dialog').getByRole('button', { name: 'Exchange it', exact: true }).click();
    await customer.waitsFor(inVain);
    await customer.sees('This order needs a decision');
    await customer.findsNoBarrier();
  });

  it('offers nothing back of what came in addition and is not worth its network fee', async () => {
    const customer = await world().visitor(Customer);
    await customer.hasOrdered({ coin: 'USDT' });
    await customer.paysFromAWallet(0.5);
    await customer.waitsFor('It is too little to give back');
    expect(await customer.page.locator('.surplus').innerText()).not.toContain('have it back');
    expect(await customer.page.getByRole('button', { name: 'Give it back' }).count()).toBe(0);
  });
});
