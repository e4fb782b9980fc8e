import type { RealWorld } from './real-world.ts';
import { coinUnits } from './units.ts';

type World = Pick<RealWorld, 'store' | 'ethereum' | 'core' | 'balanceOf' | 'tokensOf'>;

/** True if the service has followed both chains to their ends. */
export async function isUpToDate({ store, ethereum, core }: World): Promise<boolean> {
  const { rows } = await store.database.query<{ hash: string }>(
    'SELECT DISTINCT ON (chain_id) hash FROM followed_block ORDER BY chain_id, height DESC',
  );
  const newest = await ethereum.rpc.call<{ hash: string }>('eth_getBlockByNumber', ['latest', false]);
  const tips = [String(await core.call('getbestblockhash')), newest.hash];
  return tips.every((tip) => rows.some(({ hash }) => hash === tip));
}

/** True if no deposit waits to be deep enough, no payout to be signed, and no payment to be sent or deep enough. */
export async function isQuiet({ store }: World): Promise<boolean> {
  const { rows } = await store.database.query<{ is_quiet: boolean }>(
    `SELECT NOT EXISTS (SELECT 1 FROM deposit WHERE state = 'mined')
        AND NOT EXISTS (SELECT 1 FROM attempt WHERE state IN ('signed', 'mined'))
        AND NOT EXISTS (SELECT 1 FROM payout p JOIN orders o ON o.id = p.order_id WHERE p.state = 'ready' AND o.status = 3)
            AS is_quiet`,
  );
  return rows[0]?.is_quiet === true;
}

/** What the ledger says that we hold. */
export async function booked({ store, core }: World): Promise<Record<string, bigint>> {
  const { rows } = await store.database.query<{ abbr: string; units: string }>(
    `SELECT a.abbr, coalesce(sum(l.units), 0)::text AS units
       FROM asset a JOIN chain c ON c.id = a.chain_id AND c.name IN ($1, 'Ethereum')
       LEFT JOIN ledger_entry l ON l.asset_id = a.id AND l.account = 'wallet' GROUP BY a.id`,
    [core.kind.chain],
  );
  return Object.fromEntries(rows.map(({ abbr, units }) => [abbr, BigInt(units)]));
}

/** What the nodes say that the treasuries and all addresses hold that an order ever had, whatever the service thinks. */
export async function held(world: World): Promise<Record<string, bigint>> {
  const { rows } = await world.store.database.query<{ address: string }>(
    'SELECT DISTINCT address FROM orders UNION SELECT treasury FROM address_space',
  );
  const ours = rows.map(({ address }) => address);
  const accounts = ours.filter((address) => address.startsWith('0x'));
  const scripts = ours
    .filter((address) => address.startsWith(world.core.kind.prefix))
    .map((address) => `addr(${address})`);
  const { total_amount } = (await world.core.call('scantxoutset', 'start', scripts)) as {
    total_amount: unknown;
  };
  const sum = (all: readonly bigint[]) => all.reduce((total, each) => total + each, 0n);
  return {
    [world.core.kind.abbr]: coinUnits(total_amount),
    ETH: sum(await Promise.all(accounts.map((address) => world.balanceOf(address)))),
    USDT: sum(await Promise.all(accounts.map((address) => world.tokensOf(address)))),
  };
}
