import type { NonceChain, NonceRequest, SignedPayment } from '../chain.ts';
import { SimAccountBase } from './sim-account-base.ts';
import { encodeTransaction } from './sim-transaction.ts';

/** A test network of accounts with nonces behind its port. */
export class SimAccountChain extends SimAccountBase implements NonceChain {
  readonly excluding = 'nonce';

  nextNonce(address: string): Promise<number> {
    return this.uses.nextNumber(address, false);
  }

  nextNonceWaiting(address: string): Promise<number> {
    return this.uses.nextNumber(address, true);
  }

  async sign(request: NonceRequest): Promise<SignedPayment> {
    const { source, nonce, feeRate: feeUnits } = request;
    const spends = [`${source}#${nonce}`];
    const tx = { ...(await this.transfer(request)), spends, salt: '' };
    return { ...encodeTransaction(tx), feeUnits, spends, sources: tx.sources };
  }
}
