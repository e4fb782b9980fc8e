import type { DurableChain, OpeningRequest } from '../../chains/chain.ts';
import { PURPOSE } from '../../payments/life.ts';
import { storePayments } from '../../payments/store-payments.ts';
import type { Engine } from '../context.ts';
import type { Lease } from '../lease.ts';
import type { NonceAccounts } from './free-nonces.ts';
import { keepSigned } from './keep-signed.ts';
import { signPayment } from './may-sign.ts';
import { areBeingOpened } from './nonce-accounts.ts';
import { Purse } from './purse.ts';

/**
 * Opens nonce accounts where payments want more than are free, up to a setting, in one transaction at a time. It expires; should it
 * come twice, the second does nothing. What they keep lies on addresses of ours, and is in the books as such.
 */
export async function openNonces(
  engine: Engine,
  chain: DurableChain,
  lease: Lease,
  { closed, all }: NonceAccounts,
  lacking: number,
): Promise<void> {
  const market = await engine.market();
  const room = market.settings.nonce_accounts - (all - closed.length);
  const count = Math.min(lacking, room, chain.mostOpened, closed.length);
  if (count <= 0 || (await areBeingOpened(engine.database, chain.id))) return;
  const opens = closed.slice(0, count);
  const native = market.catalogue.native(chain);
  const { now: feeRate } = await chain.feeRate();
  const payee = {
    address: await chain.nonceAccount(opens[0] as number),
    memo: null,
    assetId: native.id,
    units: chain.nonceRent * BigInt(count),
  };
  const purse = await Purse.open(engine, chain, chain.treasury, [native.id]);
  const lack = purse.lacks(payee, native, feeRate);
  if (lack !== null) {
    engine.warn(
      { chain: chain.name, why: lack.message },
      'nonce accounts cannot be opened now: payments wait',
    );
    return;
  }
  const request: OpeningRequest = { source: chain.treasury, payees: [payee], opens, feeRate };
  const signed = await signPayment(engine, chain, request);
  const payments = [{ request, signed, ownTransfer: { purpose: PURPOSE.opening, coins: [] } }];
  await keepSigned(engine, chain, lease, payments, (client) =>
    storePayments(client, chain, payments, engine.clock()),
  );
}
