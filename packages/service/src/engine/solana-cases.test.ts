import { utf8ToBytes } from '@noble/hashes/utils.js';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { transferNative } from '../chains/solana/instructions.ts';
import { MEMOS } from '../chains/solana/program-ids.ts';
import { STRANGER } from '../chains/solana/testing/test-desk.ts';
import type { Order } from '../orders/order.ts';
import { resolveOrder } from '../orders/resolve.ts';
import { SOLANA_ASSETS, SolanaWorld } from './testing/solana-world.ts';
import { RECEIVER } from './testing/world.ts';

/** Swaps between Solana and the other families, several at once, and what goes wrong with them: over three endpoints, one of which fails. */

const [COMPLETED, REFUNDED, FROZEN] = [4, 5, 7];
const TO_ETHER = { to_address: [{ to_chain: 'Ethereum', to_abbr: 'ETH', to_address: RECEIVER.Ethereum }] };
const from = (chain: string, abbr: string, quantity: number) => ({
  from_chain: chain,
  from_abbr: abbr,
  from_quantity: quantity,
});
const to = (chain: keyof typeof RECEIVER, abbr: string, ratio = 1) => ({
  to_chain: chain,
  to_abbr: abbr,
  to_address: RECEIVER[chain],
  to_ratio: ratio,
});

let solana: SolanaWorld;
beforeAll(async () => {
  solana = await SolanaWorld.open(['Ethereum', 'Litecoin', 'TRON'], 3);
});
afterAll(() => solana.close());

/** The chain has what the ledger says to the unit, nothing is halted, nobody is owed anything. */
afterEach(async () => {
  for (const name of SOLANA_ASSETS) expect([name, await solana.difference(name)]).toEqual([name, 0n]);
  expect(await solana.wrongs()).toEqual([]);
});

const statuses = (orders: readonly Order[]) =>
  Promise.all(orders.map(async (order) => [await solana.world.status(order), await reasonOf(order)]));
const reasonOf = (order: Order) => solana.world.freezeReason(order);
const done = (count: number, status = COMPLETED) => Array.from({ length: count }, () => [status, null]);

async function passUntil(isDone: () => Promise<boolean>, most = 25): Promise<void> {
  for (let n = 0; n < most && !(await isDone()); n++) await solana.pass(1);
}

const allAre = (orders: readonly Order[], status: number) => async () =>
  (await statuses(orders)).every(([each]) => each === status);

it('between Solana and every family, also in a token of the newer program, and to several at once', async () => {
  const { world } = solana;
  expect(solana.held(RECEIVER.Solana, 'Solana/USDC')).toBe(0n);
  const fromSol = await world.place({ ...from('Solana', 'SOL', 10), to_address: [to('Litecoin', 'LTC')] });
  const fromUsdt = await world.place({ ...from('Solana', 'USDT', 500), ...TO_ETHER });
  const others = [
    await world.place({ ...from('Litecoin', 'LTC', 20), to_address: [to('Solana', 'USDC')] }),
    await world.place({
      ...from('Litecoin', 'LTC', 40),
      to_address: [to('Ethereum', 'ETH', 0.5), to('Solana', 'SOL', 0.5)],
    }),
    await world.place({ ...from('TRON', 'TRX', 4_000), to_address: [to('Solana', 'USDT')] }),
  ];
  solana.pay(fromSol);
  solana.pay(fromUsdt);
  for (const order of others) await world.pay(order);
  // An endpoint that is far behind, and then lies about what came, keeps nobody from anything: two agree.
  const [bad] = solana.desk.nodes;
  bad!.answers.behind = 2;
  const orders = [fromSol, fromUsdt, ...others];
  await solana.pass(3);
  bad!.answers.behind = 0;
  bad!.alter = (answer, method) => (method === 'getBlock' ? withoutTransactions(answer) : answer);
  await passUntil(allAre(orders, COMPLETED));
  bad!.alter = (answer) => answer;
  expect(await statuses(orders)).toEqual(done(5));
  await solana.pass(8);
  expect(solana.held(RECEIVER.Solana, 'Solana/USDC')).toBeGreaterThan(1_900_000_000n);
  expect(solana.held(RECEIVER.Solana, 'Solana/USDT')).toBeGreaterThan(900_000_000n);
  expect(solana.held(RECEIVER.Solana, 'Solana/SOL')).toBeGreaterThan(9_800_000_000n);
  for (const order of [fromSol, fromUsdt])
    for (const name of SOLANA_ASSETS) expect(solana.held(order.address, name)).toBe(0n);
});

