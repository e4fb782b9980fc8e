import type { Texts } from '../../../../packages/web/src/texts/en.ts';
import type { Placed } from './customers.ts';
import type { OrdersInEveryState } from './orders-in-every-state.ts';
import type { Shopper } from './shopper.ts';
import { headlineOf } from './wording.ts';

/** A page in one of its states: its name, and how one gets there. */
export interface Screen {
  readonly name: string;
  readonly show: (reader: Shopper) => Promise<void>;
}

const ETHEREUM_ADDRESS = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const BITCOIN_ADDRESS = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
const TRON_ADDRESS = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';
const FIVE_RECEIVERS = [
  ['Bitcoin/BTC', BITCOIN_ADDRESS, 40],
  ['TRON/USDT', TRON_ADDRESS, 30],
  ['Litecoin/LTC', 'ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh', 15],
  ['Solana/SOL', 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk', 10],
  ['Base/USDC', ETHEREUM_ADDRESS, 5],
] as const;

/** As bills of some countries have them: no place to break. */
const LONG_REFERENCE = 'RF1853900754703400000012345678';

const five = (part: 0 | 1 | 2, name: string) =>
  FIVE_RECEIVERS.map((each) => `&${name}=${each[part]}`).join('');
const SPLIT = `/?from=Ethereum/ETH&amount=12.34567891${five(0, 'to')}${five(1, 'address')}${five(2, 'share')}`;
const PAYMENT = `/?to=TRON/USDT&amount=25&address=${TRON_ADDRESS}&reference=${LONG_REFERENCE}`;
const PAIR = '/?from=Bitcoin/BTC&to=Ethereum/ETH&amount=0.05';

/** Every state of the swap page that somebody comes to see. */
export function swapScreens({ swap }: Texts): readonly Screen[] {
  const isPriced = (reader: Shopper) => reader.sees(swap.countdown.live);
  const seesWrong = (reader: Shopper) => reader.page.locator('[data-tone="wrong"]').first().waitFor();
  const opensDialog = async (reader: Shopper, button: string) => {
    await reader.page.getByRole('button', { name: button }).first().click();
    await reader.page.getByRole('dialog').waitFor();
  };
  return [
    {
      name: 'swap-quoted',
      async show(reader) {
        await reader.opens(`${PAIR}&address=${ETHEREUM_ADDRESS}`);
        await reader.sees(swap.receivers.right('Ethereum'));
        await isPriced(reader);
      },
    },
    {
      name: 'swap-large',
      async show(reader) {
        await reader.opens(
          '/?from=Ethereum/USDT&to=Bitcoin/BTC&amount=123456.78901234&ref=a-friend-of-the-house',
        );
        await isPriced(reader);
      },
    },
    {
      name: 'swap-fixed',
      async show(reader) {
        await reader.opens(`${PAIR}&mode=fixed`);
        await reader.sees(swap.countdown.holds);
      },
    },
    {
      name: 'swap-empty',
      async show(reader) {
        await reader.opens('/?from=Ethereum/ETH&to=Bitcoin/BTC');
        await reader.presses(swap.place);
        await reader.sees(swap.needs.amount);
      },
    },
    {
      name: 'swap-refused',
      async show(reader) {
        await reader.opens(
          `/?from=Bitcoin/BTC&to=Ethereum/USDT&amount=500&address=${TRON_ADDRESS}&refund=nonsense`,
        );
        await reader.page.locator('.address-offers button').first().waitFor();
        await seesWrong(reader);
      },
    },
    {
      name: 'swap-either',
      async show(reader) {
        await reader.opens('/?from=Ethereum/USDT&to=Bitcoin/BTC&amount=50,000');
        await reader.sees(swap.meant('50000'));
      },
    },
    {
      name: 'swap-split',
      async show(reader) {
        await reader.opens(SPLIT);
        await reader.sees(swap.receivers.right('Solana'));
        await isPriced(reader);
      },
    },
    {
      name: 'swap-link',
      async show(reader) {
        await reader.opens(
          '/?from=Bitcoin/NOTHING&to=Arbitrum/A-COIN-THAT-NOBODY-HAS-EVER-HEARD-OF&mode=sometimes',
        );
        await reader.page.locator('.swap-link').waitFor();
        await isPriced(reader);
      },
    },
    {
      name: 'swap-payment',
      async show(reader) {
        await reader.opens(PAYMENT);
        await reader.sees(swap.receivers.right('TRON'));
        // What is asked for holds: so does its price.
        await reader.sees(swap.countdown.holds);
      },
    },
    {
      name: 'swap-coins',
      async show(reader) {
        await reader.opens(PAIR);
        await isPriced(reader);
        await opensDialog(reader, swap.chooseReceive);
      },
    },
    {
      name: 'swap-scan',
      async show(reader) {
        await reader.opens(PAIR);
        await isPriced(reader);
        await opensDialog(reader, swap.scan.into(swap.receivers.address('Ethereum')));
        await reader.sees(swap.scan.refused);
      },
    },
  ];
}

/** The page of an order in every state, and what is asked on it. */
export function orderScreens(words: Texts, orders: OrdersInEveryState): readonly Screen[] {
  const { order } = words;
  const opens = async (reader: Shopper, { code, manageCode }: Placed, status: number | string) => {
    await reader.opens('/fees');
    await reader.opens(`/order/${code}#${manageCode}`);
    await reader.sees(typeof status === 'number' ? headlineOf(words, status) : status);
  };
  /** By its status, or by what its page says where that alone does not tell. */
  const inState = (name: string, placed: Placed, status: number | string): Screen => ({
    name: `order-${name}`,
    show: (reader) => opens(reader, placed, status),
  });
  return [
    inState('waiting', orders.waiting, 1),
    inState('seen', orders.seen, 2),
    inState('stopped', orders.stopped, 7),
    inState('surplus', orders.surplus, 1),
    inState('expired', orders.expired, 8),
    inState('refunded', orders.refunded, 5),
    inState('cancelled', orders.cancelled, order.ends.cancelled.headline),
    {
      name: 'order-completed',
      async show(reader) {
        await opens(reader, orders.completed, 4);
        await reader.page.getByText(order.log.title).click();
      },
    },
    {
      name: 'order-cancel',
      async show(reader) {
        await opens(reader, orders.waiting, 1);
        await reader.presses(order.pay.cancel);
        await reader.sees(order.pay.cancelNote);
      },
    },
    {
      name: 'order-exchange',
      async show(reader) {
        await opens(reader, orders.stopped, 7);
        await reader.presses(order.frozen.exchange);
        await reader.page
          .getByRole('dialog')
          .getByRole('button', { name: order.frozen.confirmExchange, disabled: false })
          .first()
          .waitFor();
      },
    },
    {
      name: 'order-refund',
      async show(reader) {
        await opens(reader, orders.stopped, 7);
        await reader.presses(words.swap.receivers.sample);
        await reader.presses(order.frozen.refund);
        await reader.page
          .getByRole('dialog')
          .getByRole('button', { name: order.frozen.refund, disabled: false })
          .waitFor();
      },
    },
    {
      name: 'order-looking',
      async show(reader) {
        await reader.page.evaluate('localStorage.clear()');
        await reader.opens(`/order/${orders.waiting.code}?looking`);
        await reader.types(order.manage.code, 'too short');
        await reader.presses(order.manage.enter);
        await reader.sees(order.manage.incomplete);
      },
    },
    {
      name: 'order-unknown',
      async show(reader) {
        await reader.opens('/order/ZZZZ-ZZZZ-ZZZZ');
        await reader.sees(order.notFound);
      },
    },
  ];
}

/** The pages around: what one has ordered, what was lost, how it works here. */
export function otherScreens(words: Texts, placed: OrdersInEveryState): readonly Screen[] {
  const { orders, find, about, request, nowhere } = words;
  const titled = (name: string, title: string, isThere: string): Screen => ({
    name,
    async show(reader) {
      await reader.opens(`/${name}`);
      await reader.page.getByRole('heading', { level: 1, name: title }).waitFor();
      await reader.page.locator(isThere).first().waitFor();
    },
  });
  const keeps = async (reader: Shopper) => {
    await reader.opens('/find');
    const kept = Object.values(placed).map(({ code, manageCode }, n) => ({
      code,
      manageCode,
      asset: { abbr: 'USDT', chain: 'Ethereum' },
      amount: '12345.678901',
      receives: FIVE_RECEIVERS.slice(0, n + 1).map(([key]) => {
        const [chain, abbr] = key.split('/');
        return { chain, abbr };
      }),
      placedAt: 1_780_000_000,
    }));
    const text = JSON.stringify(JSON.stringify(kept));
    await reader.page.evaluate(`localStorage.setItem('orders', ${text})`);
    await reader.opens('/orders');
    await reader.page
      .locator('.orders-status .badge')
      .nth(kept.length - 1)
      .waitFor();
  };
  return [
    titled('fees', about.fees.title, 'tbody tr'),
    titled('status', about.status.title, 'tbody tr'),
    titled('questions', about.questions.title, 'summary'),
    titled('request', request.title, '.request-fields'),
    {
      name: 'request-made',
      async show(reader) {
        await reader.opens(
          `/request?to=TRON/USDT&amount=1234567.12345678&address=${TRON_ADDRESS}&reference=bill+7`,
        );
        await reader.page.locator('.request-acts a').waitFor();
      },
    },
    {
      name: 'orders-none',
      async show(reader) {
        await reader.opens('/orders');
        await reader.sees(orders.none);
      },
    },
    { name: 'orders', show: keeps },
    {
      name: 'orders-forget',
      async show(reader) {
        await keeps(reader);
        await reader.presses(orders.forgetAll);
        await reader.sees(orders.forgetNote);
      },
    },
    {
      name: 'find',
      async show(reader) {
        await reader.opens(`/find?order=${placed.waiting.no}`);
        await reader.types(find.other, '0x0123456789012345678901234567890123456789');
        await reader.presses(find.go);
        await reader.sees(find.none);
      },
    },
    {
      name: 'find-empty',
      async show(reader) {
        await reader.opens('/find');
        await reader.presses(find.go);
        await reader.sees(find.missing);
      },
    },
    {
      name: 'nowhere',
      async show(reader) {
        await reader.opens('/there-is-nothing-here');
        await reader.sees(nowhere.title);
        reader.forgives(/404/);
      },
    },
  ];
}
