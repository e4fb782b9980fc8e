import { type Consequence, MESSAGE } from '@swapdesk/contract';
import type { Asset, Catalogue } from '../catalog/catalogue.ts';
import { freeTreasury, lockTreasury } from '../ledger/treasury.ts';
import { fromUnits } from '../money/units.ts';
import { assetAmount } from '../orders/order-line.ts';
import { Refusal } from '../refusal.ts';
import type { Queryable } from '../store/database.ts';

/** What it does to a treasury that something leaves it. */
export interface Leaving {
  readonly before: readonly Consequence[];
  readonly after: readonly Consequence[];
}

/**
 * So much of an asset can leave its treasury, which is locked until the transaction ends: it is free, with what the network
 * takes, no more than the signer lets go and no less than the chain carries. Throws a Refusal otherwise.
 */
export async function leaveTreasury(
  client: Queryable,
  catalogue: Catalogue,
  asset: Asset,
  units: bigint,
): Promise<Leaving> {
  if (asset.payoutLimitUnits !== undefined && units > asset.payoutLimitUnits)
    throw new Refusal(MESSAGE.aboveSignerLimit);
  if (units < asset.dustUnits || units === 0n) throw new Refusal(MESSAGE.tooSmallToPay);
  const native = catalogue.native(asset.chain);
  await lockTreasury(client, [asset.id, native.id]);
  const treasury = await freeTreasury(client);
  const free = treasury.get(asset.id) ?? 0n;
  const fee = asset.transferCost;
  const left = free - units - (native.id === asset.id ? fee : 0n);
  if (left < 0n) throw new Refusal(MESSAGE.notFree, { free: fromUnits(free, asset.decimals) });
  if (native.id !== asset.id && (treasury.get(native.id) ?? 0n) < fee) throw new Refusal(MESSAGE.noFuelFree);
  const amount = (assetId: number, of: bigint) => assetAmount(catalogue, assetId, of);
  return {
    before: [{ what: 'is free now', ...amount(asset.id, free), address: '' }],
    after: [
      { what: 'is the network fee', ...amount(native.id, fee), address: '' },
      { what: 'stays free', ...amount(asset.id, left), address: '' },
    ],
  };
}
