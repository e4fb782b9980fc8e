import {
  CancelPaymentRequest,
  DoneResponse,
  MESSAGE,
  PaymentsRequest,
  PaymentsResponse,
} from '@swapdesk/contract';
import { askToCancel } from '../../engine/payments/cancelled-payments.ts';
import { openPayments } from '../../observe/payments.ts';
import { audited } from '../../operators/audit.ts';
import { Refusal } from '../../refusal.ts';
import { consoleEndpoint } from './endpoint.ts';

const list = consoleEndpoint({
  method: 'GET',
  path: '/payments',
  request: PaymentsRequest,
  response: PaymentsResponse,
  changes: false,
  async handle({ database }) {
    const payments = await openPayments(database);
    return { data: payments.map(({ orders, ...payment }) => ({ ...payment, orders: [...orders] })) };
  },
});

const cancel = consoleEndpoint({
  method: 'POST',
  path: '/payments/cancel',
  request: CancelPaymentRequest,
  response: DoneResponse,
  changes: true,
  async handle({ database }, { params, actor, now }) {
    const id = params.id.toInteger() as number;
    await audited(database, actor, now, async (client) => {
      const outcome = await askToCancel(client, id, now);
      if (outcome !== 'asked') throw new Refusal(MESSAGE.paymentStays);
      const changes = [{ what: 'cancelled', before: null, after: 'asked for' }];
      return { act: 'payment cancel', subject: `payment ${id}`, changes, result: undefined };
    });
    return {};
  },
});

/** Transactions of ours that are under way. */
export const PAYMENT_ENDPOINTS = [list, cancel];
