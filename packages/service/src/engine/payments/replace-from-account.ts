import type { NonceChain, NonceRequest, Payee } from '../../chains/chain.ts';
import type { Engine } from '../context.ts';
import { lastFollowed } from '../followed.ts';
import { signPayment } from './may-sign.ts';
import { payeesOf, type Replace, type StuckPayee } from './replace.ts';
import type { StuckPayment } from './stuck-payments.ts';

/** Of all that have the same nonce, one at most is mined. */
export function replaceFromAccount(engine: Engine, chain: NonceChain): Replace {
  return async (stuck) => {
    const { source, nonce } = stuck;
    if (source === null || nonce === null) return 'nobody knows its nonce';
    return async (feeRate) => {
      const payee = stuck.is_cancelled
        ? await nothing(engine, chain, source)
        : await theSame(engine, chain, stuck, source, feeRate);
      if (payee === null) return null;
      const request: NonceRequest = { payees: [payee], source, nonce, feeRate };
      return { request, signed: await signPayment(engine, chain, request) };
    };
  };
}

/** An account that only uses up its nonce pays itself nothing. */
async function nothing(engine: Engine, chain: NonceChain, address: string): Promise<Payee> {
  const { id: assetId } = (await engine.market()).catalogue.native(chain);
  return { address, memo: null, assetId, units: 0n };
}

/** Null if what it brings in is not worth the fee. */
async function theSame(
  engine: Engine,
  chain: NonceChain,
  stuck: StuckPayment,
  source: string,
  feeRate: bigint,
): Promise<Payee | null> {
  const [payee, ...others] = await payeesOf(engine.database, stuck.id);
  if (payee === undefined || others.length > 0) {
    throw new RangeError('a payment from an account has one receiver');
  }
  if (!payee.paysFee) return payee;
  const units = await unitsLessFee(engine, chain, source, BigInt(stuck.first_rate), payee, feeRate);
  return units <= 0n ? null : { ...payee, units };
}

/**
 * What is there stays the same: what more it costs, less of it arrives. After a reorganisation less may be there than was
 * thought. Nothing, as long as the chain does not tell.
 */
async function unitsLessFee(
  engine: Engine,
  chain: NonceChain,
  source: string,
  firstRate: bigint,
  { assetId, units }: StuckPayee,
  feeRate: bigint,
): Promise<bigint> {
  const native = { id: assetId, abbr: '', contract: null };
  const thought = units + chain.transferCost(native, firstRate);
  const at = await lastFollowed(engine.database, chain.id);
  if (at === null) return 0n;
  const held = (await chain.accountBalances([source], native, at))?.[0];
  if (held === undefined) return 0n;
  return (held < thought ? held : thought) - chain.transferCost(native, feeRate);
}
