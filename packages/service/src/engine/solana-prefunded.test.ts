import { afterAll, beforeAll, expect, it } from 'vitest';
import { MOST_NONCE_ACCOUNTS } from '../chains/durable.ts';
import { nonceAccountOf } from '../chains/solana/derived-address.ts';
import { SOLANA_ASSETS, SolanaWorld } from './testing/solana-world.ts';
import { RECEIVER } from './testing/world.ts';

/** Somebody has sent a little to every nonce account that the treasury ever opens, before it has opened any. */

const COMPLETED = 4;

let solana: SolanaWorld;
beforeAll(async () => {
  solana = await SolanaWorld.open();
});
afterAll(() => solana.close());

it('payouts go on all the same, and the books agree', async () => {
  const { desk, world } = solana;
  for (let n = 0; n < MOST_NONCE_ACCOUNTS; n++) desk.pay(nonceAccountOf(desk.treasury, n), 890_880n);
  await solana.pass(4);
  const order = await world.place({
    from_chain: 'Ethereum',
    from_abbr: 'ETH',
    from_quantity: 0.5,
    to_address: [{ to_chain: 'Solana', to_abbr: 'SOL', to_address: RECEIVER.Solana }],
  });
  await world.pay(order);
  for (let n = 0; n < 25 && (await world.status(order)) !== COMPLETED; n++) await solana.pass(1);
  expect(await world.status(order)).toBe(COMPLETED);
  await solana.pass(3);
  for (const name of SOLANA_ASSETS) expect([name, await solana.difference(name)]).toEqual([name, 0n]);
  expect(await solana.wrongs()).toEqual([]);
});
