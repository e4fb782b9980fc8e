import type { Database, Queryable } from '../../store/database.ts';
import { transaction } from '../../store/transaction.ts';
import { type Block, type BlockRef, Rejected, type Transaction, type TransactionStatus } from '../chain.ts';
import { openAccounts } from './sim-accounts.ts';
import type { Activation } from './sim-activation.ts';
import { addTransaction } from './sim-add-transaction.ts';
import { dropExpired } from './sim-expired.ts';
import { withoutStale } from './sim-nonces.ts';
import type { TokenRent } from './sim-rent.ts';
import { parse, type SimTransaction, txidOf } from './sim-transaction.ts';

/** Blocks that a node of a test network still knows in full. */
const KEPT_BLOCKS = 2_000;
/** What a simulated chain begins with. No block of a real one has such a hash. */
export const GENESIS = 'genesis';

/**
 * A test network: blocks, a mempool, fees, reorganisations, replaced and dropped transactions, balances. Its state is
 * in the store, in tables of its own; it is a world outside, whose changes commit by themselves.
 */
export class SimNetwork {
  readonly chainId: number;
  readonly database: Database;
  /** True if every address must have what it pays. Else our wallet is one purse, as on networks where all is a coin. */
  private readonly keepsAccounts: boolean;
  /** What an account for a token keeps, and in which coin; null: an address has any token without one. */
  readonly tokenRent: TokenRent | null;
  /** What somebody costs who never had any of its coin; null: no more than others. */
  readonly activation: Activation | null;

  constructor(
    database: Database,
    chainId: number,
    keepsAccounts = false,
    tokenRent: TokenRent | null = null,
    activation: Activation | null = null,
  ) {
    this.database = database;
    this.chainId = chainId;
    this.keepsAccounts = keepsAccounts;
    this.tokenRent = tokenRent;
    this.activation = activation;
  }

  tip(): Promise<BlockRef & { minedAt: number }> {
    return this.newest(this.database);
  }

  private async newest(client: Queryable): Promise<BlockRef & { minedAt: number }> {
    const { rows } = await client.query<{ height: number; hash: string; mined_at: number }>({
      name: 'sim-tip',
      text: 'SELECT height, hash, mined_at FROM sim_block WHERE chain_id = $1 ORDER BY height DESC LIMIT 1',
      values: [this.chainId],
    });
    const row = rows[0];
    return row === undefined
      ? { height: 0, hash: GENESIS, minedAt: 0 }
      : { height: row.height, hash: row.hash, minedAt: row.mined_at };
  }

  /** When the newest block was mined, and whether nothing waits for another: neither to be mined nor to be confirmed. */
  async pulse(confirmations: number): Promise<{ minedAt: number; isResting: boolean }> {
    const { rows } = await this.database.query<{ minedAt: number; isResting: boolean }>({
      name: 'sim-pulse',
      text: `
        SELECT b.mined_at AS "minedAt",
               NOT EXISTS (SELECT 1 FROM sim_tx t WHERE t.chain_id = $1 AND t.state = 'waiting')
                 AND NOT EXISTS (SELECT 1 FROM sim_tx t WHERE t.chain_id = $1 AND t.height > b.height - $2) AS "isResting"
          FROM sim_block b WHERE b.chain_id = $1 ORDER BY b.height DESC LIMIT 1`,
      values: [this.chainId, confirmations],
    });
    return rows[0] ?? { minedAt: 0, isResting: true };
  }

  async block(height: number): Promise<Block | null> {
    const { rows } = await this.database.query<{ hash: string; parent: string; minedAt: number }>({
      name: 'sim-block',
      text: 'SELECT hash, parent, mined_at AS "minedAt" FROM sim_block WHERE chain_id = $1 AND height = $2',
      values: [this.chainId, height],
    });
    if (rows[0] === undefined) return null;
    return { height, ...rows[0], transactions: await this.transactions('mined', 't.height = $2', [height]) };
  }

