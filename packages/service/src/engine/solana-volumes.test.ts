import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { volume } from '../../../../test/support/volume.ts';
import type { Order } from '../orders/order.ts';
import { SOLANA_ASSETS, SolanaWorld } from './testing/solana-world.ts';
import { RECEIVER } from './testing/world.ts';

/** More at once than there are nonce accounts, and more in a block than one transaction brings in. */

const COMPLETED = 4;
/** One transaction brings in tokens from five addresses. */
const SWEPT = 5;
const DEPOSITS = volume(3, 40) * SWEPT;
const ACCOUNTS = 2;
const PAYOUTS = volume(5, 40);

let solana: SolanaWorld;
beforeAll(async () => {
  solana = await SolanaWorld.open(['Ethereum'], 2, DEPOSITS);
});
afterAll(() => solana.close());

/** The chain has what the ledger says to the unit, nothing is halted, nobody is owed anything. */
afterEach(async () => {
  for (const name of SOLANA_ASSETS) expect([name, await solana.difference(name)]).toEqual([name, 0n]);
  expect(await solana.wrongs()).toEqual([]);
});

/** Blocks come until all orders are completed and nothing is under way; what must hold meanwhile is looked at after each. */
async function finish(orders: readonly Order[], look: () => Promise<void> = async () => {}): Promise<void> {
  const areDone = async () =>
    (await Promise.all(orders.map((order) => solana.world.status(order)))).every(
      (status) => status === COMPLETED,
    );
  for (let n = 0; n < 10 * orders.length && !((await areDone()) && (await underWay()) === 0); n++) {
    await solana.pass(1);
    await look();
  }
  expect(await areDone()).toBe(true);
}

const underWay = async (): Promise<number> =>
  (
    await solana.world.rows(
      "SELECT 1 FROM attempt WHERE chain_id = 9 AND state IN ('signed', 'sent', 'mined') AND expires_at IS NULL",
    )
  ).length;

it(`${PAYOUTS} payouts at once, with ${ACCOUNTS} nonce accounts: they take turns, and all are paid`, async () => {
  const { world } = solana;
  world.settings = { ...world.settings, nonce_accounts: ACCOUNTS };
  const orders: Order[] = [];
  for (let n = 0; n < PAYOUTS; n++) {
    const order = await world.place({
      from_chain: 'Ethereum',
      from_abbr: 'ETH',
      from_quantity: 0.5,
      to_address: [{ to_chain: 'Solana', to_abbr: 'SOL', to_address: RECEIVER.Solana }],
    });
    await world.pay(order);
    orders.push(order);
  }
  let most = 0;
  await finish(orders, async () => {
    most = Math.max(most, await underWay());
  });
  expect(most).toBe(ACCOUNTS);
  expect(await world.rows('SELECT 1 FROM nonce_account WHERE value IS NOT NULL')).toHaveLength(ACCOUNTS);
  const owed = await world.rows<{ units: string }>(
    'SELECT sum(units)::text AS units FROM payout WHERE chain_id = 9',
  );
  expect([{ units: String(solana.held(RECEIVER.Solana, 'Solana/SOL')) }]).toEqual(owed);
});

it(`${DEPOSITS} tokens that come in one block count once each, and are brought in by five`, async () => {
  const { world, desk } = solana;
  world.settings = { ...world.settings, nonce_accounts: 20 };
  const orders: Order[] = [];
  for (let n = 0; n < DEPOSITS; n++) {
    orders.push(
      await world.place({
        from_chain: 'Solana',
        from_abbr: 'USDC',
        from_quantity: 100 + n,
        to_address: [{ to_chain: 'Ethereum', to_abbr: 'ETH', to_address: RECEIVER.Ethereum }],
      }),
    );
  }
  for (const order of orders) solana.pay(order);
  const before = desk.ledger.blocks.length;
  await solana.pass(1);
  expect(desk.ledger.blocks[before]?.transactions).toHaveLength(DEPOSITS);
  await finish(orders);
  const came = await world.rows<{ order_id: number; units: string; state: string }>(
    'SELECT order_id, units::text, state FROM deposit WHERE chain_id = 9 AND order_id IS NOT NULL ORDER BY order_id',
  );
  expect(came).toEqual(
    orders.map(({ id, units }) => ({ order_id: id, units: String(units), state: 'confirmed' })),
  );
  const sweeps = await world.rows<{ addresses: number }>(
    `SELECT cardinality(a.sources) - 1 AS addresses FROM attempt a JOIN payment p ON p.id = a.payment_id
      WHERE a.chain_id = 9 AND p.purpose = 'sweep' AND a.state = 'confirmed'`,
  );
  expect(sweeps).toEqual(Array.from({ length: DEPOSITS / SWEPT }, () => ({ addresses: SWEPT })));
  for (const { address } of orders) expect(solana.held(address, 'Solana/USDC')).toBe(0n);
});
