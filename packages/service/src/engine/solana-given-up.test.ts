import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Order } from '../orders/order.ts';
import { SOLANA_ASSETS, SolanaWorld } from './testing/solana-world.ts';
import { RECEIVER } from './testing/world.ts';

/** A sweep from several addresses that no block takes, and that would fail now: one of its token accounts was frozen since. */

const COMPLETED = 4;
/** Where a token account says what it is. */
const STATE_AT = 108;
const [FREE, FROZEN] = [1, 2];

let solana: SolanaWorld;
beforeEach(async () => {
  solana = await SolanaWorld.open();
});
afterEach(async () => {
  for (const name of SOLANA_ASSETS) expect([name, await solana.difference(name)]).toEqual([name, 0n]);
  expect(await solana.wrongs()).toEqual([]);
  await solana.close();
});

interface Sweep {
  readonly payment_id: number;
  readonly state: string;
  readonly is_cancel: boolean;
  readonly bytes: Buffer;
  readonly sources: readonly string[];
}

const sweeps = () =>
  solana.world.rows<Sweep>(
    `SELECT a.payment_id, a.state, a.is_cancel, a.bytes, a.sources FROM attempt a JOIN payment p ON p.id = a.payment_id
      WHERE a.chain_id = 9 AND p.purpose = 'sweep' ORDER BY a.id`,
  );

function freeze({ address }: Order, state: number): void {
  const { desk } = solana;
  const account = desk.tokenAccount(address);
  const held = desk.ledger.accountAt(account, desk.ledger.newest.slot)!;
  const data = Uint8Array.from(held.data);
  data[STATE_AT] = state;
  desk.ledger.put(account, { ...held, data });
}

/** Nothing of ours gets into a block until this is called. */
function deafen(): () => void {
  const takes = solana.desk.nodes.map(({ answers }) => answers.take);
  for (const { answers } of solana.desk.nodes) answers.take = () => {};
  return () => {
    for (const [n, { answers }] of solana.desk.nodes.entries()) answers.take = takes[n]!;
  };
}

async function tokens(count: number): Promise<Order[]> {
  const orders: Order[] = [];
  for (let n = 0; n < count; n++) {
    const order = await solana.world.place({
      from_chain: 'Solana',
      from_abbr: 'USDC',
      from_quantity: 500 + n,
      to_address: [{ to_chain: 'Ethereum', to_abbr: 'ETH', to_address: RECEIVER.Ethereum }],
    });
    solana.pay(order);
    orders.push(order);
  }
  return orders;
}

/** Three tokens whose sweep was given to a network that has lost it. */
async function lostSweep(): Promise<{ readonly orders: Order[]; readonly hear: () => void }> {
  // Nonce accounts are open from then on.
  await tokens(1);
  await solana.pass(14);
  const hear = deafen();
  const orders = await tokens(3);
  await solana.pass(8);
  expect((await sweeps()).slice(1)).toMatchObject([{ state: 'sent', is_cancel: false }]);
  return { orders, hear };
}

const held = (orders: readonly Order[]) => orders.map(({ address }) => solana.held(address, 'Solana/USDC'));

it('is given up by what uses up its nonce and moves nothing; then each address goes by itself', async () => {
  const { orders, hear } = await lostSweep();
  const [first, frozen, last] = orders as [Order, Order, Order];
  freeze(frozen, FROZEN);
  solana.world.now += 601;
  await solana.pass(1);
  const [, batch, cancel] = await sweeps();
  expect(cancel).toMatchObject({ payment_id: batch?.payment_id, is_cancel: true });
  expect(cancel?.sources).toEqual([solana.desk.treasury]);
  hear();
  solana.world.now += 31;
  await solana.pass(14);
  expect((await sweeps()).map(({ state, is_cancel, sources }) => [state, is_cancel, sources.length])).toEqual(
    [
      ['confirmed', false, 2],
      ['replaced', false, 4],
      ['confirmed', true, 1],
      ['confirmed', false, 2],
      ['confirmed', false, 2],
    ],
  );
  expect(held([first, last])).toEqual([0n, 0n]);
  expect(held([frozen])).toEqual([frozen.units]);
  for (const order of orders) expect(await solana.world.status(order)).toBe(COMPLETED);
  // Whoever still has the bytes of the first can do nothing with them.
  freeze(frozen, FREE);
  solana.desk.ledger.waiting.push(Uint8Array.from(batch!.bytes));
  // Where nothing is expected, the chain is looked at now and then.
  for (let n = 0; n < 10; n++) {
    solana.world.now += 60;
    await solana.pass(1);
  }
  expect((await sweeps()).slice(5)).toMatchObject([{ state: 'confirmed', is_cancel: false }]);
  expect(held(orders)).toEqual([0n, 0n, 0n]);
});

it('is made after all if a block takes it before', async () => {
  const { orders, hear } = await lostSweep();
  const [, frozen] = orders as [Order, Order, Order];
  freeze(frozen, FROZEN);
  solana.world.now += 601;
  await solana.pass(1);
  freeze(frozen, FREE);
  const [, batch] = await sweeps();
  hear();
  solana.desk.ledger.waiting.unshift(Uint8Array.from(batch!.bytes));
  await solana.pass(8);
  expect((await sweeps()).slice(1).map(({ state }) => state)).toEqual(['confirmed', 'replaced']);
  expect(held(orders)).toEqual([0n, 0n, 0n]);
});