  mempool(): Promise<Transaction[]> {
    return this.transactions('waiting', "t.state = 'waiting'", []);
  }

  /** Takes a transaction into the mempool. One that it knows is taken again if it was dropped. */
  async submit(bytes: Uint8Array): Promise<string> {
    const tx = parse(bytes, this.chainId);
    const txid = txidOf(bytes);
    await transaction(this.database, async (client) => {
      await lock(client, this.chainId);
      const known = await client.query<{ state: string }>({
        name: 'sim-known',
        text: 'SELECT state FROM sim_tx WHERE chain_id = $1 AND txid = $2',
        values: [this.chainId, txid],
      });
      const state = known.rows[0]?.state;
      if (state === 'waiting' || state === 'mined') return;
      if (tx.expiresAt !== undefined && tx.expiresAt <= (await this.newest(client)).minedAt)
        throw new Rejected('it has expired');
      await this.makeRoom(client, tx);
      if (state === 'dropped') {
        await client.query("UPDATE sim_tx SET state = 'waiting' WHERE chain_id = $1 AND txid = $2", [
          this.chainId,
          txid,
        ]);
      } else await addTransaction(client, this, txid, tx);
    });
    return txid;
  }

  async statusOf(txid: string): Promise<TransactionStatus> {
    const { rows } = await this.database.query<{ state: string; height: number; hash: string }>({
      name: 'sim-transaction-status',
      text: `
        SELECT t.state, t.height, b.hash FROM sim_tx t
          LEFT JOIN sim_block b ON b.chain_id = t.chain_id AND b.height = t.height
         WHERE t.chain_id = $1 AND t.txid = $2`,
      values: [this.chainId, txid],
    });
    const row = rows[0];
    if (row?.state === 'waiting') return { state: 'waiting' };
    if (row?.state === 'mined') return { state: 'mined', block: { height: row.height, hash: row.hash } };
    return { state: 'unknown' };
  }

  /** Whether a transaction that is waiting or mined uses this up. */
  async isSpent(spend: string): Promise<boolean> {
    const { rowCount } = await this.database.query(
      "SELECT 1 FROM sim_tx WHERE chain_id = $1 AND spends && $2::text[] AND state <> 'dropped' LIMIT 1",
      [this.chainId, [spend]],
    );
    return rowCount === 1;
  }

  /** What the wallet holds of an asset as of a block; null if that block is not in the chain any more. */
  async balance(assetId: number, at: BlockRef): Promise<bigint | null> {
    const { rows } = await this.database.query<{ units: string }>({
      name: 'sim-balance',
      text: `
        SELECT coalesce((SELECT units FROM sim_balance s WHERE s.chain_id = $1 AND s.height <= $2 AND s.asset_id = $4
                          ORDER BY s.height DESC LIMIT 1), 0)::text AS units
          FROM sim_block b WHERE b.chain_id = $1 AND b.height = $2 AND b.hash = $3`,
      values: [this.chainId, at.height, at.hash, assetId],
    });
    return rows[0] === undefined ? null : BigInt(rows[0].units);
  }

  /** What addresses hold of an asset as of a height; without one, as of the newest block. */
  async heldBy(addresses: readonly string[], assetId: number, height: number | null = null): Promise<bigint> {
    const { rows } = await this.database.query<{ units: string }>({
      name: 'sim-held-by',
      text: `
        SELECT coalesce(sum(held.units), 0)::text AS units
          FROM (SELECT DISTINCT address FROM unnest($2::text[]) AS address) AS asked, LATERAL (
               SELECT h.units FROM sim_held h
                WHERE h.chain_id = $1 AND h.address = asked.address AND h.asset_id = $3 AND ($4::bigint IS NULL OR h.height <= $4)
                ORDER BY h.height DESC LIMIT 1) AS held`,
      values: [this.chainId, addresses, assetId, height],
    });
    return BigInt(rows[0]?.units ?? 0);
  }

