import type {
  AccountRequest,
  BlockRef,
  ChainAsset,
  ExpiringAttempt,
  ExpiringPayment,
  ExpiryChain,
} from '../chain.ts';
import { SimAccountBase } from './sim-account-base.ts';
import { plainFee } from './sim-activation.ts';
import { hasFailed, passedWithout } from './sim-expired.ts';
import { encodeTransaction, spendsOf } from './sim-transaction.ts';

/** How long after the newest block a transaction expires, by the time that blocks state. */
export const EXPIRES_S = 600;

/**
 * A test network of accounts whose transactions have no nonces, but expire. As on TRON, its own coin costs more to send to somebody who
 * never had any.
 */
export class SimExpiryChain extends SimAccountBase implements ExpiryChain {
  readonly excluding = 'expiry';

  /** What was asked for at one block is the same transaction again. Two payouts that are alike differ by their names. */
  async sign(request: AccountRequest): Promise<ExpiringPayment> {
    const { payees } = request;
    const { fee, besides } = await this.costOf(request);
    const expiresAt = (await this.network.tip()).minedAt + EXPIRES_S;
    const tx = {
      ...(await this.transfer({ ...request, feeRate: fee }, besides)),
      spends: [],
      salt: payees[0].payout ?? '',
      expiresAt,
    };
    const { txid, bytes } = encodeTransaction(tx);
    const spends = spendsOf(tx, txid);
    return { txid, bytes, feeUnits: fee + besides, spends, sources: tx.sources, expiresAt };
  }

  /** The treasury has had some. */
  async sweepCost(_address: string, { id }: ChainAsset, rate: bigint): Promise<bigint> {
    return id === this.nativeAssetId ? plainFee(rate) : rate;
  }

  /** What a payment costs, and what the network takes beside that if its receiver is new as of the newest block. */
  private async costOf({
    payees: [payee],
    feeRate,
  }: AccountRequest): Promise<{ fee: bigint; besides: bigint }> {
    const { address, assetId } = payee;
    if (assetId !== this.nativeAssetId) return { fee: feeRate, besides: 0n };
    const isKnown = await this.network.hasHeld(address, assetId);
    return { fee: plainFee(feeRate), besides: isKnown ? 0n : (this.network.activation?.units ?? 0n) };
  }

  passedWithout(attempts: readonly ExpiringAttempt[], settled: BlockRef): Promise<readonly string[]> {
    return passedWithout(this.network.database, this, attempts, settled);
  }

  hasFailed(txid: string): Promise<boolean> {
    return hasFailed(this.network.database, this, txid);
  }
}
