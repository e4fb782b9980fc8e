import { AccountEvent, AccountStreamRequest, serializer } from '@swapdesk/contract';
import { shownAccountEvent } from '../../events/view.ts';
import { streamEndpoint } from '../endpoint.ts';
import { accountWithLog } from './account-events.ts';
import { lastEventId } from './last-event-id.ts';

const write = serializer(AccountEvent);

export const accountStream = streamEndpoint({
  method: 'GET',
  path: '/events/stream',
  id: 'accountStream',
  summary: 'Events of the account, as they happen',
  description:
    'The same log as server-sent events: all that has happened, then what happens, until you go. After a break, go on ' +
    'with the header Last-Event-ID or with `after`: none is missed and none comes twice. A refusal is JSON, as everywhere.',
  request: AccountStreamRequest,
  event: AccountEvent,
  headers: [{ name: 'Last-Event-ID', description: 'The `account_number` of the last event that you got' }],
  weight: 5,
  scope: 'read',
  needsAccount: true,

  async open(services, { params, headers, caller }) {
    const accountId = accountWithLog(caller);
    const after = lastEventId(headers['last-event-id']) ?? params.after?.toInteger() ?? 0;
    return (stream) =>
      services.liveAccounts.listen({
        accountId,
        after,
        isReady: () => stream.isReady(),
        hear: (event) =>
          stream.send(event.account_number, write(shownAccountEvent(event, services.market().catalogue))),
      });
  },
});
