import { afterEach, beforeEach, expect, it } from 'vitest';
import { WALLET_RENT } from '../chains/solana/rent.ts';
import type { Order } from '../orders/order.ts';
import { CLEAR } from '../screening/screen.ts';
import { SOLANA_ASSETS, SolanaWorld } from './testing/solana-world.ts';
import { RECEIVER } from './testing/world.ts';

/** A lamport that anybody sends to a deposit address, where somebody screens: it is kept apart, and keeps nothing else there. */

const COMPLETED = 4;

let solana: SolanaWorld;
beforeEach(async () => {
  solana = await SolanaWorld.open();
  solana.world.isScreened = true;
});
afterEach(async () => {
  for (const name of SOLANA_ASSETS) expect([name, await solana.difference(name)]).toEqual([name, 0n]);
  expect(await solana.wrongs()).toEqual([]);
  await solana.close();
});

const place = () =>
  solana.world.place({
    from_chain: 'Solana',
    from_abbr: 'SOL',
    from_quantity: 10,
    to_address: [{ to_chain: 'Ethereum', to_abbr: 'ETH', to_address: RECEIVER.Ethereum }],
  });
const left = ({ address }: Order) => solana.held(address, 'Solana/SOL');
const uses = ({ id }: Order) =>
  solana.world.rows<{ units: string; use: string | null; is_apart: boolean }>(
    'SELECT units::text, use, quarantined_at > 0 AS is_apart FROM deposit WHERE order_id = $1 ORDER BY units',
    [id],
  );

it('of which nothing is decided stays with the least that an address can have, and the rest is brought in', async () => {
  const [plain, dusted] = [await place(), await place()];
  solana.pay(plain);
  solana.pay(dusted);
  await solana.pass(1);
  solana.desk.pay(dusted.address, 1n);
  await solana.pass(12);
  expect(await Promise.all([plain, dusted].map((order) => solana.world.status(order)))).toEqual([
    COMPLETED,
    COMPLETED,
  ]);
  expect([left(plain), left(dusted)]).toEqual([0n, WALLET_RENT]);
  expect((await uses(dusted))[0]).toEqual({ units: '1', use: null, is_apart: false });
});

it('that screening has stopped is not moved either', async () => {
  const order = await solana.world.place({
    from_chain: 'Solana',
    from_abbr: 'SOL',
    from_quantity: 10,
    refund_address: RECEIVER.Solana,
    to_address: [{ to_chain: 'Ethereum', to_abbr: 'ETH', to_address: RECEIVER.Ethereum }],
  });
  solana.pay(order);
  await solana.pass(6);
  solana.world.now += 1_000;
  solana.world.screen = async ({ address }) =>
    address === solana.desk.stranger ? { isHit: true, detail: 'bad' } : CLEAR;
  solana.desk.pay(order.address, 1n);
  await solana.pass(12);
  expect((await uses(order))[0]).toEqual({ units: '1', use: null, is_apart: true });
  expect(left(order)).toBe(WALLET_RENT);
});
