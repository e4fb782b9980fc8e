import type { DurableChain, DurableRequest, Payee } from '../../chains/chain.ts';
import type { Engine } from '../context.ts';
import { signPayment } from './may-sign.ts';
import { nonceOf } from './nonce-accounts.ts';
import { payeesOf, type Replace } from './replace.ts';

/** Of all that name the same nonce account and value, one at most is mined. The treasury pays the fee: who is paid gets the same. */
export function replaceByNonce(engine: Engine, chain: DurableChain): Replace {
  return async ({ id, source, is_cancelled: isCancelled }) => {
    const durable = await nonceOf(engine.database, chain.id, id);
    if (source === null || durable === null) return 'nobody knows its nonce account';
    return async (feeRate) => {
      const [payee, ...others] = isCancelled
        ? [await nothing(engine, chain)]
        : await payeesOf(engine.database, id);
      if (payee === undefined || others.length > 0)
        throw new RangeError('a payment from an account has one receiver');
      const request: DurableRequest = {
        payees: [payee],
        source: isCancelled ? chain.treasury : source,
        durable,
        feeRate,
      };
      return { request, signed: await signPayment(engine, chain, request) };
    };
  };
}

/** The treasury pays itself nothing: that uses up the value. */
async function nothing(engine: Engine, chain: DurableChain): Promise<Payee> {
  const { id: assetId } = (await engine.market()).catalogue.native(chain);
  return { address: chain.treasury, memo: null, assetId, units: 0n };
}
