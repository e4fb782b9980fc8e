import { EventsRequest, MESSAGE, OrderEvent, serializer } from '@swapdesk/contract';
import { shownEvent } from '../../events/view.ts';
import { streamEndpoint } from '../endpoint.ts';
import { lastEventId } from './last-event-id.ts';

const write = serializer(OrderEvent);

export const orderEvents = streamEndpoint({
  method: 'GET',
  path: '/order/events',
  id: 'orderEvents',
  summary: 'Events of an order',
  description:
    'What happens to an order, as server-sent events: all that has happened, then what happens, until you go. Events ' +
    'are numbered 1, 2, 3, … per order. After a break, go on with the header Last-Event-ID (browsers send it by ' +
    'themselves) or with `after`: none is missed and none comes twice. A refusal is JSON, as everywhere.',
  request: EventsRequest,
  event: OrderEvent,
  headers: [{ name: 'Last-Event-ID', description: 'The number of the last event that you got' }],
  refuses: [MESSAGE.orderNotFound],
  weight: 5,
  scope: 'read',
  needsAccount: false,
  isForPages: true,

  async open(services, { params, headers }) {
    const after = lastEventId(headers['last-event-id']) ?? params.after?.toInteger() ?? 0;
    const { id } = await services.findOrder(params.query_code);
    return (stream) =>
      services.liveEvents.listen({
        orderId: id,
        isReady: () => stream.isReady(),
        hear: (number, event) => {
          if (number <= after) return;
          stream.send(number, write(shownEvent(number, event, services.market().catalogue)));
        },
      });
  },
});
