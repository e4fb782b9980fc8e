import { MESSAGE } from '@swapdesk/contract';
import { findAccount } from '../access/accounts.ts';
import {
  type NamedBy,
  namePayoutAddress,
  type PayoutAddress,
  readPayoutAddress,
  undoPayoutAddress,
} from '../affiliates/payout-address.ts';
import type { Catalogue } from '../catalog/catalogue.ts';
import { changeOf } from '../change-of.ts';
import type { Done } from '../operators/audit.ts';
import { Refusal } from '../refusal.ts';
import type { Queryable } from '../store/database.ts';
import type { ActContext } from './context.ts';
import { payableAddress } from './payable-address.ts';

/** Where an affiliate is paid, as operators say it for them. It waits as what the affiliate says does. */

/** What is to be named, as it was typed. */
export interface AddressWish {
  readonly account: string;
  readonly chain: string;
  readonly coin: string;
  readonly to: string;
}

/** Names an address for an account, in the caller's transaction. */
export async function nameAddressFor(
  client: Queryable,
  { account, chain, coin, to }: AddressWish,
  by: NamedBy,
  context: ActContext,
  now: number,
): Promise<Done<void>> {
  const { catalogue, settings } = context.market;
  const asset = catalogue.find(chain, coin);
  if (asset === undefined || asset.isAbsent) throw new Refusal(MESSAGE.assetNotFound);
  const { id: accountId } = await findAccount(client, account);
  const address = await payableAddress(client, asset.chain, to, context, MESSAGE.invalidToAddress);
  const before = await readPayoutAddress(client, accountId, now);
  const wish = { accountId, assetId: asset.id, address };
  const after = await namePayoutAddress(client, wish, by, { now, waitS: settings.payout_address_wait_s });
  const changes = changeOf(
    'is paid later on',
    addressText(before.waiting, catalogue),
    addressText(after.waiting, catalogue),
  );
  if (changes.length === 0) throw new Refusal(MESSAGE.nothingToChange);
  return { act: 'affiliate address', subject: account, changes, result: undefined };
}

/** Takes back the address of an account that does not count yet, in the caller's transaction. */
export async function undoAddressOf(
  client: Queryable,
  account: string,
  by: NamedBy,
  catalogue: Catalogue,
  now: number,
): Promise<Done<void>> {
  const { id } = await findAccount(client, account);
  const { undone } = await undoPayoutAddress(client, id, by, now);
  const changes = changeOf('is paid later on', addressText(undone, catalogue), null);
  return { act: 'affiliate address undo', subject: account, changes, result: undefined };
}

/** In what, and where to; null: there is none. */
export function addressText(named: PayoutAddress | null, catalogue: Catalogue): string | null {
  if (named === null) return null;
  const { abbr, chain } = catalogue.get(named.assetId);
  return `${abbr} on ${chain.name} to ${named.address}`;
}
