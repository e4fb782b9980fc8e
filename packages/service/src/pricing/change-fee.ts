import { type Change, MESSAGE } from '@swapdesk/contract';
import type { Asset, Mode } from '../catalog/catalogue.ts';
import { changeOf } from '../change-of.ts';
import { Refusal } from '../refusal.ts';
import type { Queryable } from '../store/database.ts';
import { type FeeRule, loadFeeRules } from './fee-rules.ts';

/** What a fee is for. */
export interface FeeScope {
  readonly mode: Mode;
  /** Null: everybody's. */
  readonly account: string | null;
  readonly pair: { readonly from: Asset; readonly to: Asset } | null;
  /** Whole USDT; 0: any amount. */
  readonly fromUsdt: number;
}

/** What a fee is for, as the audit log has it. */
export function feeName({ mode, account, pair, fromUsdt }: FeeScope): string {
  const named = ({ chain, abbr }: Asset) => `${chain.name}/${abbr}`;
  return [
    mode,
    pair === null ? '' : `${named(pair.from)} to ${named(pair.to)}`,
    fromUsdt === 0 ? '' : `from ${fromUsdt} USDT on`,
    account === null ? '' : `account ${account}`,
  ]
    .filter((word) => word !== '')
    .join(', ');
}

/** Sets a fee for a pair, an account or an amount, in the caller's transaction. Orders placed before keep theirs. */
export async function setFee(client: Queryable, scope: FeeScope, feePpm: number): Promise<Change[]> {
  const { mode, account, pair, fromUsdt } = scope;
  if (fromUsdt === 0 && pair === null) throw new Refusal(MESSAGE.feeForAll);
  // Two who change them at once do so one after the other: each is held to what the other has set.
  await client.query('LOCK TABLE fee_rule IN SHARE ROW EXCLUSIVE MODE');
  const accountId = account === null ? null : await accountIdOf(client, account);
  const rules = (await loadFeeRules(client)).filter(
    (rule) => rule.mode === mode && rule.accountId === accountId && isOfPair(rule, pair),
  );
  refuseRising(rules, fromUsdt, feePpm);
  const before = rules.find((rule) => rule.fromUsdt === fromUsdt)?.feePpm ?? null;
  if (before === feePpm) throw new Refusal(MESSAGE.nothingToChange);
  await client.query(
    `INSERT INTO fee_rule (mode, account_id, from_asset_id, to_asset_id, from_usdt, fee_ppm) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (mode, coalesce(account_id, -1), coalesce(from_asset_id, -1), coalesce(to_asset_id, -1), from_usdt)
     DO UPDATE SET fee_ppm = excluded.fee_ppm`,
    [mode, accountId, pair?.from.id ?? null, pair?.to.id ?? null, fromUsdt, feePpm],
  );
  return changeOf(`${mode} fee in millionths`, before, feePpm);
}

/** Takes a fee away, in the caller's transaction: what would count without it counts. */
export async function removeFee(client: Queryable, id: number): Promise<Change[]> {
  const { rows } = await client.query<{ mode: Mode; fee_ppm: number }>(
    'DELETE FROM fee_rule WHERE id = $1 RETURNING mode, fee_ppm',
    [id],
  );
  const [gone] = rows;
  if (gone === undefined) throw new Refusal(MESSAGE.feeNotFound);
  return changeOf(`${gone.mode} fee in millionths`, gone.fee_ppm, null);
}

/** A rule with the names of what it is for. */
export interface NamedFeeRule extends FeeRule {
  readonly account: string | null;
}

export async function listFees(client: Queryable): Promise<NamedFeeRule[]> {
  const { rows } = await client.query<{ id: number; name: string }>('SELECT id, name FROM account');
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (await loadFeeRules(client)).map((rule) => ({
    ...rule,
    account: rule.accountId === null ? null : (names.get(rule.accountId) ?? ''),
  }));
}

/** Whoever sends more never gets less, so what is said of larger amounts must be lower. */
function refuseRising(rules: readonly FeeRule[], fromUsdt: number, feePpm: number): void {
  const rises = rules.some(
    (rule) =>
      (rule.fromUsdt < fromUsdt && rule.feePpm <= feePpm) ||
      (rule.fromUsdt > fromUsdt && rule.feePpm >= feePpm),
  );
  if (rises) throw new Refusal(MESSAGE.feeNotLower);
}

function isOfPair(rule: FeeRule, pair: FeeScope['pair']): boolean {
  return rule.pair?.from === pair?.from.id && rule.pair?.to === pair?.to.id;
}

async function accountIdOf(client: Queryable, name: string): Promise<number> {
  const { rows } = await client.query<{ id: number }>('SELECT id FROM account WHERE name = $1', [name]);
  if (rows[0] === undefined) throw new Refusal(MESSAGE.accountNotFound);
  return rows[0].id;
}
