import { CHAIN_IDS, FAMILY_ASSETS } from './family-networks.ts';
import type { FamilyWorld } from './family-world.ts';

type World = Pick<FamilyWorld, 'store' | 'networks'>;

/** All that is wrong with the money once nothing is under way; empty, if nothing is. Receivers must be of one order each. */
export async function wrongsOf(world: World): Promise<unknown[]> {
  const { database } = world.store;
  const rows = async (sql: string) => (await database.query(sql)).rows as object[];
  return [
    ...(await wrongReceivers(world)),
    ...(await wrongWallets(world)),
    ...(await rows('SELECT asset_id, reason AS halted FROM halt')),
    ...(await rows('SELECT txid, units::text AS unexplained FROM deposit WHERE is_silent')),
    ...(await rows(
      'SELECT asset_id, sum(units)::text AS unbalanced FROM ledger_entry GROUP BY asset_id HAVING sum(units) <> 0',
    )),
    ...(await rows(
      `SELECT order_id, asset_id, sum(units)::text AS still_owed FROM ledger_entry
        WHERE order_id IS NOT NULL GROUP BY order_id, asset_id HAVING sum(units) <> 0`,
    )),
  ];
}

/** Who has not just what was to be paid. */
async function wrongReceivers({ store, networks }: World): Promise<object[]> {
  const { rows } = await store.database.query<{ address: string; asset: string; units: string }>(
    `SELECT p.address, c.name || ':' || a.abbr AS asset, p.units::text
       FROM payout p JOIN asset a ON a.id = p.asset_id JOIN chain c ON c.id = a.chain_id`,
  );
  return rows.flatMap(({ address, asset, units }) => {
    const held = networks.held(asset as (typeof FAMILY_ASSETS)[number], address);
    return held === BigInt(units) ? [] : [{ address, asset, owed: units, held: String(held) }];
  });
}

/** Assets of which the networks have not just what the ledger says, wherever it lies. */
async function wrongWallets({ store: { database }, networks }: World): Promise<object[]> {
  const { rows: ours } = await database.query<{ chain: string; address: string }>(
    `SELECT c.name AS chain, d.address FROM chain c JOIN deposit_address d ON d.space = c.address_space WHERE c.id = ANY ($1)
      UNION SELECT c.name, s.treasury FROM chain c JOIN address_space s ON s.name = c.address_space WHERE c.id = ANY ($1)
      UNION SELECT c.name, n.address FROM chain c JOIN nonce_account n ON n.chain_id = c.id`,
    [Object.values(CHAIN_IDS)],
  );
  const { rows: books } = await database.query<{ asset: string; units: string }>(
    `SELECT c.name || ':' || a.abbr AS asset, sum(l.units)::text AS units
       FROM ledger_entry l JOIN asset a ON a.id = l.asset_id JOIN chain c ON c.id = a.chain_id
      WHERE l.account = 'wallet' GROUP BY 1`,
  );
  return FAMILY_ASSETS.flatMap((asset) => {
    const held = ours
      .filter(({ chain }) => asset.startsWith(`${chain}:`))
      .reduce((sum, { address }) => sum + networks.held(asset, address), 0n);
    const booked = BigInt(books.find((each) => each.asset === asset)?.units ?? 0);
    return held === booked ? [] : [{ asset, booked: String(booked), held: String(held) }];
  });
}
