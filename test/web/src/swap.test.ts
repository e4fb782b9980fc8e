import { expect, it } from 'vitest';
import { Decimal } from '../../../packages/contract/src/index.ts';
import { IS_LONG } from '../../support/volume.ts';
import { A_CAMERA } from './support/camera.ts';
import { Shopper } from './support/shopper.ts';
import { describePages } from './support/web-world.ts';

/** Of the interface's answer to a query, what these tests look at. */
interface QueriedOrder {
  readonly exchange_model: string;
  readonly odr_volume: number;
  readonly children: { abbr: string; chain: string; ratio: number; address: string; volume_origin: number }[];
}

/** Of a fixed price. */
const HOLDS_MS = 30_000;
const BITCOIN_ADDRESS = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
const ETHEREUM_ADDRESS = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const MEASURED = {
  code: 0,
  msg: 'success',
  data: [
    {
      from_chain: 'Bitcoin',
      from_abbr: 'BTC',
      to_chain: 'Ethereum',
      to_abbr: 'ETH',
      orders: 40,
      half_s: 1_450,
      most_s: 10_000,
    },
  ],
};
const RECEIVERS = [
  ['LTC on Litecoin', 'ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh'],
  ['USDT on TRON', 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'],
  ['SOL on Solana', 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk'],
] as const;

/** Amounts of one coin as they are shown, in their smallest unit. */
const units = (shown: string) => (Decimal.parse(shown.replace(/[^\d.]/g, '')) as Decimal).truncate(8);

describePages('the swap page', (world) => {
  const order = (shopper: Shopper, code: string) =>
    shopper.asks<QueriedOrder>(`/openapi/order/query?query_code=${code}`);

  it('leads from the landing page to a placed order without a wallet', async () => {
    const shopper = await world().visitor(Shopper);
    await shopper.opens('/');
    await shopper.sees('Test networks: this money is not real.');
    await shopper.seesAPrice();
    await shopper.isPictured('swap');
    expect(await shopper.seesColour('Coin to send')).toBe('#c26a0a');
    await shopper.presses('Use a sample address');
    await shopper.sees('A valid address on Ethereum');
    const code = await shopper.placesTheOrder();
    expect(code).toMatch(/^[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}$/);
    expect(await order(shopper, code)).toMatchObject({ exchange_model: 'float', odr_volume: 0.05 });
  });

  it.runIf(IS_LONG)(
    'asks what a comma before three digits means, and quotes nothing before it knows',
    async () => {
      const shopper = await world().visitor(Shopper);
      await shopper.opens('/?from=Ethereum/USDT&to=Bitcoin/BTC');
      await shopper.types('You send', '50,000');
      await shopper.sees('Does the sign “,” stand between thousands, or before the decimals?');
      await shopper.findsNoBarrier();
      await shopper.presses('I mean 50000');
      expect(await shopper.reads('You send')).toBe('50000');
      await shopper.seesAPrice();
      await shopper.types('You send', '1,234.56');
      await shopper.seesAPrice();
      await shopper.sees('Worth of 1,234.56 USDT');
      await shopper.types('You send', '0');
      await shopper.sees('Enter more than 0.');
      await shopper.types('You receive', '50,000');
      await shopper.sees('Does the sign “,” stand between thousands, or before the decimals?');
      await shopper.types('You receive', '0');
      expect(await shopper.readsBelow('You receive')).toBe('Enter more than 0.');
    },
  );

  it('does not lose a click that comes before the price', async () => {
    const shopper = await world().visitor(Shopper);
    await shopper.opens('/');
    await shopper.seesAPrice();
    await shopper.presses('Use a sample address');
    await shopper.sees('A valid address on Ethereum');
    await shopper.page.route('**/order/calculate', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      await route.continue();
    });
    await shopper.types('You send', '0.07');
    await shopper.page.getByRole('button', { name: 'Place the order' }).click();
    await shopper.page.getByRole('button', { name: 'Waiting for the price…' }).waitFor();
    await shopper.page.waitForURL(/\/order\//);
    const code = shopper.page.url().split('/order/')[1]?.split('#')[0] ?? '';
    expect(await order(shopper, code)).toMatchObject({ odr_volume: 0.07 });
  });

  it('orders what the field says, though Enter comes in the same moment as the last digit', async () => {
    const shopper = await world().visitor(Shopper);
    await shopper.opens(`/?from=Ethereum/ETH&amount=0.5&to=Bitcoin/BTC&address=${BITCOIN_ADDRESS}`);
    await shopper.sees('A valid address on Bitcoin');
    await shopper.seesAPrice();
    // Quicker than a page that is slow to paint: the form knows of the digit, what asks for prices does not yet.
    await shopper.page.evaluate(`(async () => {
      const field = document.querySelector('.amount-input');
      field.value = '0.55';
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      await new Promise((resolve) => {
        const soon = new MessageChannel();
        soon.port1.onmessage = resolve;
        soon.port2.postMessage(null);
      });
      field.form.requestSubmit();
    })()`);
    await shopper.page.waitForURL(/\/order\//);
    const code = shopper.page.url().split('/order/')[1]?.split('#')[0] ?? '';
    expect(await order(shopper, code)).toMatchObject({ odr_volume: 0.55 });
  });

  it.runIf(IS_LONG)(
    'says before an order is placed that nothing is paid out in a coin, and no longer than that',
    async () => {
      const shopper = await world().visitor(Shopper, { device: 'phone' });
      await shopper.page.setViewportSize({ width: 320, height: 800 });
      await shopper.opens('/?from=Bitcoin/BTC&to=Ethereum/ETH&amount=0.05');
      await shopper.seesAPrice();
      const notice = 'Payouts in ETH on Ethereum are paused at the moment.';
      expect(await shopper.page.getByText(notice).count()).toBe(0);
      const { database } = world().store;
      await database.query(
        `INSERT INTO halt (asset_id, ledger_units, wallet_units, since, reason, cause)
       SELECT a.id, 0, 0, 0, 'operator', 'a look' FROM asset a JOIN chain c ON c.id = a.chain_id
        WHERE c.name = 'Ethereum' AND a.abbr = 'ETH'`,
      );
      await shopper.sees(notice);
      await shopper.findsNoBarrier();
      expect(await shopper.page.evaluate('document.documentElement.scrollWidth')).toBe(320);
      await shopper.opens('/?from=Bitcoin/BTC&to=Ethereum/ETH&amount=0.05');
      await shopper.sees(notice);
      await shopper.page.getByRole('button', { name: 'Coin to receive: ETH on Ethereum' }).click();
      await shopper.page.getByRole('option', { name: /^ETH .*payouts paused Ethereum$/ }).waitFor();
      expect(await shopper.page.getByText('payouts paused').count()).toBe(1);
      await shopper.findsNoBarrier();
      await shopper.page.keyboard.press('Escape');
      await database.query('DELETE FROM halt');
      await shopper.until(async () => (await shopper.page.getByText(notice).count()) === 0);
    },
  );

  it('lays every fee open, in lines that add up to the unit', async () => {
    const shopper = await world().visitor(Shopper);
    await shopper.opens('/?from=Bitcoin/BTC&to=Ethereum/USDT&amount=0.5');
    const costs = await shopper.readsCosts();
    expect(Object.keys(costs)).toEqual([
      'Price',
      'Worth of 0.5 BTC',
      'Service fee, 0.5\u00a0%',
      'Network fee of Ethereum',
      'You receive',
    ]);
    const [, worth = '', fee = '', network = '', gets = ''] = Object.values(costs);
    expect(units(worth) - units(fee) - units(network)).toBe(units(gets));
    // Half a percent, to the unit: the worth has six decimals.
    expect(units(fee) - units(worth) / 200n).toBeLessThanOrEqual(200n);
  });

  it('takes the amount that somebody wants to receive, and promises no less', async () => {
    const shopper = await world().visitor(Shopper);
    await shopper.opens('/');
    await shopper.chooses('Coin to receive', 'USDC on Base');
    await shopper.wants('Fixed price');
    await shopper.types('You receive', '250');
    await shopper.sees('This is the least to send so that you receive at least that much');
    await shopper.seesAPrice();
    const sent = await shopper.reads('You send');
    await shopper.presses('Use a sample address');
    await shopper.sees('A valid address on Base');
    const placed = await order(shopper, await shopper.placesTheOrder());
    expect(placed.odr_volume).toBe(Number(sent));
    expect(placed.children[0]?.volume_origin).toBeGreaterThanOrEqual(250);
    // A hundred-millionth of a bitcoin less would have paid less than that.
    expect(placed.children[0]?.volume_origin).toBeLessThan(250.01);
  });

  it.runIf(IS_LONG)('fills in the least and the most with one press, and takes both', async () => {
    const shopper = await world().visitor(Shopper);
    await shopper.opens('/');
    await shopper.types('You send', '0.00001');
    const complaint = await shopper.readsBelow('You send');
    expect(complaint).toMatch(/^Too little: send at least 0\.\d+ BTC\.$/);
    for (const which of [/^Min /, /^Max /]) {
      await shopper.page.getByRole('button', { name: which }).click();
      await shopper.seesAPrice();
      expect(await shopper.page.getByText(/^Too (little|much)/).count()).toBe(0);
    }
    await shopper.types('You send', '11');
    await shopper.sees('Too much: we can take at most 10 BTC now.');
  });

  it('says beside the field what is wrong with an address while it is typed', async () => {
    const shopper = await world().visitor(Shopper);
    await shopper.opens('/');
    await shopper.types('Your Ethereum address', '0x9858EfFD232B4033E47d90003D41EC34EcaEda95');
    await shopper.sees('The checksum (EIP-55) does not match');
    await shopper.types('Your Ethereum address', BITCOIN_ADDRESS);
    await shopper.sees('This is an address of Bitcoin, not of Ethereum.');
    await shopper.presses('Place the order');
    expect(await shopper.page.evaluate('document.activeElement.getAttribute("aria-invalid")')).toBe('true');
    expect(new URL(shopper.page.url()).pathname).toBe('/');
    await shopper.types('Refund address on Bitcoin', 'nonsense');
    await shopper.sees('Bitcoin addresses start with');
    await shopper.types('Your Ethereum address', '');
    await shopper.sees('Enter the address that should receive the coins.');
  });

  it.runIf(IS_LONG)('says of which chain an address is, and offers the coin there', async () => {
    const shopper = await world().visitor(Shopper);
    await shopper.opens('/?from=Ethereum/ETH&to=Ethereum/USDT&amount=1');
    await shopper.types('Your Ethereum address', RECEIVERS[1][1]);
    await shopper.sees('This is an address of TRON, not of Ethereum.');
    await shopper.findsNoBarrier();
    await shopper.presses('Receive USDT on TRON instead');
    await shopper.sees('A valid address on TRON');
    expect(await shopper.reads('Your TRON address')).toBe(RECEIVERS[1][1]);
    // A Bitcoin address for what is sent: told, but what is sent stays.
    await shopper.types('Refund address on Ethereum', BITCOIN_ADDRESS);
    await shopper.sees('This is an address of Bitcoin, not of Ethereum.');
    expect(await shopper.page.getByRole('button', { name: /^Receive .* instead$/ }).count()).toBe(0);
  });

  it.runIf(IS_LONG)(
    'reads an address from a QR code where the browser can, and lets go of the camera',
    async () => {
      const shopper = await world().visitor(Shopper);
      await shopper.opens('/');
      await shopper.seesAPrice();
      const scan = shopper.page.getByRole('button', { name: 'Scan a QR code: Your Ethereum address' });
      expect(await scan.count()).toBe(0);
      await shopper.page.addInitScript(A_CAMERA);
      await shopper.opens('/');
      await scan.click();
      await shopper.sees('There is no camera, or this page may not use it.');
      await shopper.findsNoBarrier();
      await shopper.page.keyboard.press('Escape');
      await shopper.page.evaluate('window.isCameraAllowed = true');
      await scan.click();
      await shopper.sees('Hold the QR code of the address before the camera.');
      await shopper.page.evaluate(`window.qrCode = 'ethereum:${ETHEREUM_ADDRESS}@1?value=1'`);
      await shopper.sees('A valid address on Ethereum');
      expect(await shopper.reads('Your Ethereum address')).toBe(ETHEREUM_ADDRESS);
      expect(await shopper.page.evaluate('window.cameras.every((each) => !each.active)')).toBe(true);
    },
  );

  it('says so when both coins are the same, finds coins by what people call them, and never sticks at a check', async () => {
    const shopper = await world().visitor(Shopper);
    await shopper.opens('/?from=Bitcoin/BTC&to=Bitcoin/BTC&amount=0.1');
    await shopper.sees('You send and receive the same coin on the same chain.');
    await shopper.findsNoBarrier();
    await shopper.page.getByRole('button', { name: 'Coin to receive: ' }).click();
    const search = shopper.page.getByRole('combobox', { name: 'Search by coin or chain' });
    await search.fill('tether tron');
    await search.press('Enter');
    await shopper.page.getByRole('button', { name: 'Coin to receive: USDT on TRON' }).waitFor();
    expect(await shopper.page.getByText('You send and receive the same coin').count()).toBe(0);
    await shopper.page.route('**/address/validate', (route) => route.abort());
    await shopper.types('Your TRON address', RECEIVERS[1][1]);
    await shopper.sees('The address could not be checked yet.');
    expect(await shopper.page.getByText('Checking the address…').count()).toBe(0);
    await shopper.page.unroute('**/address/validate');
    await shopper.sees('A valid address on TRON');
    shopper.forgives(/ERR_FAILED/);
  });

  it.runIf(IS_LONG)('says how long such exchanges take, as they did lately', async () => {
    const shopper = await world().visitor(Shopper);
    await shopper.opens('/?from=Bitcoin/BTC&to=Ethereum/ETH&amount=0.1');
    await shopper.seesAPrice();
    expect(await shopper.page.getByText('Lately half of these exchanges').count()).toBe(0);
    // What the service answers once it has measured enough; that it measures rightly is tested where it does.
    await shopper.page.route('**/openapi/durations', (route) => route.fulfill({ json: MEASURED }));
    await shopper.opens('/?from=Bitcoin/BTC&to=Ethereum/ETH&amount=0.1');
    await shopper.sees(
      'Lately half of these exchanges took 25 minutes or less from the payment being seen, nine of ten 3 hours or less.',
    );
    await shopper.chooses('Coin to receive', 'USDT on TRON');
    expect(await shopper.page.getByText('Lately half of these exchanges').count()).toBe(0);
    await shopper.chooses('Coin to receive', 'ETH on Ethereum');
    await shopper.presses('Use a sample address');
    // Whoever has placed it waits all the more.
    await shopper.placesTheOrder();
    await shopper.sees('Where your money is');
    await shopper.sees('Lately half of these exchanges took 25 minutes or less');
  });

  it.runIf(IS_LONG)('splits across three receivers, and the bar always adds up to 100 %', async () => {
    const shopper = await world().visitor(Shopper);
    await shopper.opens('/?from=Ethereum/ETH&amount=2');
    await shopper.presses('Split across several receivers');
    await shopper.presses('Add a receiver');
    for (const [n, [coin, address]] of RECEIVERS.entries()) {
      await shopper.chooses(`Coin for receiver ${n + 1}`, coin);
      await shopper.types(`Receiver ${n + 1}: ${coin.split(' on ')[1]} address`, address);
    }
    await shopper.dragsTheBar('Between receiver 1 and 2', 50);
    await shopper.page.getByRole('slider', { name: 'Between receiver 2 and 3' }).press('End');
    await shopper.page.getByRole('slider', { name: 'Between receiver 2 and 3' }).press('PageDown');
    expect(await shopper.readsShares(3)).toEqual([50, 39, 11]);
    await shopper.sees('A valid address on Solana');
    await shopper.seesAPrice();
    await shopper.isPictured('swap-split');
    await shopper.findsNoBarrier();
    const placed = await order(shopper, await shopper.placesTheOrder());
    expect(
      placed.children.map(({ abbr, chain, ratio, address }) => [`${abbr} on ${chain}`, ratio, address]),
    ).toEqual(RECEIVERS.map(([coin, address], n) => [coin, [0.5, 0.39, 0.11][n], address]));
  });

  it.runIf(IS_LONG)('lets a fixed price expire under the eyes, and takes a new one', async () => {
    const shopper = await world().visitor(Shopper);
    const { clock } = shopper.page;
    await clock.install();
    await shopper.opens('/');
    await shopper.wants('Fixed price');
    await shopper.presses('Use a sample address');
    await shopper.sees(/^This price holds for/);
    await shopper.isPictured('swap-fixed');
    await clock.fastForward(HOLDS_MS);
    await shopper.sees('This price has expired.');
    // What it cost is still to be read.
    await shopper.findsNoBarrier();
    expect(await shopper.page.getByRole('button', { name: 'Place the order' }).count()).toBe(0);
    await shopper.presses('Get a new price');
    await shopper.sees(/^This price holds for/);
    const promised = await shopper.reads('You receive');
    const placed = await order(shopper, await shopper.placesTheOrder());
    expect(placed.exchange_model).toBe('fixed');
    expect(placed.children[0]?.volume_origin).toBe(Number(promised));
  });

  it.runIf(IS_LONG)('hands on the referral code of the link', async () => {
    const shopper = await world().visitor(Shopper);
    const { database } = world().store;
    await world().swapdesk('refcode', 'create', 'friend', '--rate', '20%');
    await shopper.opens('/?ref=friend');
    await shopper.sees('Referred by friend');
    await shopper.presses('Use a sample address');
    await shopper.seesAPrice();
    await shopper.placesTheOrder();
    const { rows } = await database.query('SELECT count(*)::int AS orders FROM referral_order');
    expect(rows).toEqual([{ orders: 1 }]);
  });

  it.runIf(IS_LONG)('goes on by itself when the service comes back', async () => {
    const shopper = await world().visitor(Shopper);
    await shopper.page.route('**/openapi/order/calculate', (route) => route.abort());
    await shopper.opens('/');
    await shopper.sees('The service cannot be reached.');
    await shopper.page.unroute('**/openapi/order/calculate');
    await shopper.seesAPrice();
    shopper.forgives(/ERR_FAILED/);
  });
});
