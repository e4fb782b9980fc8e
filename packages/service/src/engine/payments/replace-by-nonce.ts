import type { DurableChain, DurableRequest, Gathered, Payee } from '../../chains/chain.ts';
import type { Queryable } from '../../store/database.ts';
import type { Engine } from '../context.ts';
import { mayBeOfOne } from './may-be-of-one.ts';
import { signPayment } from './may-sign.ts';
import { nonceOf } from './nonce-accounts.ts';
import { payeesOf, type Replace } from './replace.ts';

/** Of all that name the same nonce account and value, one at most is mined. The treasury pays the fee: who is paid gets the same. */
export function replaceByNonce(engine: Engine, chain: DurableChain): Replace {
  return async ({ id, source, is_cancelled: isCancelled }) => {
    const durable = await nonceOf(engine.database, chain.id, id);
    if (source === null || durable === null) return 'nobody knows its nonce account';
    const signed = async (request: DurableRequest) => ({
      request,
      signed: await signPayment(engine, chain, request),
    });
    const usingUp = async (feeRate: bigint) =>
      signed({ payees: [await nothing(engine, chain)], source: chain.treasury, durable, feeRate });
    return async (feeRate) => {
      if (isCancelled) return usingUp(feeRate);
      const [payee, ...others] = await payeesOf(engine.database, id);
      if (payee === undefined || others.length > 0)
        throw new RangeError('a payment from an account has one receiver');
      const gathers = await gatheredBy(engine.database, id);
      if (gathers.length === 0) return signed({ payees: [payee], source, durable, feeRate });
      try {
        return await signed({ payees: [payee], source, durable, feeRate, gathers });
      } catch (error) {
        if (!mayBeOfOne(error)) throw error;
        // One of its addresses is in the way of all: the value is used up, and each goes by itself.
        return { ...(await usingUp(feeRate)), givesUp: true };
      }
    };
  };
}

/** From where else a sweep brings in. */
async function gatheredBy(client: Queryable, paymentId: number): Promise<Gathered[]> {
  const { rows } = await client.query<{ source: string; units: string }>({
    name: 'gathered-by',
    text: 'SELECT source, units::text FROM gathered WHERE payment_id = $1 ORDER BY source',
    values: [paymentId],
  });
  return rows.map(({ source, units }) => ({ source, units: BigInt(units) }));
}

/** The treasury pays itself nothing: that uses up the value. */
async function nothing(engine: Engine, chain: DurableChain): Promise<Payee> {
  const { id: assetId } = (await engine.market()).catalogue.native(chain);
  return { address: chain.treasury, memo: null, assetId, units: 0n };
}
