import type { AccountRequest, BlockRef, ExpiringAttempt, ExpiringPayment, ExpiryChain } from '../chain.ts';
import { SimAccountBase } from './sim-account-base.ts';
import { hasFailed, passedWithout } from './sim-expired.ts';
import { encodeTransaction, spendsOf } from './sim-transaction.ts';

/** How long after the newest block a transaction expires, by the time that blocks state. */
export const EXPIRES_S = 600;

/** A test network of accounts whose transactions have no nonces, but expire. */
export class SimExpiryChain extends SimAccountBase implements ExpiryChain {
  readonly excluding = 'expiry';

  /** What was asked for at one block is the same transaction again. Two payouts that are alike differ by their names. */
  async sign(request: AccountRequest): Promise<ExpiringPayment> {
    const { payees, feeRate: feeUnits } = request;
    const expiresAt = (await this.network.tip()).minedAt + EXPIRES_S;
    const tx = {
      ...(await this.transfer(request)),
      spends: [],
      salt: payees[0].payout ?? '',
      expiresAt,
    };
    const { txid, bytes } = encodeTransaction(tx);
    return { txid, bytes, feeUnits, spends: spendsOf(tx, txid), sources: tx.sources, expiresAt };
  }

  passedWithout(attempts: readonly ExpiringAttempt[], settled: BlockRef): Promise<readonly string[]> {
    return passedWithout(this.network.database, this, attempts, settled);
  }

  hasFailed(txid: string): Promise<boolean> {
    return hasFailed(this.network.database, this, txid);
  }
}
