import { afterAll, beforeAll, expect, it } from 'vitest';
import { addressOf } from '../chains/solana/testing/test-desk.ts';
import { usedAhead } from '../chains/solana/testing/used-ahead.ts';
import { SOLANA_ASSETS, SolanaWorld } from './testing/solana-world.ts';
import { RECEIVER } from './testing/world.ts';

/** One of three endpoints claims to be ahead of the others, where every nonce account has been used by somebody. */

const COMPLETED = 4;

let solana: SolanaWorld;
beforeAll(async () => {
  solana = await SolanaWorld.open(['Ethereum'], 3);
});
afterAll(() => solana.close());

async function payOut() {
  const order = await solana.world.place({
    from_chain: 'Ethereum',
    from_abbr: 'ETH',
    from_quantity: 0.5,
    to_address: [{ to_chain: 'Solana', to_abbr: 'SOL', to_address: RECEIVER.Solana }],
  });
  await solana.world.pay(order);
  return order;
}

it('halts nothing: what it says of is not used as long as it says so', async () => {
  const { world, desk } = solana;
  const first = await payOut();
  for (let n = 0; n < 25 && (await world.status(first)) !== COMPLETED; n++) await solana.pass(1);
  expect(await world.status(first)).toBe(COMPLETED);
  desk.nodes[2]!.alter = usedAhead(null, addressOf(77));
  const second = await payOut();
  await solana.pass(6);
  expect(await world.rows('SELECT asset_id, reason FROM halt')).toEqual([]);
  expect(await world.rows('SELECT spend FROM unknown_spend')).toEqual([]);
  desk.nodes[2]!.alter = (answer) => answer;
  for (let n = 0; n < 15 && (await world.status(second)) !== COMPLETED; n++) await solana.pass(1);
  expect(await world.status(second)).toBe(COMPLETED);
  await solana.pass(3);
  for (const name of SOLANA_ASSETS) expect([name, await solana.difference(name)]).toEqual([name, 0n]);
  expect(await solana.wrongs()).toEqual([]);
});
