import type { AccountEvent, EventType, OrderEvent } from '@swapdesk/contract';
import type { Catalogue } from '../catalog/catalogue.ts';
import { fromUnits } from '../money/units.ts';
import { shownFacts } from './account-facts.ts';
import type { AccountStoredEvent } from './read-account.ts';
import type { StoredEvent } from './read-events.ts';

/** An event as the wire shows it. The reason of a change stays inside: it may hold a node's own words. */
export function shownEvent(
  number: number,
  event: Omit<StoredEvent, 'told_before'>,
  catalogue: Catalogue,
): OrderEvent {
  const { type, at, from_status, to_status, asset_id, units, txid } = event;
  if (to_status !== null && from_status !== null)
    return { number, type, at, status: to_status, previous_status: from_status };
  const { chain, abbr, decimals } = catalogue.get(asset_id as number);
  const volume = fromUnits(BigInt(units as string), decimals);
  // What operators decided has no transaction yet.
  const sent = txid === '' ? {} : { txid: txid as string };
  return { number, type, at, chain: chain.name, abbr, ...sent, volume };
}

/** An event as the log of its account shows it. */
export function shownAccountEvent(event: AccountStoredEvent, catalogue: Catalogue): AccountEvent {
  const { account_number, order_no, order_number, type, at, facts } = event;
  if (facts !== null)
    return { account_number, order_no, number: order_number, type, at, ...shownFacts(facts, catalogue) };
  const ofOrder = { ...event, type: type as EventType };
  return { account_number, order_no, ...shownEvent(order_number, ofOrder, catalogue) };
}