function withoutTransactions(answer: unknown): unknown {
  const block = answer as { transactions?: readonly unknown[] };
  return block.transactions === undefined ? block : { ...block, transactions: [] };
}

it('too little, too much and too late for a fixed price is given back, and the wrong token is an operator’s', async () => {
  const { world } = solana;
  const fixed = { exchange_mode: 'fixed', ...TO_ETHER };
  const less = await world.place({ ...fixed, ...from('Solana', 'USDC', 500) });
  const more = await world.place({ ...fixed, ...from('Solana', 'USDT', 500) });
  const wrong = await world.place({ ...fixed, ...from('Solana', 'SOL', 5) });
  const late = await world.place({ ...fixed, ...from('Solana', 'SOL', 5) });
  solana.pay(less, -100_000_000n);
  solana.pay(more, 100_000_000n);
  // As many units: 5,000 USDC.
  solana.pay(wrong, 0n, 'Solana/USDC');
  await solana.pass(5);
  expect(await statuses([less, more])).toEqual([
    [FROZEN, 'LESS'],
    [FROZEN, 'MORE'],
  ]);
  world.now = late.expiresAt + 1;
  await world.round();
  solana.pay(late);
  await solana.pass(5);
  expect(await reasonOf(late)).toBe('LATE');
  expect(await statuses([wrong])).not.toEqual(done(1));
  for (const order of [less, more, late]) {
    const refund = { action: 'refund', refund_address: REFUND_TO } as const;
    await resolveOrder(world.database, await world.order(order), refund, world.market(), 'test');
  }
  await passUntil(allAre([less, more, late], REFUNDED));
  await solana.pass(8);
  // An account that was opened for each is charged with the first refund.
  expect(solana.held(REFUND_TO, 'Solana/USDC')).toBeGreaterThan(398_000_000n);
  expect(solana.held(REFUND_TO, 'Solana/USDT')).toBeGreaterThan(598_000_000n);
  expect(solana.held(REFUND_TO, 'Solana/SOL')).toBeGreaterThan(4_990_000_000n);
});

/** An address that nobody has used yet. */
const REFUND_TO = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM';

it('a fork takes back what was seen, and what comes again counts once, with what was said', async () => {
  const { world } = solana;
  const order = await world.place({ ...from('Solana', 'SOL', 10), ...TO_ETHER });
  world.restart();
  const { stranger } = solana.desk;
  solana.desk.send(
    [STRANGER],
    [
      { program: MEMOS[0], accounts: [], data: utf8ToBytes('order 17') },
      transferNative(stranger, order.address, order.units),
    ],
  );
  await solana.pass(1);
  const states = () => world.rows('SELECT state, memo, refs FROM deposit WHERE order_id = $1', [order.id]);
  const said = { memo: 'order 17', refs: null };
  expect(await states()).toEqual([{ state: 'seen', ...said }]);
  const gone = solana.desk.ledger.goBack(1);
  await solana.pass(2);
  expect(await states()).toEqual([{ state: 'gone', ...said }]);
  expect(await world.status(order)).not.toBe(COMPLETED);
  for (const { bytes } of gone) solana.desk.ledger.waiting.push(bytes);
  // An endpoint is killed for good: the two others agree.
  await solana.desk.nodes[2]!.close();
  await passUntil(allAre([order], COMPLETED));
  expect(await statuses([order])).toEqual(done(1));
  expect(await states()).toEqual([{ state: 'confirmed', ...said }]);
  await solana.pass(8);
});
