import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { IS_LONG } from '../../../../test/support/volume.ts';
import { resolveOrder } from '../orders/resolve.ts';
import { SolanaWorld } from './testing/solana-world.ts';
import { RECEIVER } from './testing/world.ts';

/** Whole swaps with Solana over nodes: to it, from it, in its coin and in tokens, and one that is given back. */

const TO_ETHER = { to_address: [{ to_chain: 'Ethereum', to_abbr: 'ETH', to_address: RECEIVER.Ethereum }] };
const FROM_ETHER = { from_chain: 'Ethereum', from_abbr: 'ETH', from_quantity: 0.5 };
const toSolana = (abbr: string) => ({
  to_address: [{ to_chain: 'Solana', to_abbr: abbr, to_address: RECEIVER.Solana }],
});
const [COMPLETED, REFUNDED, FROZEN] = [4, 5, 7];

let solana: SolanaWorld;
/** The last of the deposits that filled the treasuries. */
let known: number;
beforeAll(async () => {
  solana = await SolanaWorld.open();
  const [last] = await solana.world.rows<{ id: number }>('SELECT max(id) AS id FROM deposit');
  known = last?.id ?? 0;
});
afterAll(() => solana.close());

/** The chain has what the ledger says to the unit, nothing is halted, nobody is owed anything. */
afterEach(async () => {
  expect(await solana.difference('Solana/SOL')).toBe(0n);
  expect(await solana.difference('Solana/USDC')).toBe(0n);
  expect(await solana.wrongs()).toEqual([]);
  // Books agree also where more lies somewhere than blocks explain: that is then taken for a deposit.
  expect(await strayDeposits()).toEqual([]);
});

const strayDeposits = () =>
  solana.world.rows('SELECT txid, units FROM deposit WHERE chain_id = 9 AND order_id IS NULL AND id > $1', [
    known,
  ]);

const attempts = () =>
  solana.world.rows<{ purpose: string; state: string }>(
    `SELECT p.purpose, a.state FROM attempt a JOIN payment p ON p.id = a.payment_id
      WHERE a.chain_id = 9 ORDER BY a.id`,
  );

it('SOL to ether: it is seen, counts once final, is paid for, and is brought in', async () => {
  const order = await solana.world.place({
    from_chain: 'Solana',
    from_abbr: 'SOL',
    from_quantity: 10,
    ...TO_ETHER,
  });
  solana.pay(order);
  await solana.pass(1);
  expect(await solana.world.rows('SELECT state FROM deposit WHERE order_id = $1', [order.id])).toEqual([
    { state: 'seen' },
  ]);
  await solana.pass(14);
  expect(await solana.world.status(order)).toBe(COMPLETED);
  expect(solana.held(order.address, 'Solana/SOL')).toBe(0n);
  expect(await attempts()).toEqual([
    { purpose: 'nonce accounts', state: 'confirmed' },
    { purpose: 'sweep', state: 'confirmed' },
  ]);
});

it('ether to SOL', async () => {
  const order = await solana.world.place({ ...FROM_ETHER, ...toSolana('SOL') });
  await solana.world.pay(order);
  await solana.pass(14);
  expect(await solana.world.status(order)).toBe(COMPLETED);
  // 0.5 × 4000 ÷ 200, less fees.
  expect(solana.held(RECEIVER.Solana, 'Solana/SOL')).toBeGreaterThan(9_900_000_000n);
  expect(solana.held(RECEIVER.Solana, 'Solana/SOL')).toBeLessThan(10_000_000_000n);
});

it('USDC to ether: it is brought in, and the rent of the account that it came to is booked', async () => {
  const order = await solana.world.place({
    from_chain: 'Solana',
    from_abbr: 'USDC',
    from_quantity: 500,
    ...TO_ETHER,
  });
  solana.pay(order);
  await solana.pass(14);
  expect(await solana.world.status(order)).toBe(COMPLETED);
  const { ledger } = solana.desk;
  expect(ledger.accountAt(solana.desk.tokenAccount(order.address), ledger.final.slot)).toBeNull();
});

it('ether to USDC, for a receiver who has no account of it', async () => {
  const { ledger } = solana.desk;
  expect(ledger.accountAt(solana.desk.tokenAccount(RECEIVER.Solana), ledger.newest.slot)).toBeNull();
  const order = await solana.world.place({ ...FROM_ETHER, ...toSolana('USDC') });
  await solana.world.pay(order);
  await solana.pass(14);
  expect(await solana.world.status(order)).toBe(COMPLETED);
  expect(solana.held(RECEIVER.Solana, 'Solana/USDC')).toBeGreaterThan(1_900_000_000n);
});

it.runIf(IS_LONG)('too much SOL for a fixed price is given back', async () => {
  const refund = { action: 'refund', refund_address: RECEIVER.Solana } as const;
  const before = solana.held(RECEIVER.Solana, 'Solana/SOL');
  const order = await solana.world.place({
    exchange_mode: 'fixed',
    from_chain: 'Solana',
    from_abbr: 'SOL',
    from_quantity: 10,
    ...TO_ETHER,
  });
  solana.pay(order, 1_000_000_000n);
  await solana.pass(5);
  expect(await solana.world.status(order)).toBe(FROZEN);
  const { world } = solana;
  await resolveOrder(world.database, await world.order(order), refund, world.market(), 'test');
  await solana.pass(14);
  expect(await world.status(order)).toBe(REFUNDED);
  const given = solana.held(RECEIVER.Solana, 'Solana/SOL') - before;
  expect(given).toBeGreaterThan(10_990_000_000n);
  expect(given).toBeLessThanOrEqual(11_000_000_000n);
});
