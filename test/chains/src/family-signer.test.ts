import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { wrongsOf } from './family-books.ts';
import { FamilyOrders } from './family-orders.ts';
import { FamilyWorld } from './family-world.ts';

/** TRON and Solana with the keys in a process of their own, which reads every plan before it signs. */

let world: FamilyWorld;
beforeAll(async () => {
  world = await FamilyWorld.open({ hasSigner: true });
});
afterAll(() => world?.close());

it('coins and tokens of both are paid out, fuelled and swept, and the signer refuses nothing', async () => {
  expect(existsSync(join(world.store.folder, 'passphrase'))).toBe(false);
  const orders = new FamilyOrders(world);
  await world.mineUntil('an order of each pair', async () => {
    await orders.open(4);
    return orders.count >= 4;
  });
  await world.mineUntil('all orders to be completed', () => orders.areDone());
  const { rows } = await world.store.database.query<{ chain: string; verdict: string; purpose: string }>(
    `SELECT DISTINCT c.name AS chain, d.verdict, split_part(d.reason, ' ', 1) AS purpose
       FROM signer_decision d JOIN chain c ON c.id = (d.plan ->> 'chainId')::int ORDER BY 1, 2, 3`,
  );
  expect(rows.map(({ chain, verdict, purpose }) => `${chain} ${verdict}: ${purpose}`)).toEqual([
    'Solana signed: opening',
    'Solana signed: payouts',
    'Solana signed: sweep',
    'TRON signed: fuel',
    'TRON signed: payouts',
    'TRON signed: sweep',
  ]);
  expect(await wrongsOf(world)).toEqual([]);
});
