import {
  DoneResponse,
  MESSAGE,
  NoteRequest,
  ORDER_ACTIONS,
  ORDER_STATUS,
  type OrderAction,
  OrderActRequest,
  OrderFileRequest,
  OrderFileResponse,
  type OrderLine,
  PreviewActionRequest,
  PreviewActionResponse,
  RefundOrderRequest,
  RefundOrderResponse,
} from '@swapdesk/contract';
import { refundOrder } from '../../acts/refund-order.ts';
import { changeOf } from '../../change-of.ts';
import { previewAction, WHY_NOT } from '../../engine/orders/preview-action.ts';
import { formatFixed } from '../../money/fixed.ts';
import { audited, readAudit } from '../../operators/audit.ts';
import { explainOrder } from '../../orders/explain.ts';
import { freezeOrder, type Resolution, resolveByOperator, retryDirection } from '../../orders/operate.ts';
import { orderFileView, orderHeadView } from '../../orders/order-file-view.ts';
import { assetAmount, orderLines } from '../../orders/order-line.ts';
import { type KnownOrder, knownOrder } from '../../orders/reading/known-order.ts';
import type { OrderHead } from '../../orders/reading/order-file-rows.ts';
import { ORDER_PARTS, readOrderFile } from '../../orders/reading/read-order-file.ts';
import { orderById } from '../../orders/reading/read-orders.ts';
import { refundAddress } from '../../orders/resolve.ts';
import { writeNote } from '../../orders/write-note.ts';
import { Refusal } from '../../refusal.ts';
import type { Queryable } from '../../store/database.ts';
import { type ConsoleCall, consoleEndpoint } from './endpoint.ts';
import { ask } from './proposals.ts';
import type { ConsoleServices } from './services.ts';

const MOST_ACTS = 100;

const file = consoleEndpoint({
  method: 'GET',
  path: '/order',
  request: OrderFileRequest,
  response: OrderFileResponse,
  changes: false,
  async handle(services, { params }) {
    const { database, market } = services;
    const { catalogue } = market();
    const records = await readOrderFile(database, { no: params.no.toUpperCase() }, ORDER_PARTS);
    if (records === null) throw new Refusal(MESSAGE.orderNotFound);
    const { head } = records;
    const lines = await orderLines(database, [head.id], catalogue);
    const order = { ...(lines.get(head.id) as OrderLine), ...orderHeadView(head, catalogue) };
    const { factors } = explainOrder(await orderById(database, head.id), catalogue);
    const acts = await readAudit(database, { subject: head.no }, MOST_ACTS);
    return {
      data: {
        order,
        ...orderFileView(records, catalogue, factors),
        acts,
        actions: await possible(services, head),
      },
    };
  },
});

const preview = consoleEndpoint({
  method: 'POST',
  path: '/order/preview',
  request: PreviewActionRequest,
  response: PreviewActionResponse,
  changes: false,
  async handle(services, { params }) {
    const { database, market } = services;
    const order = await knownOrder(database, params.no);
    const address = await givenAddress(services, order, params.refund_address);
    const { whyNot, statusAfter, effects, price } = await previewAction(
      database,
      order.id,
      params.action,
      address,
      market(),
    );
    const { catalogue } = market();
    return {
      data: {
        is_possible: whyNot === null,
        why_not: whyNot ?? '',
        status_after: statusAfter,
        consequences: effects.map(({ what, assetId, units, address: to }) => ({
          what,
          ...assetAmount(catalogue, assetId, units),
          address: to,
        })),
        at_price: formatFixed(price ?? 0n),
      },
    };
  },
});

const freeze = consoleEndpoint({
  method: 'POST',
  path: '/order/freeze',
  request: OrderActRequest,
  response: DoneResponse,
  changes: true,
  async handle({ database }, { params, actor, now }) {
    await audited(database, actor, now, async (client) => {
      const order = await knownOrder(client, params.no);
      if (!(await freezeOrder(client, order.id, now))) throw new Refusal(MESSAGE.cannotFreeze);
      const changes = [
        ...changeOf('status', ORDER_STATUS.exchanging, ORDER_STATUS.frozen),
        ...reasonOf(params.reason),
      ];
      return { act: 'order freeze', subject: order.no, changes, result: undefined };
    });
    return {};
  },
});

