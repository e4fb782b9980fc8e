import { type AccountChain, type ChainAsset, NotEnough, type Payee } from '../../chains/chain.ts';
import { attemptIs, IN_BLOCK, UNMINED } from '../../payments/life.ts';
import type { Queryable } from '../../store/database.ts';
import type { Engine } from '../context.ts';
import { lastFollowed } from '../followed.ts';

/**
 * What an account can still pay: what it holds as of the last block that was followed, less what its payments take that are
 * in no block yet. A node only knows what is in its blocks: each of two payouts may be enough for it, and both too much.
 */
export class Purse {
  private readonly left: ReadonlyMap<number, bigint>;
  private readonly taken = new Map<number, bigint>();
  private readonly native: ChainAsset;
  private readonly chain: AccountChain;

  private constructor(chain: AccountChain, native: ChainAsset, left: ReadonlyMap<number, bigint>) {
    this.chain = chain;
    this.native = native;
    this.left = left;
  }

  /** Of the assets that are to be paid. What the chain does not tell is not in it: then its own look has to do. */
  static async open(
    engine: Engine,
    chain: AccountChain,
    source: string,
    assetIds: Iterable<number>,
  ): Promise<Purse> {
    const market = await engine.market();
    const native = market.catalogue.native(chain);
    const left = new Map<number, bigint>();
    const at = await lastFollowed(engine.database, chain.id);
    if (at === null) return new Purse(chain, native, left);
    const underWay = await readUnderWay(engine.database, chain, source, native.id);
    for (const id of new Set([native.id, ...assetIds])) {
      const held = (await chain.accountBalances([source], market.catalogue.get(id), at))?.[0];
      if (held !== undefined) left.set(id, held - (underWay.get(id) ?? 0n));
    }
    return new Purse(chain, native, left);
  }

  /** Of an account that pays with more than its own address holds: no balance tells what that is. */
  static async unlimited(engine: Engine, chain: AccountChain): Promise<Purse> {
    const { catalogue } = await engine.market();
    return new Purse(chain, catalogue.native(chain), new Map());
  }

  /** What it can still pay, of the assets of which the chain tells. */
  get known(): ReadonlyMap<number, bigint> {
    return this.left;
  }

  /** Why a payout cannot be paid now; null if it can. */
  lacks({ assetId, units }: Payee, asset: ChainAsset, feeRate: bigint): NotEnough | null {
    const fee = this.chain.transferCost(asset, feeRate);
    const needed = assetId === this.native.id ? units + fee : units;
    if (!this.has(assetId, needed)) {
      return new NotEnough(
        `the treasury's address has less than ${needed} units of ${asset.abbr} left, with what is under way`,
      );
    }
    if (this.has(this.native.id, fee)) return null;
    return new NotEnough(`the treasury's address has too little ${this.native.abbr} left for the fee`);
  }

  /** It is paid from here. */
  take({ assetId, units }: Payee, feeUnits: bigint): void {
    this.add(assetId, units);
    this.add(this.native.id, feeUnits);
  }

  private has(assetId: number, units: bigint): boolean {
    const left = this.left.get(assetId);
    return left === undefined || left - (this.taken.get(assetId) ?? 0n) >= units;
  }

  private add(assetId: number, units: bigint): void {
    this.taken.set(assetId, (this.taken.get(assetId) ?? 0n) + units);
  }
}

/** What payments will take of an account that are in no block, by asset, at the dearest of their attempts: of those of others, the fee. */
async function readUnderWay(
  client: Queryable,
  chain: AccountChain,
  source: string,
  nativeId: number,
): Promise<Map<number, bigint>> {
  const { rows } = await client.query<{ asset_id: number; units: string }>({
    name: 'purse-under-way',
    text: `
      WITH open AS (
        SELECT p.id, p.asset_id, p.units, p.payee, p.source = $2 AS is_own FROM payment p
         WHERE p.id IN (SELECT a.payment_id FROM attempt a
                         WHERE a.chain_id = $1 AND ${attemptIs('a', ...UNMINED)} AND (p.source = $2 OR $2 = ANY (a.sources)))
           AND NOT EXISTS (SELECT 1 FROM attempt f WHERE f.payment_id = p.id AND ${attemptIs('f', ...IN_BLOCK)})
      )
      SELECT asset_id, sum(units)::text AS units FROM (
        SELECT o.asset_id, o.units FROM open JOIN payout o ON o.payment_id = open.id WHERE is_own
         UNION ALL SELECT asset_id, units FROM open WHERE payee IS NOT NULL AND is_own
         UNION ALL SELECT $3, max(f.fee_units) FROM open JOIN attempt f ON f.payment_id = open.id GROUP BY open.id
      ) AS t GROUP BY asset_id`,
    values: [chain.id, source, nativeId],
  });
  return new Map(rows.map(({ asset_id, units }) => [asset_id, BigInt(units)]));
}
