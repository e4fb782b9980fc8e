import { hexToBytes } from '@noble/hashes/utils.js';
import { ORDER_STATUS } from '@swapdesk/contract';
import type { Chain } from '../../chains/chain.ts';
import { freezeOrder } from '../../orders/operate.ts';
import { PURPOSE, type Purpose } from '../../payments/life.ts';
import { notePartly } from '../../payments/note-payments.ts';
import { purposeOf } from '../../payments/recorded-purpose.ts';
import { type NewPayment, storeAttempt, storePayments } from '../../payments/store-payments.ts';
import { claimReturned } from '../../payments/tie-to-deposits.ts';
import { giveToPayment } from '../../payouts/carry-payouts.ts';
import type { RecordedPayment } from '../../record/recorded-payment.ts';
import type { Queryable } from '../../store/database.ts';
import { restoreCold } from '../../treasury/decide-cold.ts';
import type { Engine } from '../context.ts';
import { dropLost } from '../hold/drop-lost.ts';
import { beginHold, readHold } from '../hold/hold.ts';
import {
  idleExpiring,
  keepLost,
  lostPayment,
  lostPayments,
  notLost,
  passBy,
  setIdle,
  setObstacle,
} from '../hold/lost-payments.ts';
import { type Lease, underLease } from '../lease.ts';
import { isAttemptOf, isCancelOf, type KnownPayment, paymentOf } from './known-payment.ts';
import { orderOfPayout } from './orders-of.ts';
import {
  isPaidByOthers,
  obstacleOf,
  type PromisedPayout,
  payAsSigned,
  paysElsewhere,
  readPromised,
} from './promised-payouts.ts';
import { type HasPassed, isPassed } from './signed-before.ts';

/**
 * Takes up payments that the record has and the store lacks: a crash came between the two, or the store has gone back.
 * Their bytes become payments like any others, and are sent; whoever was paid already is not paid again. What cannot be
 * taken up holds the desk: the store is not of the record's time.
 */
export async function adoptLost(
  engine: Engine,
  chain: Chain,
  lease: Lease,
  hasPassed: HasPassed,
): Promise<void> {
  // Set aside, and then passed: nobody has to mind it any more.
  for (const payment of await idleExpiring(engine.database, chain.id)) {
    if (await isPassed(payment, hasPassed))
      await underLease(engine.database, lease, (client) => notLost(client, payment));
  }
  for (const { payment, obstacle } of await lostPayments(engine.database, chain.id)) {
    // Nobody was paid by it, and nobody will be. Whoever signs for its payouts asks for that as well.
    if (await isPassed(payment, hasPassed)) {
      await underLease(engine.database, lease, (client) => notLost(client, payment));
      continue;
    }
    const found = await underLease(engine.database, lease, (client) => adopt(engine, client, chain, payment));
    if (found === null || found === obstacle) continue;
    const orders = payment.payouts.flatMap(({ name }) => orderOfPayout(name).order ?? []);
    engine.warn(
      { chain: chain.name, txid: payment.txid, orders, why: found },
      'a signed payment is not in the store: held',
    );
  }
}

/** Null if it is taken up, or need not be; else why it cannot be. */
async function adopt(
  engine: Engine,
  client: Queryable,
  chain: Chain,
  lost: RecordedPayment,
): Promise<string | null> {
  // Whoever signed it may have found out that nobody has it. Another machine that signed the same may have sent it all the same.
  if (engine.record?.isDropped(lost)) await dropLost(client, engine.record.id, [lost]);
  if ((await lostPayment(client, lost.txid)) === null) return null;
  const at = engine.clock();
  const isHeld = (await readHold(client)) !== null;
  const known = await paymentOf(client, lost);
  if (known !== null) {
    if (known !== 'stored') await addAttempt(client, chain, lost, known);
    return done(client, lost);
  }
  await restoreForgotten(client, lost, at);
  const promised = await readPromised(client, lost);
  const isInChain = paysElsewhere(lost, promised) && (await isSeen(client, chain, lost));
  const found =
    purposeOf(lost.purpose) === null
      ? 'it cancels a payment that is not in the store'
      : obstacleOf(lost, promised, isInChain);
  if (found !== null) {
    // Cut off before anybody had its bytes, and another engine has paid them since.
    const isPaid = !isHeld && isPaidByOthers(lost, promised) && !(await isSeen(client, chain, lost));
    if (!isPaid) return refuse(client, lost, found, at);
    await setIdle(client, lost);
    return null;
  }
  // Nothing excludes it, so that its like may have been signed since; cut off before anybody had its bytes, nobody sends it.
  if (isOwnAndExpires(lost) && !isHeld && !(await isSeen(client, chain, lost))) {
    await setIdle(client, lost);
    return null;
  }
  const isServed = promised.every((payout) => payout.isServed);
  // What the chain has is paid, whatever its order stands for now.
  if (!isServed && !(await isSeen(client, chain, lost))) {
    if (isHeld) return refuse(client, lost, 'its order does not stand for it now', at);
    // Should its order want it again, the record remembers.
    await setIdle(client, lost);
    return null;
  }
  const paymentId = await storeLost(client, chain, lost);
  await payAsSigned(client, lost, promised, at);
  await give(client, promised, paymentId);
  if (isInChain) tellElsewhere(engine, chain, lost, promised);
  return done(client, lost);
}