const release = consoleEndpoint({
  method: 'POST',
  path: '/order/release',
  request: OrderActRequest,
  response: DoneResponse,
  changes: true,
  async handle(services, call) {
    await resolve(services, call, 'order release', async () => 'exchange');
    return {};
  },
});

const refund = consoleEndpoint({
  method: 'POST',
  path: '/order/refund',
  request: RefundOrderRequest,
  response: RefundOrderResponse,
  changes: true,
  async handle(services, call) {
    const { no, reason = '' } = call.params;
    const order = await knownOrder(services.database, no);
    const address = await givenAddress(services, order, call.params.refund_address);
    if (address !== null && address !== order.refund_address)
      return ask(services, call, refundOrder, { order: order.no, address, why: reason });
    await resolve(services, call, 'order refund', async () => 'refund');
    return { data: { proposal: 0 } };
  },
});

const retry = consoleEndpoint({
  method: 'POST',
  path: '/order/retry',
  request: OrderActRequest,
  response: DoneResponse,
  changes: true,
  async handle(services, call) {
    await resolve(services, call, 'order retry', retryDirection);
    return {};
  },
});

const note = consoleEndpoint({
  method: 'POST',
  path: '/order/note',
  request: NoteRequest,
  response: DoneResponse,
  changes: true,
  async handle({ database }, { params, actor, now }) {
    await audited(database, actor, now, async (client) => {
      const order = await knownOrder(client, params.no);
      await writeNote(client, order.id, { at: now, operator: actor.name, text: params.text });
      const changes = [{ what: 'note', before: null, after: params.text }];
      return { act: 'order note', subject: order.no, changes, result: undefined };
    });
    return {};
  },
});

/** One order: everything about it, and what can be done with it. */
export const ORDER_ENDPOINTS = [file, preview, freeze, release, refund, retry, note];

/** Decides about a frozen order, as the command line does. */
async function resolve(
  { database }: ConsoleServices,
  { params, actor, now }: ConsoleCall<OrderActRequest>,
  act: string,
  directionOf: (client: Queryable, orderId: number) => Promise<Resolution | null>,
): Promise<void> {
  await audited(database, actor, now, async (client) => {
    const order = await knownOrder(client, params.no);
    const direction = await directionOf(client, order.id);
    if (direction === null) throw new Refusal(MESSAGE.nothingToRetry);
    const outcome = await resolveByOperator(client, order.id, direction, null, now);
    if (outcome !== 'resolved') throw new Refusal(WHY_NOT[outcome]);
    const changes = [...changeOf('resolution', order.resolution, direction), ...reasonOf(params.reason)];
    return { act, subject: order.no, changes, result: undefined };
  });
}

function reasonOf(reason: string | undefined) {
  return changeOf('reason', null, reason === '' ? null : reason);
}

/** A refund address that was given, in the chain's own form; null if none was. */
async function givenAddress(
  { database, market, network }: ConsoleServices,
  { asset_id: assetId }: KnownOrder,
  given: string | undefined,
): Promise<string | null> {
  if (given === undefined || given === '') return null;
  return refundAddress(database, { assetId }, given, market(), network);
}

/** What can be done with an order now. A refund counts even if it still lacks an address: that can be given. */
async function possible({ database, market }: ConsoleServices, { id }: OrderHead): Promise<OrderAction[]> {
  const found: OrderAction[] = [];
  for (const action of ORDER_ACTIONS) {
    const { whyNot } = await previewAction(database, id, action, null, market());
    if (whyNot === null || whyNot === MESSAGE.refundAddressNeeded) found.push(action);
  }
  return found;
}
