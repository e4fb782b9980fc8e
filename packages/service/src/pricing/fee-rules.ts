import { hash } from 'node:crypto';
import type { Asset, Mode } from '../catalog/catalogue.ts';
import type { Settings } from '../catalog/settings.ts';
import type { Queryable } from '../store/database.ts';
import { type FeeLevel, type FeeStep, feeSchedule } from './fee-schedule.ts';
import type { Markup } from './markup.ts';

/** A service fee that operators have set for a pair, an account, an amount, or several of these. */
export interface FeeRule extends FeeStep {
  readonly id: number;
  readonly mode: Mode;
  /** Null: for everybody. */
  readonly accountId: number | null;
  /** By their numbers; null: whatever is exchanged. */
  readonly pair: { readonly from: number; readonly to: number } | null;
}

/** Fees of the caller's account; null where those of everybody count. */
export interface AccountFees extends Readonly<Record<Mode, number | null>> {
  /** What it pays for pairs and amounts; absent: what everybody does. */
  readonly rules?: FeeRules;
  /** Present if they are those of callers without a key, who share what fixed orders may promise to them. */
  readonly isKeyless?: true;
  /** The most that it may put on top for itself, in millionths; absent: nothing. */
  readonly mostMarkupPpm?: number;
  /** What it puts on top of the exchange that is asked for; absent: nothing. */
  readonly markup?: Markup;
}

/** Rules of one account, or of everybody, to be looked up. */
export class FeeRules {
  /** Two with the same words say the same. */
  readonly words: string;
  readonly rules: readonly FeeRule[];
  private readonly byPair = new Map<string, FeeRule[]>();

  constructor(rules: readonly FeeRule[]) {
    this.rules = rules;
    for (const rule of rules) {
      const key = keyOf(rule.mode, rule.pair);
      const known = this.byPair.get(key);
      if (known === undefined) this.byPair.set(key, [rule]);
      else known.push(rule);
    }
    const lines = rules.map(
      ({ mode, pair, fromUsdt, feePpm }) => `${keyOf(mode, pair)} ${fromUsdt} ${feePpm}`,
    );
    this.words = hash('sha256', lines.sort().join('\n'), 'base64url').slice(0, 22);
  }

  level(mode: Mode, pair: FeeRule['pair'], ownPpm: number | null = null): FeeLevel {
    const rules = this.byPair.get(keyOf(mode, pair)) ?? [];
    return {
      feePpm: rules.find(({ fromUsdt }) => fromUsdt === 0)?.feePpm ?? ownPpm,
      steps: rules.filter(({ fromUsdt }) => fromUsdt > 0),
    };
  }
}

export const NO_RULES = new FeeRules([]);

/** What a fee depends on beside the pair. */
export interface FeeSources {
  readonly account: AccountFees;
  readonly rules: FeeRules;
  readonly settings: Settings;
}

/**
 * The fees of an exchange for all amounts. An account's for the pair beats its general one, which beats the pair's, which beats
 * those of the assets, which beat the setting; of two assets with fees the higher counts.
 */
export function feesOf(
  mode: Mode,
  from: Asset,
  to: Asset,
  { account, rules, settings }: FeeSources,
): FeeStep[] {
  const pair = { from: from.id, to: to.id };
  const own = account.rules ?? NO_RULES;
  const ofAssets = [from.feePpm[mode], to.feePpm[mode]].filter((fee) => fee !== null);
  const general = mode === 'fixed' ? settings.fixed_fee_ppm : settings.float_fee_ppm;
  return feeSchedule([
    own.level(mode, pair),
    own.level(mode, null, account[mode]),
    rules.level(mode, pair),
    { feePpm: ofAssets.length > 0 ? Math.max(...ofAssets) : null, steps: [] },
    rules.level(mode, null, general),
  ]);
}

/** What an account has agreed with us in a mode, as a word that is the same for the same; null: nothing of its own. */
export function ownFeeOf(mode: Mode, fees: AccountFees): string | null {
  const { rules } = fees;
  if (fees[mode] === null && rules === undefined) return null;
  return `${fees[mode] ?? ''}/${rules?.words ?? ''}`;
}

/** All rules as they are now. */
export async function loadFeeRules(database: Queryable): Promise<FeeRule[]> {
  const { rows } = await database.query<{
    id: number;
    mode: Mode;
    account_id: number | null;
    from_asset_id: number | null;
    to_asset_id: number | null;
    from_usdt: number;
    fee_ppm: number;
  }>(`
    SELECT id, mode, account_id, from_asset_id, to_asset_id, from_usdt, fee_ppm FROM fee_rule
     ORDER BY account_id NULLS FIRST, from_asset_id NULLS FIRST, to_asset_id, mode, from_usdt`);
  return rows.map((row) => ({
    id: row.id,
    mode: row.mode,
    accountId: row.account_id,
    pair:
      row.from_asset_id === null || row.to_asset_id === null
        ? null
        : { from: row.from_asset_id, to: row.to_asset_id },
    fromUsdt: row.from_usdt,
    feePpm: row.fee_ppm,
  }));
}

function keyOf(mode: Mode, pair: FeeRule['pair']): string {
  return pair === null ? mode : `${mode} ${pair.from} ${pair.to}`;
}
