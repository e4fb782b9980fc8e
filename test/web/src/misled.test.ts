import { expect, it, vi } from 'vitest';
import { Customer } from './support/customer.ts';
import { BITCOIN_ADDRESS, ETHEREUM_ADDRESS, LIE, shown, TURNS, UNSEEN } from './support/misleading.ts';
import { Shopper } from './support/shopper.ts';
import { describePages } from './support/web-world.ts';
import { wordsIn } from './support/wording.ts';

vi.setConfig({ testTimeout: 300_000 });

describePages('whoever has got a link, to an order or to pay a bill', (world) => {
  it('finds nobody else’s words in an order’s facts, nor in the fields in which one looks for it', async () => {
    const customer = await world().visitor(Customer);
    await customer.hasOrdered();
    await customer.opens(`/order/${customer.code}?${new URLSearchParams({ reference: `${TURNS}${LIE}` })}`);
    await customer.sees('Order number');
    const text = await shown(customer);
    // It is what the link says, and not what the order was placed for.
    expect(text).not.toContain('This pair is closed');
    expect(text).not.toContain('Reference');
    expect(text).not.toMatch(UNSEEN);
    await customer.opens(`/find?${new URLSearchParams({ order: LIE })}`);
    expect(await customer.page.getByLabel('Deposit address, transaction or order number').inputValue()).toBe(
      '',
    );
  });

  it('is told above the amount of an order that this browser does not know, and who would get it', async () => {
    const payer = await world().visitor(Customer, { device: 'phone' });
    await payer.page.setViewportSize({ width: 320, height: 800 });
    const unknown = payer.page.getByText('This browser does not know this order');
    await payer.opens(`/?to=Ethereum/ETH&amount=0.5&address=${ETHEREUM_ADDRESS}`);
    await payer.seesAPrice();
    await payer.placesTheOrder();
    await payer.sees('Send exactly');
    expect(await unknown.count()).toBe(0);
    // Placed by a program, and sent as a link: with its manage code, which whoever placed it has.
    await payer.hasOrdered();
    await unknown.waitFor();
    const notice = payer.page.getByRole('main').locator('.notice', { has: unknown });
    expect(await notice.innerText()).toContain(BITCOIN_ADDRESS);
    const top = async (text: string) => (await payer.page.getByText(text).first().boundingBox())?.y ?? 0;
    expect(await top('This browser does not know this order')).toBeLessThan(await top('Send this amount'));
    expect(await payer.hasToScrollSideways()).toBe(false);
    await payer.findsNoBarrier();
    // Whoever knows it may say so.
    await payer.presses('Remember it in this browser');
    await payer.page.reload();
    await payer.sees('Send this amount');
    expect(await unknown.count()).toBe(0);
  });

  it('is left a way by every link, whatever that fixes or calls a bill', async () => {
    const shopper = await world().visitor(Shopper);
    // Whose address cannot be changed, its coin cannot be either.
    await shopper.opens(
      `/?from=Ethereum/ETH&amount=0.5&to=Bitcoin/BTC&address=${BITCOIN_ADDRESS}&fixed=address`,
    );
    await shopper.seesAPrice();
    expect(await shopper.page.getByRole('button', { name: /^Coin to receive/ }).count()).toBe(0);
    // What is sent is set here, and what is received is not.
    await shopper.opens(
      `/?from=Ethereum/ETH&amount=0.5&to=Bitcoin/BTC&address=${BITCOIN_ADDRESS}&fixed=from+to+amount+address`,
    );
    await shopper.sees('The link has set the coin that is received, the amount and the address');
    expect(await shopper.page.getByText('What is received is set').count()).toBe(0);
    // A coin that does not exist is chosen anew.
    await shopper.opens('/?from=X/Y&to=Ethereum/ETH&amount=0.05&fixed=from');
    await shopper.sees('choose the coin to send');
    await shopper.chooses('Coin to send', 'LTC on Litecoin');
    // A bill can be paid, however it is called: at a price that holds.
    for (const reference of ['a%00b', `${'a'.repeat(99)}%F0%9F%98%80x`]) {
      await shopper.opens(
        `/?to=Bitcoin/BTC&amount=0.02&address=${BITCOIN_ADDRESS}&mode=float&reference=${reference}`,
      );
      await shopper.sees('A valid address on Bitcoin');
      await shopper.seesAPrice();
      await shopper.placesTheOrder();
      await shopper.sees('Send exactly');
    }
  });

  it('asks for a payment of what they mean: it is said, and asked where it could be two amounts', async () => {
    const shopper = await world().visitor(Shopper);
    await shopper.opens('/request');
    await shopper.page.getByLabel('Coin that you receive').selectOption('Ethereum/USDT');
    await shopper.types('Your Ethereum address', ETHEREUM_ADDRESS);
    await shopper.types('How much you receive', '50,000');
    await shopper.sees('stand between thousands, or before the decimals?');
    expect(await shopper.page.getByRole('region', { name: 'Your link' }).count()).toBe(0);
    await shopper.presses('I mean 50000');
    const made = shopper.page.getByRole('region', { name: 'Your link' }).locator('.mono');
    expect(await made.innerText()).toContain('amount=50000&');
    await shopper.types('How much you receive', '1.234,5');
    await shopper.sees('Read as 1,234.5 USDT.');
    expect(await made.innerText()).toContain('amount=1234.5&');
  });

  it('finds what they have typed to ask for a payment after they have chosen another language, and loaded it again', async () => {
    const shopper = await world().visitor(Shopper);
    await shopper.opens('/request');
    await shopper.page.getByLabel('Coin that you receive').selectOption('Ethereum/USDT');
    await shopper.types('Your Ethereum address', ETHEREUM_ADDRESS);
    await shopper.types('How much you receive', '50.5');
    await shopper.types('Reference', 'bill 8');
    await shopper.until(async () => shopper.page.url().includes('bill'));
    await shopper.page.getByLabel('Language').selectOption({ label: 'Deutsch' });
    await shopper.page.getByRole('region', { name: 'Ihr Link' }).waitFor();
    await shopper.page.reload();
    const made = shopper.page.getByRole('region', { name: 'Ihr Link' }).locator('.mono');
    expect(await made.innerText()).toMatch(/to=Ethereum\/USDT&amount=50\.5&address=0x\w+&reference=bill\+8$/);
    expect(await shopper.page.getByLabel('Wie viel Sie erhalten').inputValue()).toBe('50,5');
    // It is theirs. What a link of somebody else brings is said to have come with it.
    const { request, swap } = await wordsIn('de');
    expect(await shopper.page.getByText(swap.receivers.given).count()).toBe(0);
    await shopper.opens(`/request?to=Ethereum/USDT&amount=50&address=${ETHEREUM_ADDRESS}`);
    await shopper.page.getByRole('heading', { name: request.title }).waitFor();
    await shopper.sees(swap.receivers.given);
  });
});
