import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type AccountEvent,
  type PlaceRequest,
  SwapdeskClient,
  SwapdeskError,
} from '../../../packages/client/src/index.ts';
import { openReceiver, type Receiver } from '../../../packages/service/src/webhooks/testing/receiver.ts';
import { BLOCK_PAUSE_MS } from '../../support/block-pause.ts';
import { type RunningService, startService } from '../../support/service.ts';
import { bookOf, booksOf, follow, HookBook, poll } from './support/integrator.ts';
import { newReceiver } from './support/receivers.ts';
import { createKey, type Key, openTarget, type Target, within } from './support/target.ts';

const ORDERS = 1_000;
const PATIENCE_MS = 1_500_000;
/** What a busy machine may take. */
const ANSWER_MS = 120_000;
const REFUND = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
/** What is done with an order, in turn. */
const FATES = ['paid', 'paid', 'short', 'paid', 'cancelled', 'unpaid'] as const;
const ENDS = { paid: 4, short: 5, cancelled: 9, unpaid: 1 };

let target: Target;
let key: Key;
let engine: RunningService;
let nodes: RunningService[];
let shop: Receiver;
beforeAll(async () => {
  target = await openTarget(ORDERS + 50);
  await target.service.stop();
  for (const [name, value] of [
    ['webhook_loopback', '1'],
    ['rate_limit_per_minute', '100000000'],
    ['unpaid_orders_cap', '1000000'],
  ] as const)
    await target.command('setting', 'set', name, value);
  // Before any node that would have to hear of it.
  key = await createKey(target, 'shop');
  engine = await startService(target.env, 'engine');
  nodes = await Promise.all([startService(target.env, 'api'), startService(target.env, 'api')]);
  shop = await openReceiver();
});
afterAll(async () => {
  await shop.close();
  for (const each of [...nodes, engine]) await each.stop();
  await target.stop();
});

/** At a fixed price once there is room for it: what came short is promised until it was given back. */
async function placed(client: SwapdeskClient, wish: PlaceRequest) {
  if (wish.exchange_mode === 'float') return client.place(wish);
  for (;;) {
    try {
      const { calc_id } = await client.calculate(wish);
      return await client.place({ ...wish, calc_id: calc_id as string });
    } catch (error) {
      if (!(error instanceof SwapdeskError) || !error.is('from quantity too large')) throw error;
      await new Promise((done) => setTimeout(done, 200));
    }
  }
}

it('an integrator’s books, of events alone, are the service’s: polled, streamed and sent, while an endpoint fails and an engine is killed', async () => {
  const [here, there] = nodes.map(({ url }) => new SwapdeskClient({ url, ...key, timeoutMs: ANSWER_MS })) as [
    SwapdeskClient,
    SwapdeskClient,
  ];
  const { id, secret } = await here.webhooks.create({ url: shop.url });
  const sent = new HookBook(secret);
  const wrong: unknown[] = [];
  let attempts = 0;
  let isWell = false;
  const answer: Receiver['answer'] = (one, response) => {
    attempts++;
    if (!isWell && attempts % 3 === 0) return void response.writeHead(500).end();
    // It has taken it, and never says so.
    const hangs = !isWell && attempts % 40 === 1;
    sent.take(one).then(
      () => hangs || response.writeHead(204).end(),
      (error) => wrong.push(error),
    );
  };
  shop.answer = answer;

  const stop = new AbortController();
  const [polled, streamed]: [AccountEvent[], AccountEvent[]] = [[], []];
  const reading = [poll(here, stop.signal, polled), follow(there, stop.signal, streamed)];
  const mining = (async () => {
    while (!stop.signal.aborted) {
      for (const chain of ['Bitcoin', 'Ethereum']) await here.testnet.mine({ chain });
      await new Promise((done) => setTimeout(done, BLOCK_PAUSE_MS));
    }
  })();

  const codeOf = new Map<string, string>();
  // What it does about orders that came short, it does because events say so.
  const acting = (async () => {
    for (let read = 0; !stop.signal.aborted; await new Promise((done) => setTimeout(done, 50))) {
      for (; read < polled.length; read++) {
        const { order_no: no, status } = polled[read] as AccountEvent;
        if (status === 7) await there.resolve({ query_code: codeOf.get(no) as string, action: 'refund' });
      }
    }
  })();
  const failures: unknown[] = [];
  const beside = [...reading, mining, acting].map((each) =>
    each.catch((error: unknown) => void failures.push(error)),
  );
  /** Nobody waits for what has failed beside it. */
  const until = (isSo: () => boolean) => within(PATIENCE_MS, async () => failures.length > 0 || isSo(), 500);
  const fateOf = new Map<string, (typeof FATES)[number]>();
  for (let n = 0; n < ORDERS; n++) {
    const client = n % 2 === 0 ? here : there;
    const fate = FATES[n % FATES.length] as (typeof FATES)[number];
    const wish: PlaceRequest = {
      exchange_mode: fate === 'short' ? 'fixed' : 'float',
      from_chain: 'Bitcoin',
      from_abbr: 'BTC',
      from_quantity: '0.004',
      to_address: [
        { to_chain: 'Ethereum', to_abbr: 'ETH', to_address: newReceiver('Ethereum'), to_ratio: 1 },
      ],
      refund_address: REFUND,
    };
    const { order_no, query_code } = await placed(client, wish);
    fateOf.set(order_no, fate);
    codeOf.set(order_no, query_code);
    if (fate === 'paid') await client.testnet.pay({ query_code });
    if (fate === 'short') await client.testnet.pay({ query_code, amount: '0.003' });
    if (fate === 'cancelled') await client.cancel({ query_code });
    if (n === Math.floor(ORDERS / 2)) {
      await engine.kill();
      engine = await startService(target.env, 'engine');
    }
    if (n % Math.ceil(ORDERS / 3) === 0) {
      await shop.close();
      shop = await openReceiver(undefined, { at: shop.port });
      shop.answer = answer;
    }
  }

  const asEach = ([no, fate]: [string, (typeof FATES)[number]]) =>
    (booksOf(polled)[no]?.status ?? 1) === ENDS[fate];
  await until(() => [...fateOf].every(asEach));
  // Its endpoint is well again, and it says so: what waits for its next try is sent at once.
  isWell = true;
  await here.webhooks.pause(id);
  await here.webhooks.resume(id);
  const { last } = await here.accountEvents();
  await until(() => polled.length >= last && streamed.length >= last && sent.events.size >= last);
  stop.abort();
  await Promise.all(beside);

  expect([failures, wrong]).toEqual([[], []]);
  expect(polled.map(({ account_number }) => account_number)).toEqual(polled.map((_, n) => n + 1));
  expect(streamed).toEqual(polled);
  expect([...sent.events.values()].sort((a, b) => a.account_number - b.account_number)).toEqual(polled);
  expect(attempts).toBeGreaterThan(1.3 * polled.length);
  const service = await Promise.all(
    [...codeOf].map(async ([no, code]) => [no, bookOf(await there.query(code))] as const),
  );
  const untold = { status: 1, deposits: {}, payouts: {}, refunds: {} };
  const books = booksOf(polled);
  expect(Object.fromEntries([...codeOf.keys()].map((no) => [no, books[no] ?? untold]))).toEqual(
    Object.fromEntries(service),
  );
  const of = (fate: string) => [...fateOf].filter(([, each]) => each === fate).map(([no]) => books[no]);
  for (const book of of('paid')) expect(Object.values(book?.payouts ?? {})).toHaveLength(1);
  for (const book of of('short')) expect(Object.values(book?.refunds ?? {})).toHaveLength(1);
});
