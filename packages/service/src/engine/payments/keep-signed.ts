import { bytesToHex } from '@noble/hashes/utils.js';
import type pg from 'pg';
import type { Chain, Payee } from '../../chains/chain.ts';
import { PURPOSE, type Purpose } from '../../payments/life.ts';
import { recordedPurpose } from '../../payments/recorded-purpose.ts';
import type { NewPayment } from '../../payments/store-payments.ts';
import type { RecordedPayment } from '../../record/recorded-payment.ts';
import type { SigningRecord } from '../../record/signing-record.ts';
import type { Queryable } from '../../store/database.ts';
import type { Engine } from '../context.ts';
import { neverLost } from '../hold/drop-lost.ts';
import { type Lease, LeaseLost, underLease } from '../lease.ts';
import { holdSigning, NotSigned } from './may-sign.ts';

/** What was to be signed is not to be any more: nothing of it was stored. */
export class PayoutsChanged extends Error {
  override readonly name = 'PayoutsChanged';
}

/** Of another attempt: what its payment is for, and whether it takes that back. */
interface Replaced {
  readonly purpose: Purpose;
  readonly isCancel: boolean;
}

/**
 * Keeps what was signed: first on record, where this process signs for itself, then in the store. A crash in between
 * loses nothing: what the store lacks is taken up from the record. What the store surely refused is dropped, unless it was
 * on record before.
 */
export async function keepSigned(
  engine: Engine,
  chain: Chain,
  lease: Lease,
  payments: readonly NewPayment[],
  store: (client: pg.PoolClient) => Promise<unknown>,
  replaced: Replaced = { purpose: PURPOSE.payouts, isCancel: false },
): Promise<void> {
  const { record } = engine;
  const signed = payments.map((each) =>
    toRecorded(
      chain,
      each,
      each.ownTransfer === undefined ? replaced : { ...replaced, purpose: each.ownTransfer.purpose },
      engine.clock(),
    ),
  );
  // What is on record was signed before a store went back, or before somebody was cut off: it may have left since.
  const isNew = (each: RecordedPayment) => !record?.has(each.chainId, each.txid) || record.isDropped(each);
  const fresh = signed.filter(isNew);
  await record?.note(signed);
  let isWritten = false;
  try {
    await underLease(engine.database, lease, async (client) => {
      await holdSigning(client, chain.id, record);
      await store(client);
      isWritten = true;
    });
  } catch (error) {
    // What was not written cannot be committed. Else, unless it is known to be undone, the commit may have succeeded all the same.
    const isUndone =
      !isWritten || [PayoutsChanged, LeaseLost, NotSigned].some((kind) => error instanceof kind);
    if (isUndone && record !== undefined) await drop(engine.database, record, fresh);
    throw error;
  }
}

/**
 * What the store refused nobody will ever have. A hold that began meanwhile may have taken it for lost: it is not; unless
 * somebody has taken it up from there already, and then it counts as signed.
 */
async function drop(
  client: Queryable,
  record: SigningRecord,
  signed: readonly RecordedPayment[],
): Promise<void> {
  await record.drop(signed);
  try {
    const taken = await neverLost(client, record.id, signed);
    await record.note(signed.filter(({ txid }) => taken.has(txid)));
  } catch (error) {
    // Nobody can tell: it counts as signed.
    await record.note(signed);
    throw error;
  }
}

function toRecorded(
  chain: Chain,
  { request, signed, ownTransfer }: NewPayment,
  { purpose, isCancel }: Replaced,
  at: number,
): RecordedPayment {
  const { payees, source = null, nonce = null, gathers, feeRate } = request;
  const [first] = payees;
  return {
    at,
    chainId: chain.id,
    txid: signed.txid,
    bytes: bytesToHex(signed.bytes),
    spends: signed.spends,
    sources: signed.sources,
    source,
    nonce,
    ...(gathers && {
      gathers: gathers.map((other) => ({ source: other.source, units: String(other.units) })),
    }),
    ...('expiresAt' in signed && { expiresAt: signed.expiresAt }),
    purpose: recordedPurpose(purpose, isCancel),
    feeUnits: String(signed.feeUnits),
    feeRate: String(feeRate),
    payouts: payees.flatMap((payee) => (payee.payout === undefined ? [] : [paid(payee, payee.payout)])),
    moved: (purpose === PURPOSE.payouts && !isCancel) || first === undefined ? null : moved(first),
    coins: ownTransfer?.coins ?? [],
  };
}

function moved({ assetId, address, units }: Payee) {
  return { assetId, address, units: String(units) };
}

function paid(payee: Payee, name: string) {
  return { name, ...moved(payee) };
}
