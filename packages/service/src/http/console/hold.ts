import {
  DoneResponse,
  type HoldData,
  HoldRequest,
  HoldResponse,
  ReleaseHoldRequest,
  SettleLostRequest,
} from '@swapdesk/contract';
import { endHoldBy, settlePayment } from '../../acts/hold-decisions.ts';
import type { Catalogue } from '../../catalog/catalogue.ts';
import { readUndecided } from '../../engine/hold/go-on.ts';
import { readHold } from '../../engine/hold/hold.ts';
import { type LostPayment, lostPayments } from '../../engine/hold/lost-payments.ts';
import { audited } from '../../operators/audit.ts';
import { assetAmount } from '../../orders/order-line.ts';
import { consoleEndpoint } from './endpoint.ts';

const MOST_LOST = 100;

const show = consoleEndpoint({
  method: 'GET',
  path: '/hold',
  request: HoldRequest,
  response: HoldResponse,
  changes: false,
  async handle({ database, market, chains }) {
    const { catalogue } = market();
    const hold = await readHold(database);
    const ids = chains.map(({ id }) => id);
    const { lost: lost_total, ...left } = await readUndecided(database, ids);
    const lost = await lostPayments(database, null, MOST_LOST);
    // What is undecided while nothing is held is the ordinary course of things.
    const undecided = hold === null ? { chains: [], records: [], spaces: [] } : { ...left };
    return {
      data: {
        since: hold?.since ?? 0,
        why: hold?.why ?? '',
        lost: lost.map((each) => shownLost(each, catalogue)),
        lost_total,
        ...(undecided as Pick<HoldData, 'chains' | 'records' | 'spaces'>),
      },
    };
  },
});

const settle = consoleEndpoint({
  method: 'POST',
  path: '/hold/settle',
  request: SettleLostRequest,
  response: DoneResponse,
  changes: true,
  async handle({ database, chains }, { params: { txid, reason }, actor, now }) {
    await audited(database, actor, now, (client) =>
      settlePayment(client, chains, { txid, why: reason, at: now, isFinal: false }),
    );
    return {};
  },
});

const release = consoleEndpoint({
  method: 'POST',
  path: '/hold/release',
  request: ReleaseHoldRequest,
  response: DoneResponse,
  changes: true,
  async handle({ database, chains }, { params: { reason }, actor, now }) {
    await audited(database, actor, now, (client) => endHoldBy(client, chains, reason));
    return {};
  },
});

/** Whether the desk is held, and what operators decide about it. */
export const HOLD_ENDPOINTS = [show, settle, release];

function shownLost({ payment, obstacle }: LostPayment, catalogue: Catalogue): HoldData['lost'][number] {
  const { txid, chainId, purpose, payouts } = payment;
  return {
    txid,
    chain: catalogue.assets.find(({ chain }) => chain.id === chainId)?.chain.name ?? String(chainId),
    purpose,
    pays: payouts.map(({ name, assetId, units, address }) => ({
      name,
      address,
      ...assetAmount(catalogue, assetId, BigInt(units)),
    })),
    obstacle,
  };
}
