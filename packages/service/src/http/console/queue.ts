import {
  AcknowledgeLossRequest,
  DoneResponse,
  GiveBackRequest,
  MESSAGE,
  PreviewGiveBackRequest,
  PreviewGiveBackResponse,
  ProposedResponse,
  type QueueDeposit,
  QueueRequest,
  QueueResponse,
} from '@swapdesk/contract';
import { returnDeposit } from '../../acts/return-deposit.ts';
import { returnSurplus } from '../../acts/return-surplus.ts';
import { receiverCheck } from '../../catalog/receiver.ts';
import { acknowledgeLosses } from '../../engine/follow/losses.ts';
import { planReturn, planUnclaimed } from '../../engine/orders/give-back.ts';
import { whyWaiting } from '../../engine/payments/why-waiting.ts';
import { decidedOrders } from '../../observe/decided-orders.ts';
import { listFrozen } from '../../observe/open-work.ts';
import { type QueuedDeposit, readQueue } from '../../observe/queue.ts';
import { audited } from '../../operators/audit.ts';
import { assetAmount } from '../../orders/order-line.ts';
import { isTooLittleToReturn } from '../../pricing/refund-fee.ts';
import type { Market } from '../../pricing/terms.ts';
import { Refusal } from '../../refusal.ts';
import { consoleEndpoint } from './endpoint.ts';
import { ask } from './proposals.ts';
import type { ConsoleServices } from './services.ts';

const list = consoleEndpoint({
  method: 'GET',
  path: '/queue',
  request: QueueRequest,
  response: QueueResponse,
  changes: false,
  async handle({ database, market }) {
    const moment = market();
    const { catalogue } = moment;
    const { deposits, losses } = await readQueue(database);
    const orders = await decidedOrders(database, moment);
    const frozen = await listFrozen(database);
    const unpayable = await whyWaiting(database);
    return {
      data: {
        frozen: frozen.map(({ no, reason, assetId, units, since, resolution }) => ({
          order: no,
          reason,
          ...assetAmount(catalogue, assetId, BigInt(units)),
          since,
          resolution,
        })),
        deposits: deposits.map((each) => shownDeposit(each, moment)),
        unpayable: unpayable.map(({ id, no, asset_id, units, why, since }) => ({
          payout: id,
          order: no ?? '',
          ...assetAmount(catalogue, asset_id, BigInt(units)),
          why,
          since,
        })),
        losses: losses.map(({ no, assetId, units, at }) => ({
          order: no,
          ...assetAmount(catalogue, assetId, units),
          since: at,
        })),
        orders: orders.map(({ no, assetId, units, since, awaits }) => ({
          order: no,
          ...assetAmount(catalogue, assetId, units),
          since,
          awaits: [...awaits],
        })),
      },
    };
  },
});

const preview = consoleEndpoint({
  method: 'POST',
  path: '/queue/preview',
  request: PreviewGiveBackRequest,
  response: PreviewGiveBackResponse,
  changes: false,
  async handle(services, { params }) {
    const { database, market } = services;
    const { catalogue } = market();
    const id = params.deposit.toInteger() as number;
    const planned =
      (await planUnclaimed(database, id, market())) ?? (await planReturn(database, id, market()));
    const { assetId, units, feeUnits } = planned;
    return {
      data: {
        address: payable(services, assetId, params.address),
        came: assetAmount(catalogue, assetId, units),
        fee: assetAmount(catalogue, assetId, feeUnits),
        arrives: assetAmount(catalogue, assetId, units - feeUnits),
      },
    };
  },
});

const give = consoleEndpoint({
  method: 'POST',
  path: '/queue/give-back',
  request: GiveBackRequest,
  response: ProposedResponse,
  changes: true,
  async handle(services, call) {
    const { database, market } = services;
    const { deposit, address, reason: why } = call.params;
    const id = deposit.toInteger() as number;
    const isUnclaimed = (await planUnclaimed(database, id, market())) !== null;
    const act = isUnclaimed ? returnDeposit : returnSurplus;
    return ask(services, call, act, { deposit: String(id), address, why });
  },
});

const acknowledge = consoleEndpoint({
  method: 'POST',
  path: '/losses/acknowledge',
  request: AcknowledgeLossRequest,
  response: DoneResponse,
  changes: true,
  async handle({ database }, { params, actor, now }) {
    const no = params.no.toUpperCase();
    await audited(database, actor, now, async (client) => {
      const seen = await acknowledgeLosses(client, no, now);
      if (seen.length === 0) throw new Refusal(MESSAGE.noSuchLoss);
      const changes = [{ what: 'loss', before: 'alarm', after: 'acknowledged' }];
      return { act: 'loss acknowledge', subject: no, changes, result: undefined };
    });
    return {};
  },
});

/** What waits for a decision, and deciding it. */
export const QUEUE_ENDPOINTS = [list, preview, give, acknowledge];

function shownDeposit({ no, asset_id, units, ...deposit }: QueuedDeposit, market: Market): QueueDeposit {
  return {
    ...deposit,
    order: no ?? '',
    ...assetAmount(market.catalogue, asset_id, BigInt(units)),
    is_too_little: isTooLittleToReturn(asset_id, BigInt(units), market),
  };
}

/** An address that can be paid to, in the chain's own form. */
function payable({ market, network }: ConsoleServices, assetId: number, text: string): string {
  const { catalogue } = market();
  const verdict = receiverCheck(catalogue, network)(catalogue.get(assetId).chain, text);
  if (!verdict.valid) throw new Refusal(MESSAGE.invalidRefundAddress);
  return verdict.address;
}
