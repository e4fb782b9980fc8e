import type { Asset } from '../../catalog/catalogue.ts';
import type { Chain } from '../../chains/chain.ts';
import { balancesOf } from '../../ledger/balances.ts';
import { post } from '../../ledger/post.ts';
import { fromUnits } from '../../money/units.ts';
import type { Queryable } from '../../store/database.ts';
import { lastFollowed } from '../followed.ts';
import { forgetUsed, openUnknown, settleUnknown, type UnknownSpend } from '../payments/unknown-spends.ts';
import type { Comparison } from './compare-books.ts';
import { holdStill, NotBooked } from './decide.ts';
import { payoutsPaid } from './paid-payouts.ts';

/** What came or went that no order explains, as an operator says. */
export interface Correction {
  /** Positive: it came. */
  readonly units: bigint;
  readonly why: string;
  /** By which transaction, if it used up something of ours; `unknown`: by those that nobody could name. */
  readonly txid: string | null;
}

/** What was booked. */
export interface Corrected {
  /** By how much the chain had more than the books, before and after. */
  readonly before: bigint;
  readonly after: bigint;
  readonly settled: readonly string[];
}

/** The chain has moved on since the books were compared: compare again. */
export class MovedOn extends Error {
  override readonly name = 'MovedOn';
}

/**
 * Books what came or went to the treasury's account, never beyond what ledger and chain differ by: afterwards they agree, or
 * are closer. What the transaction used up is noted as used by others, so that it is not used again.
 */
export async function correctBooks(
  client: Queryable,
  chain: Chain,
  { asset, block, ledgerUnits, walletUnits }: Comparison,
  { units, why, txid }: Correction,
  at: number,
): Promise<Corrected> {
  const before = walletUnits - ledgerUnits;
  refuseBeyond(asset, units, before, txid);
  await refuseYetToBeFound(client, chain);
  const spends = txid === null ? [] : await undecided(client, chain, txid);
  await holdStill(client, chain);
  // Somebody else may have decided about it while we waited.
  if (txid !== null && (await openOf(client, chain, txid)).length !== spends.length) throw new MovedOn();
  const held = (await balancesOf(client, 'wallet')).get(asset.id) ?? 0n;
  if ((await lastFollowed(client, chain.id))?.hash !== block.hash || held !== ledgerUnits)
    throw new MovedOn();
  const entries = [
    { account: 'wallet' as const, assetId: asset.id, units },
    { account: 'treasury' as const, assetId: asset.id, units: -units },
  ];
  await post(client, [{ why: `corrected: ${why}`, entries }], at);
  if (spends.length > 0) {
    await settleUnknown(client, chain.id, txid, at);
    await forgetUsed(client, chain, spends);
  }
  return { before, after: before - units, settled: spends.map(({ spend }) => spend) };
}

/** What is missing may be what a payment has paid that is about to be found: it would be booked twice. */
async function refuseYetToBeFound(client: Queryable, chain: Chain): Promise<void> {
  const { rows } = await client.query<{ txid: string }>(
    'SELECT txid FROM lost_payment WHERE chain_id = $1 AND is_passed AND NOT is_kept ORDER BY number LIMIT 1',
    [chain.id],
  );
  if (rows[0] === undefined) return;
  throw new NotBooked(
    `Payment ${rows[0].txid} may yet be found, and is booked then. Wait for that, or settle it for good: npx swapdesk hold settle ${rows[0].txid} --final --why TEXT`,
  );
}

function refuseBeyond(asset: Asset, units: bigint, difference: bigint, txid: string | null): void {
  if (units === 0n) {
    if (txid !== null) return;
    throw new NotBooked(
      'An amount of 0 books nothing. With --txid it settles what that transaction used up.',
    );
  }
  const isCloser = units > 0n ? units <= difference : units >= difference;
  if (isCloser) return;
  const howMuch =
    difference === 0n
      ? 'they agree, so there is nothing to correct'
      : `the chain has ${fromUnits(difference, asset.decimals)} ${asset.abbr} more (negative: less), and no more than that can be booked`;
  throw new NotBooked(`That would lead the books away from the chain: ${howMuch}.`);
}

/** What the transaction used up and nobody has decided about. What waits may still pay somebody: that is waited for. */
async function undecided(client: Queryable, chain: Chain, txid: string): Promise<UnknownSpend[]> {
  const open = await openOf(client, chain, txid);
  if (open.length === 0) {
    throw new NotBooked(
      `Nothing of ours was used up by ${txid} that waits to be decided. See: npx swapdesk halt list`,
    );
  }
  const waiting = txid === 'unknown' ? 'unknown' : (await chain.statusOf(txid)).state;
  if (waiting === 'waiting') {
    throw new NotBooked(
      `Transaction ${txid} waits for a block of ${chain.name}. Decide when a block has it.`,
    );
  }
  const isNamed = txid !== 'unknown';
  const isInBlock = isNamed && (waiting === 'mined' || open.some(({ height }) => height !== null));
  if (isInBlock) await refusePayment(client, chain, txid);
  return open;
}

async function openOf(client: Queryable, chain: Chain, txid: string): Promise<UnknownSpend[]> {
  return (await openUnknown(client, chain.id)).filter((each) => (each.txid ?? 'unknown') === txid);
}

/** What pays an order to the unit is not the treasury's to bear: the order would be paid once more. */
async function refusePayment(client: Queryable, chain: Chain, txid: string): Promise<void> {
  const paid = (await payoutsPaid(client, chain, txid)).find(({ isExact }) => isExact);
  if (paid === undefined) return;
  throw new NotBooked(
    `Transaction ${txid} pays payout ${paid.id}, which would be paid once more. ` +
      `Book it as paid: npx swapdesk payout paid ${paid.id} --txid ${txid}`,
  );
}