/** Of what else it pays, an order or a proposal says that it was decided. */
async function restoreForgotten(
  client: Queryable,
  { chainId, payouts }: RecordedPayment,
  at: number,
): Promise<void> {
  for (const { units, ...paid } of payouts) {
    await restoreCold(client, { ...paid, chainId, units: BigInt(units) }, at);
  }
}

/** A sweep, or fuel for one, on a chain whose transactions expire. */
function isOwnAndExpires({ expiresAt, payouts }: RecordedPayment): boolean {
  return expiresAt !== undefined && payouts.length === 0;
}

/** Whoever has decided where it goes must hear that it does not. */
function tellElsewhere(
  engine: Engine,
  chain: Chain,
  { txid, payouts }: RecordedPayment,
  promised: readonly PromisedPayout[],
): void {
  for (const { name, address } of payouts) {
    const wanted = promised.find((payout) => payout.name === name)?.address;
    if (wanted === address) continue;
    engine.warn(
      { chain: chain.name, txid, payout: name, ...orderOfPayout(name), wanted, paid: address },
      'a payout is not paid where somebody has sent it: a payment that the store had forgotten pays it elsewhere',
    );
  }
}

async function done(client: Queryable, lost: RecordedPayment): Promise<null> {
  await notLost(client, lost);
  return null;
}

async function refuse(client: Queryable, lost: RecordedPayment, why: string, at: number): Promise<string> {
  await setObstacle(client, lost, why);
  const text = 'a payment was signed that the store does not know';
  await beginHold(client, { id: `lost ${lost.txid}`, since: at, why: text });
  return why;
}

/**
 * What became of a lost payment: its bytes are kept; it is not to be sent; the store has what excludes it; its block is
 * followed, and it may be found later.
 */
export type Settled = 'kept' | 'set aside' | 'excluded' | 'passed';

/**
 * An operator decides about a lost payment that the store cannot explain. If the chain has it, its bytes are kept like any
 * other payment's, so that blocks which have it are understood; payouts that wait for it are paid by it, and what it paid
 * besides is booked apart. Where an order of it is here and its payout is not, what was paid in for that may lie in a later
 * block: the chain is followed on, and only who settles it for good ends the wait for that. If nobody has seen it, it is
 * set aside: nobody sends it, and whatever is signed for its payouts excludes it.
 */
export async function settleLost(
  client: Queryable,
  chain: Chain,
  lost: RecordedPayment,
  at: number,
  isFinal = false,
): Promise<Settled> {
  const known = await paymentOf(client, lost);
  if (known === null) {
    if (!(await isSeen(client, chain, lost))) {
      await setIdle(client, lost);
      return 'set aside';
    }
    if ((await mayYetBeFound(client, lost)) && ((await passBy(client, lost)) || !isFinal)) return 'passed';
    const paymentId = await storeLost(client, chain, lost);
    const given = await giveWaiting(client, lost, paymentId, at);
    const others = lost.payouts.filter(({ name }) => !given.has(name));
    if (others.length > 0) {
      await notePartly(client, paymentId);
      const theirs = await freezeOthers(client, others, at);
      if (theirs.length > 0) {
        await keepLost(client, lost, theirs);
        return 'kept';
      }
    }
  } else if (known !== 'stored') {
    const isTakenUp = await addAttempt(client, chain, lost, known);
    await notLost(client, lost);
    return isTakenUp ? 'kept' : 'excluded';
  }
  await notLost(client, lost);
  return 'kept';
}

