import type { NonceChain, NonceRequest } from '../../chains/chain.ts';
import { PURPOSE, type Purpose } from '../../payments/life.ts';
import { storeAttempt } from '../../payments/store-payments.ts';
import { takePlaceOf } from '../../payments/tie-to-deposits.ts';
import { higherRate } from './bump.ts';
import { readFuel } from './fuel-needs.ts';
import { findGone } from './gone-payment.ts';
import { keepSigned } from './keep-signed.ts';
import { signPayment } from './may-sign.ts';
import { fuelAt, type Round, topUp } from './own-transfers.ts';

/** Clears an address of payments for such purposes that wait for a deposit that is gone. True if nothing was in the way. */
export type Clear = (round: Round, source: string, purposes: readonly Purpose[]) => Promise<boolean>;

/**
 * Something else is to use an address whose next nonce belongs to a payment that waits for a deposit which is gone: the nonce is
 * used up by what pays nobody. To one that carries a payout that is a cancel: should its deposit come back, an operator has
 * it paid anew.
 */
export async function useUpGone(
  round: Round,
  chain: NonceChain,
  source: string,
  purposes: readonly Purpose[],
): Promise<boolean> {
  const { engine, lease, native } = round;
  const gone = await findGone(engine.database, chain, source, purposes);
  if (gone === null) return true;
  const feeRate = higherRate(gone.feeRate, await chain.feeRate());
  // The network may still have the other, and takes nothing in its place that is not dearer.
  if (feeRate === null) return false;
  const cost = chain.transferCost(native, feeRate);
  const { apart, isFuelled } = await readFuel(engine.database, chain, native.id, source, engine.isScreened);
  const fuel = await fuelAt(round, source, apart);
  if (fuel === null) return false;
  if (fuel < cost) {
    if (!isFuelled) await topUp(round, source, cost, apart);
    return false;
  }
  const { id, nonce, purpose } = gone;
  const payee = { address: source, memo: null, assetId: native.id, units: 0n };
  const request: NonceRequest = { source, nonce, feeRate, payees: [payee] };
  const signed = await signPayment(engine, chain, request);
  const isCancel = purpose === PURPOSE.payouts;
  await keepSigned(
    engine,
    chain,
    lease,
    [{ request, signed }],
    async (client) => {
      await takePlaceOf(client, chain, id, { coins: [], payee });
      await storeAttempt(client, chain, id, { request, signed, isCancel }, engine.clock());
    },
    { purpose, isCancel },
  );
  return false;
}