  /** Whether an address ever had any of an asset, as of the newest block. */
  async hasHeld(address: string, assetId: number): Promise<boolean> {
    const { rowCount } = await this.database.query({
      name: 'sim-has-held',
      text: 'SELECT 1 FROM sim_held WHERE chain_id = $1 AND address = $2 AND asset_id = $3 LIMIT 1',
      values: [this.chainId, address, assetId],
    });
    return rowCount !== 0;
  }

  /** Mines a block of all that waits, dearest first; what spends the same as another waits in vain and is dropped. */
  mine(now: number): Promise<BlockRef> {
    return transaction(this.database, async (client) => {
      await lock(client, this.chainId);
      return this.mineBlock(client, now, true);
    });
  }

  /** Undoes the newest blocks and mines one more than that, empty, in their place. Their transactions wait again. */
  async reorganize(depth: number, now: number): Promise<number> {
    return transaction(this.database, async (client) => {
      await lock(client, this.chainId);
      const { height } = await this.newest(client);
      const keep = Math.max(0, height - depth);
      for (const table of ['sim_balance', 'sim_held', 'sim_block']) {
        await client.query(`DELETE FROM ${table} WHERE chain_id = $1 AND height > $2`, [this.chainId, keep]);
      }
      await client.query(
        "UPDATE sim_tx SET state = 'waiting', height = NULL WHERE chain_id = $1 AND height > $2",
        [this.chainId, keep],
      );
      for (let n = 0; n <= height - keep; n++) await this.mineBlock(client, now, false);
      return height - keep;
    });
  }

  /** Drops a waiting transaction, as a full mempool would; true if there was one. What waits to spend it goes with it. */
  drop(txid: string): Promise<boolean> {
    return this.dropAll(this.database, [txid]);
  }

  private async dropAll(client: Queryable, txids: readonly string[]): Promise<boolean> {
    if (txids.length === 0) return false;
    const { rowCount } = await client.query({
      name: 'sim-drop',
      text: `
        WITH RECURSIVE gone AS (
          SELECT txid FROM sim_tx WHERE chain_id = $1 AND txid = ANY ($2::text[]) AND state = 'waiting'
           UNION
          SELECT t.txid FROM gone JOIN sim_tx t ON t.chain_id = $1 AND t.state = 'waiting'
             AND EXISTS (SELECT 1 FROM unnest(t.spends) AS spend WHERE split_part(spend, ':', 1) = gone.txid)
        )
        UPDATE sim_tx t SET state = 'dropped' FROM gone WHERE t.chain_id = $1 AND t.txid = gone.txid`,
      values: [this.chainId, txids],
    });
    return rowCount !== 0;
  }

  private async transactions(which: string, where: string, values: unknown[]): Promise<Transaction[]> {
    const { rows } = await this.database.query<{
      txid: string;
      sources: string[];
      spends: string[];
      fee: string;
      is_failed: boolean;
      moves: [index: number, address: string, assetId: number, units: string][] | null;
    }>({
      name: `sim-transactions-${which}`,
      text: `SELECT t.txid, t.sources, t.spends, (t.fee_units + t.rent_units)::text AS fee, t.is_failed,
              (SELECT json_agg(json_build_array(m.index, m.address, m.asset_id, m.units::text) ORDER BY m.index)
                 FROM sim_move m WHERE m.chain_id = t.chain_id AND m.txid = t.txid AND m.index IS NOT NULL) AS moves
         FROM sim_tx t WHERE t.chain_id = $1 AND ${where} ORDER BY t.seq`,
      values: [this.chainId, ...values],
    });
    return rows.map(({ moves, fee, is_failed: isFailed, ...row }) => ({
      ...row,
      feeUnits: BigInt(fee),
      ...(isFailed && { isFailed }),
      transfers: (moves ?? []).map(([index, address, assetId, units]) => ({
        index,
        address,
        assetId,
        units: BigInt(units),
      })),
    }));
  }