/** Whether it pays an order of this store for which there is no payout yet. */
async function mayYetBeFound(client: Queryable, { payouts }: RecordedPayment): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT 1 FROM unnest($1::text[]) AS t (name) JOIN orders o ON o.no = split_part(t.name, '/', 1)
      WHERE NOT EXISTS (SELECT 1 FROM payout p WHERE p.order_id = o.id AND payout_name(p) = t.name)`,
    [payouts.map(({ name }) => name)],
  );
  return rowCount !== 0;
}

/** Those of its payouts that the store has, and that wait to be paid, are paid by it. */
async function giveWaiting(
  client: Queryable,
  lost: RecordedPayment,
  paymentId: number,
  at: number,
): Promise<ReadonlySet<string>> {
  const waiting = (await readPromised(client, lost)).filter((payout) => {
    const payouts = lost.payouts.filter(({ name }) => name === payout.name);
    return obstacleOf({ ...lost, payouts }, [payout], true) === null;
  });
  await payAsSigned(client, lost, waiting, at);
  await give(client, waiting, paymentId);
  return new Set(waiting.map(({ name }) => name));
}

async function give(
  client: Queryable,
  promised: readonly PromisedPayout[],
  paymentId: number,
): Promise<void> {
  await giveToPayment(
    client,
    promised.map(({ id }) => id),
    paymentId,
  );
  await claimReturned(client, [paymentId]);
}

/** Whom else it has paid may be paid otherwise by orders that go on: these wait for an operator, too. Returns what they name. */
async function freezeOthers(
  client: Queryable,
  others: RecordedPayment['payouts'],
  at: number,
): Promise<RecordedPayment['payouts']> {
  const orderOf = ({ name }: { readonly name: string }) => name.split('/')[0] as string;
  const { rows } = await client.query<{ id: number; no: string }>(
    'SELECT id, no FROM orders WHERE no = ANY ($1::text[])',
    [others.map(orderOf)],
  );
  for (const { id } of rows) await freezeOrder(client, id, at);
  // One that is frozen already is not its client's to decide any more.
  await client.query(
    `UPDATE orders SET freeze_reason = 'OPERATOR', resolution = NULL
      WHERE id = ANY ($1::bigint[]) AND status = ${ORDER_STATUS.frozen}`,
    [rows.map(({ id }) => id)],
  );
  return others.filter((other) => rows.some(({ no }) => no === orderOf(other)));
}

/** Stores it as it was signed. What lies on a deposit address by it is ours, though nothing else may tell of that address. */
async function storeLost(client: Queryable, chain: Chain, lost: RecordedPayment): Promise<number> {
  const purpose = purposeOf(lost.purpose);
  const ownTransfer = ownTransferOf(purpose, await freeOf(client, lost));
  const stored = await storePayments(client, chain, [{ ...asNew(lost), ...ownTransfer }], lost.at);
  await client.query(
    'INSERT INTO holder (chain_id, address) SELECT $1, unnest($2::text[]) ON CONFLICT DO NOTHING',
    [lost.chainId, heldBy(purpose, lost)],
  );
  return stored.get(lost.txid) as number;
}

function heldBy(purpose: Purpose | null, { moved, source, gathers = [] }: RecordedPayment): string[] {
  if ((purpose === PURPOSE.topUp || purpose === PURPOSE.lent) && moved !== null) return [moved.address];
  if (purpose !== PURPOSE.sweep || source === null) return [];
  return [source, ...gathers.map((other) => other.source)];
}

/** Whether the chain has it, in a block or waiting, or had it when it was looked at last. */
async function isSeen(client: Queryable, chain: Chain, { chainId, txid }: RecordedPayment): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT 1 FROM lost_payment WHERE chain_id = $1 AND txid = $2 AND is_seen
      UNION ALL SELECT 1 FROM unknown_spend WHERE chain_id = $1 AND txid = $2`,
    [chainId, txid],
  );
  return rowCount !== 0 || (await chain.statusOf(txid)).state !== 'unknown';
}

/** It spends what a payment in the store spends: one more attempt of that, or false, and then that excludes it. */
async function addAttempt(
  client: Queryable,
  chain: Chain,
  lost: RecordedPayment,
  known: KnownPayment,
): Promise<boolean> {
  if (!isAttemptOf(lost, known)) return false;
  const isCancel = isCancelOf(lost, known);
  await storeAttempt(client, chain, known.id, { ...asNew(lost), isCancel }, lost.at);
  return true;
}

/** Of the coins that a transfer of our own brings in, those that nothing else uses. */
async function freeOf(client: Queryable, { chainId, coins }: RecordedPayment): Promise<string[]> {
  const { rows } = await client.query<{ spend: string }>(
    `SELECT spend FROM unnest($2::text[]) AS t (spend)
      WHERE NOT EXISTS (SELECT 1 FROM payment_spend s WHERE s.chain_id = $1 AND s.spend = t.spend)`,
    [chainId, coins],
  );
  return rows.map(({ spend }) => spend);
}

function ownTransferOf(purpose: Purpose | null, coins: readonly string[]): Pick<NewPayment, 'ownTransfer'> {
  return purpose === null || purpose === PURPOSE.payouts ? {} : { ownTransfer: { purpose, coins } };
}

function asNew(lost: RecordedPayment): NewPayment {
  const { source, nonce, gathers, expiresAt, txid, spends, sources } = lost;
  const common = { txid, spends, sources, bytes: hexToBytes(lost.bytes), feeUnits: BigInt(lost.feeUnits) };
  const payees =
    purposeOf(lost.purpose) === PURPOSE.payouts || lost.moved === null ? lost.payouts : [lost.moved];
  return {
    request: {
      ...(source !== null && { source }),
      ...(nonce !== null && { nonce }),
      ...(gathers && { gathers: gathers.map((other) => ({ ...other, units: BigInt(other.units) })) }),
      feeRate: BigInt(lost.feeRate),
      payees: payees.map(({ address, assetId, units }) => ({
        address,
        assetId,
        memo: null,
        units: BigInt(units),
      })),
    },
    signed: expiresAt === undefined ? common : { ...common, expiresAt },
  };
}
