import { AccountEvent, serializer, WEBHOOK_TEST } from '@swapdesk/contract';
import Type from 'typebox';
import type { Catalogue } from '../catalog/catalogue.ts';
import type { AccountStoredEvent } from '../events/read-account.ts';
import { shownAccountEvent } from '../events/view.ts';

/** What is sent: the same each time that it is tried. */
export interface WebhookMessage {
  readonly id: string;
  readonly body: string;
}

const write = serializer(AccountEvent);
const writeTrial = serializer(Type.Object({ type: Type.String(), at: Type.Integer() }));

/**
 * An event, as the log of its account shows it. Its number alone would not do for an id: a store that is put back to an earlier moment
 * gives it to another event, which whoever passes over ids that they know would never work on. That one has another time.
 */
export function messageOf(
  accountId: number,
  event: AccountStoredEvent,
  catalogue: Catalogue,
): WebhookMessage {
  return {
    id: `evt_${accountId}_${event.account_number}_${event.at}`,
    body: write(shownAccountEvent(event, catalogue)),
  };
}

/** Something to try an endpoint with. */
export function trialMessage(endpointId: number, unique: string, at: number): WebhookMessage {
  return { id: `trial_${endpointId}_${unique}`, body: writeTrial({ type: WEBHOOK_TEST, at }) };
}