  /** Refuses what spends something that is spent; drops cheaper ones that wait to spend the same. */
  private async makeRoom(client: Queryable, tx: SimTransaction): Promise<void> {
    const { rows } = await client.query<{ txid: string; state: string; cheaper: boolean }>({
      name: 'sim-spends-the-same',
      text: `
        SELECT txid, state, fee_units < $3::numeric AS cheaper FROM sim_tx
         WHERE chain_id = $1 AND spends && $2::text[] AND state IN ('waiting', 'mined')`,
      values: [this.chainId, tx.spends, tx.feeUnits],
    });
    if (rows.some(({ state }) => state === 'mined')) throw new Rejected('what it spends is spent');
    if (rows.some(({ cheaper }) => !cheaper)) throw new Rejected('it pays no more than the one it replaces');
    const replaced = rows.map(({ txid }) => txid);
    await this.dropAll(client, replaced);
  }

  private async mineBlock(client: Queryable, now: number, withTransactions: boolean): Promise<BlockRef> {
    const parent = await this.newest(client);
    const height = parent.height + 1;
    const mined = withTransactions ? await this.take(client, height, parent.minedAt) : [];
    // What is in it makes its hash, so that two blocks of one height differ; the counter, that empty ones do.
    const { rows } = await client.query<{ hash: string }>({
      name: 'sim-add-block',
      text: `
        INSERT INTO sim_block (chain_id, height, hash, parent, mined_at)
        SELECT $1, $2, encode(sha256(convert_to($3 || $4 || nextval('sim_tx_seq_seq'), 'UTF8')), 'hex'), $3, $5
        RETURNING hash`,
      // Time goes on from block to block: what has expired has for good.
      values: [this.chainId, height, parent.hash, mined.join(), Math.max(now, parent.minedAt)],
    });
    const [{ hash }] = rows as [{ hash: string }];
    await this.forget(client, height - KEPT_BLOCKS);
    return { height, hash };
  }

  /** Puts what waits into the block; what spends the same as a dearer one is dropped, and what had expired with the block before. */
  private async take(client: Queryable, height: number, before: number): Promise<string[]> {
    await dropExpired(client, this.chainId, before);
    const { rows } = await client.query<{ txid: string; spends: string[] }>({
      name: 'sim-waiting',
      text: `SELECT txid, spends FROM sim_tx WHERE chain_id = $1 AND state = 'waiting' ORDER BY fee_units DESC, seq`,
      values: [this.chainId],
    });
    const current = await withoutStale(client, this.chainId, rows);
    if (current.length === 0) return [];
    const spent = new Set<string>();
    const mined: string[] = [];
    const dropped: string[] = [];
    const accounts = this.keepsAccounts ? await openAccounts(client, this.chainId) : null;
    let waiting = await this.withNeeds(client, current);
    for (let count = -1; count !== waiting.length; ) {
      count = waiting.length;
      waiting = waiting.filter(({ txid, spends, needs }) => {
        if (needs.some((need) => !mined.includes(need) && !spent.has(need))) return true;
        if (spends.some((spend) => spent.has(spend))) {
          dropped.push(txid);
          return false;
        }
        if (accounts !== null && !accounts.pays(txid)) return true;
        mined.push(txid);
        for (const spend of spends) spent.add(spend);
        return false;
      });
    }
    if (mined.length === 0 && dropped.length === 0) return [];
    await client.query({
      name: 'sim-take',
      text: `UPDATE sim_tx SET state = CASE WHEN txid = ANY ($3) THEN 'dropped' ELSE 'mined' END,
                         height = CASE WHEN txid = ANY ($3) THEN NULL ELSE $2::bigint END
        WHERE chain_id = $1 AND txid = ANY ($4)`,
      values: [this.chainId, height, dropped, [...mined, ...dropped]],
    });
    await client.query({
      name: 'sim-add-balance',
      text: `
        WITH moved AS (SELECT * FROM sim_move WHERE chain_id = $1 AND txid = ANY ($3)), held AS (
          INSERT INTO sim_held (chain_id, address, asset_id, height, units)
          SELECT $1, address, asset_id, $2, sum(units) + coalesce((
                   SELECT h.units FROM sim_held h WHERE h.chain_id = $1 AND h.address = m.address AND h.asset_id = m.asset_id
                      AND h.height < $2 ORDER BY h.height DESC LIMIT 1), 0)
            FROM moved m GROUP BY address, asset_id
        )
        INSERT INTO sim_balance (chain_id, height, asset_id, units)
        SELECT $1, $2, asset_id, sum(units) + coalesce((
                 SELECT b.units FROM sim_balance b WHERE b.chain_id = $1 AND b.asset_id = m.asset_id AND b.height < $2
                  ORDER BY b.height DESC LIMIT 1), 0)
          FROM moved m WHERE is_ours GROUP BY asset_id`,
      values: [this.chainId, height, mined],
    });
    return mined;
  }

