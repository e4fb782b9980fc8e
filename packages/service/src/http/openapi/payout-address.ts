import {
  MESSAGE,
  type NamedPayoutAddress,
  NamePayoutAddressRequest,
  NoParameters,
  PayoutAddressResponse,
  type PayoutAddressState,
  PROBLEM_CODE,
} from '@swapdesk/contract';
import type { Caller } from '../../access/caller.ts';
import {
  type NamedBy,
  namePayoutAddress,
  type PayoutAddress,
  type PayoutAddresses,
  readPayoutAddress,
  undoPayoutAddress,
} from '../../affiliates/payout-address.ts';
import type { Catalogue, CatalogueChain } from '../../catalog/catalogue.ts';
import { receiverCheck } from '../../catalog/receiver.ts';
import { Refusal } from '../../refusal.ts';
import { transaction } from '../../store/transaction.ts';
import { isOurAddress } from '../../wallet/our-addresses.ts';
import { endpoint } from '../endpoint.ts';
import type { Services } from '../services.ts';
import { accountWithLog } from './account-events.ts';

const show = endpoint({
  method: 'GET',
  path: '/affiliate/payout',
  id: 'payoutAddress',
  summary: 'Where commissions are paid',
  description:
    'The address that the account has named to be paid its commissions at, and one that does not count yet.',
  request: NoParameters,
  response: PayoutAddressResponse,
  weight: 5,
  scope: 'read',
  needsAccount: true,

  async handle({ reader, market }, { caller }) {
    const { catalogue, now } = market();
    const named = await readPayoutAddress(reader, accountWithLog(caller), now);
    return { data: shownAddresses(named, catalogue) };
  },
});

const name = endpoint({
  method: 'POST',
  path: '/affiliate/payout/name',
  id: 'payoutAddressName',
  summary: 'Name where commissions are paid',
  description:
    'Counts after a while, days usually, so that a stolen key pays nobody: `effective_at` says when. The log of the account tells of it at ' +
    'once, and until then it can be taken back. It takes the place of one that waits; the same one named again is the same.',
  request: NamePayoutAddressRequest,
  response: PayoutAddressResponse,
  refuses: [MESSAGE.assetNotFound, MESSAGE.invalidToAddress],
  weight: 20,
  scope: 'manage',
  needsAccount: true,

  async handle(services, { params, caller }) {
    const accountId = accountWithLog(caller);
    const { catalogue, now, settings } = services.market();
    const asset = catalogue.find(params.chain, params.abbr);
    if (asset === undefined || asset.isAbsent) throw new Refusal(MESSAGE.assetNotFound);
    const address = await checked(services, asset.chain, params.address);
    const wish = { accountId, assetId: asset.id, address };
    const when = { now, waitS: settings.payout_address_wait_s };
    const named = await transaction(services.database, (client) =>
      namePayoutAddress(client, wish, byKey(caller), when),
    );
    return { data: shownAddresses(named, catalogue) };
  },
});

const undo = endpoint({
  method: 'POST',
  path: '/affiliate/payout/undo',
  id: 'payoutAddressUndo',
  summary: 'Take back where commissions would be paid',
  description: 'Of the address that does not count yet. The one that counts goes on to count.',
  request: NoParameters,
  response: PayoutAddressResponse,
  refuses: [MESSAGE.noAddressWaits],
  weight: 5,
  scope: 'manage',
  needsAccount: true,

  async handle({ database, market }, { caller }) {
    const accountId = accountWithLog(caller);
    const { catalogue, now } = market();
    const { left } = await transaction(database, (client) =>
      undoPayoutAddress(client, accountId, byKey(caller), now),
    );
    return { data: shownAddresses(left, catalogue) };
  },
});

/** Where an account is paid what it has earned. */
export const PAYOUT_ADDRESS_ENDPOINTS = [show, name, undo];

/** Somebody else's, in the chain's own form. Whether anybody knows it for bad is asked when it is paid. */
async function checked(
  { database, market, network }: Services,
  chain: CatalogueChain,
  text: string,
): Promise<string> {
  const verdict = receiverCheck(market().catalogue, network)(chain, text);
  const isOurs = verdict.valid && (await isOurAddress(database, chain.space, verdict.address));
  if (verdict.valid && !isOurs) return verdict.address;
  const reason = verdict.valid ? 'This address is our own' : verdict.reason;
  const code = PROBLEM_CODE[MESSAGE.invalidToAddress];
  throw new Refusal(MESSAGE.invalidToAddress, undefined, [{ code, field: 'address', reason }]);
}

function byKey({ key }: Caller): NamedBy {
  return { name: `key ${key?.key ?? ''}`, via: 'interface' };
}

/** As the wire shows them. */
export function shownAddresses(
  { current, waiting }: PayoutAddresses,
  catalogue: Catalogue,
): PayoutAddressState {
  return {
    ...(current !== null && { current: shown(current, catalogue) }),
    ...(waiting !== null && { waiting: shown(waiting, catalogue) }),
  };
}

function shown(
  { assetId, address, namedAt, effectiveAt }: PayoutAddress,
  catalogue: Catalogue,
): NamedPayoutAddress {
  const { chain, abbr } = catalogue.get(assetId);
  return { chain: chain.name, abbr, address, named_at: namedAt, effective_at: effectiveAt };
}