  /**
   * What each needs in the chain before itself: the transactions whose coins it spends, and the number before its own.
   * Without those that are in the chain already.
   */
  private async withNeeds(client: Queryable, rows: { txid: string; spends: string[] }[]) {
    const needing = rows.map((row) => ({ ...row, needs: row.spends.flatMap(needsOf) }));
    const all = needing.flatMap(({ needs }) => needs);
    const met = await client.query<{ need: string }>({
      name: 'sim-needs',
      text: `SELECT need FROM unnest($2::text[]) AS need
        WHERE EXISTS (SELECT 1 FROM sim_tx t WHERE t.chain_id = $1 AND t.state = 'mined'
                         AND (t.txid = need OR t.spends && ARRAY[need]))`,
      values: [this.chainId, all],
    });
    const known = new Set(met.rows.map(({ need }) => need));
    return needing.map((row) => ({ ...row, needs: row.needs.filter((need) => !known.has(need)) }));
  }

  /** Drops what a node would have pruned: old blocks, but never the newest balance of an asset or an address. */
  private async forget(client: Queryable, below: number): Promise<void> {
    if (below <= 0 || below % 100 !== 0) return;
    await client.query('DELETE FROM sim_block WHERE chain_id = $1 AND height < $2', [this.chainId, below]);
    await client.query(
      `DELETE FROM sim_balance b WHERE chain_id = $1 AND height < $2 AND EXISTS (
         SELECT 1 FROM sim_balance newer WHERE newer.chain_id = $1 AND newer.asset_id = b.asset_id
            AND newer.height > b.height AND newer.height < $2)`,
      [this.chainId, below],
    );
    await client.query(
      `DELETE FROM sim_held h WHERE chain_id = $1 AND height < $2 AND EXISTS (
         SELECT 1 FROM sim_held newer WHERE newer.chain_id = $1 AND newer.address = h.address AND newer.asset_id = h.asset_id
            AND newer.height > h.height AND newer.height < $2)`,
      [this.chainId, below],
    );
  }
}

/** One change of a network at a time. */
export async function lock(client: Queryable, chainId: number): Promise<void> {
  await client.query({
    name: 'sim-lock',
    text: 'SELECT pg_advisory_xact_lock(727100, $1)',
    values: [chainId],
  });
}

/** `txid:index` needs its transaction, `address#number` the number before it; the faucet's own needs nothing. */
function needsOf(spend: string): string[] {
  const coin = /^([0-9a-f]{64}):\d+$/.exec(spend);
  if (coin !== null) return [coin[1] as string];
  const numbered = /^(.+)#(\d+)$/.exec(spend);
  const number = Number(numbered?.[2] ?? 0);
  return number === 0 ? [] : [`${numbered?.[1]}#${number - 1}`];
}
