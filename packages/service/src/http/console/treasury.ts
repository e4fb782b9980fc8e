import {
  DecideWithdrawalRequest,
  DoneResponse,
  MESSAGE,
  ProposalPreviewResponse,
  ProposedResponse,
  SetTargetRequest,
  type TreasuryData,
  TreasuryRequest,
  TreasuryResponse,
  WithdrawRequest,
} from '@swapdesk/contract';
import { withdrawTreasury } from '../../acts/withdraw-treasury.ts';
import { dropWithdrawal, loadWithdrawals, retryWithdrawal, type Withdrawal } from '../../acts/withdrawals.ts';
import type { Catalogue } from '../../catalog/catalogue.ts';
import { changeAsset } from '../../catalog/change-asset.ts';
import { fromUnits, toExactUnits } from '../../money/units.ts';
import { type AssetOverview, walletOverview } from '../../observe/wallet-overview.ts';
import { audited } from '../../operators/audit.ts';
import type { Arguments } from '../../operators/proposals.ts';
import { assetAmount } from '../../orders/order-line.ts';
import { Refusal } from '../../refusal.ts';
import { readPlan } from '../../treasury/read-plan.ts';
import { findAsset } from './assets.ts';
import { consoleEndpoint } from './endpoint.ts';
import { ask, preview } from './proposals.ts';
import type { ConsoleServices } from './services.ts';

const show = consoleEndpoint({
  method: 'GET',
  path: '/treasury',
  request: TreasuryRequest,
  response: TreasuryResponse,
  changes: false,
  async handle({ database, market }) {
    const now = market();
    const { catalogue } = now;
    const overview = await walletOverview(database, catalogue, async () => new Map());
    const withdrawals = await loadWithdrawals(database);
    return {
      data: {
        plan: await readPlan(database, now),
        assets: overview.flatMap(({ assets }) => assets.map(shownAsset)),
        withdrawals: withdrawals.map((each) => shown(each, catalogue)),
      },
    };
  },
});

const previewWithdrawal = consoleEndpoint({
  method: 'POST',
  path: '/treasury/withdraw/preview',
  request: WithdrawRequest,
  response: ProposalPreviewResponse,
  changes: false,
  handle: (services, { params }) => preview(services, withdrawTreasury, wishOf(services, params)),
});

const withdraw = consoleEndpoint({
  method: 'POST',
  path: '/treasury/withdraw',
  request: WithdrawRequest,
  response: ProposedResponse,
  changes: true,
  handle: (services, call) => ask(services, call, withdrawTreasury, wishOf(services, call.params)),
});

const target = consoleEndpoint({
  method: 'POST',
  path: '/treasury/target',
  request: SetTargetRequest,
  response: DoneResponse,
  changes: true,
  async handle({ database, market }, { params, actor, now }) {
    const { id, chain, abbr, decimals } = findAsset(market().catalogue, params);
    const targetUnits = toExactUnits(params.target, decimals);
    const hotLimitUnits = toExactUnits(params.hot_limit, decimals);
    if (targetUnits === null || hotLimitUnits === null) throw new Refusal(MESSAGE.tooManyDecimals);
    await audited(database, actor, now, async (client) => {
      const changes = await changeAsset(client, id, { targetUnits, hotLimitUnits });
      return { act: 'treasury target', subject: `${chain.name} ${abbr}`, changes, result: undefined };
    });
    return {};
  },
});

const drop = consoleEndpoint({
  method: 'POST',
  path: '/treasury/drop',
  request: DecideWithdrawalRequest,
  response: DoneResponse,
  changes: true,
  async handle({ database }, { params: { id, reason }, actor, now }) {
    await audited(database, actor, now, (client) =>
      dropWithdrawal(client, id.toInteger() as number, reason, now),
    );
    return {};
  },
});

const retry = consoleEndpoint({
  method: 'POST',
  path: '/treasury/retry',
  request: DecideWithdrawalRequest,
  response: DoneResponse,
  changes: true,
  async handle({ database }, { params: { id, reason }, actor, now }) {
    await audited(database, actor, now, (client) =>
      retryWithdrawal(client, id.toInteger() as number, reason),
    );
    return {};
  },
});

/** What the treasuries hold, and what is taken out of them. */
export const TREASURY_ENDPOINTS = [show, previewWithdrawal, withdraw, target, drop, retry];

function wishOf({ market }: ConsoleServices, params: WithdrawRequest): Arguments {
  const { chain, abbr, decimals } = findAsset(market().catalogue, params);
  const units = toExactUnits(params.amount, decimals);
  if (units === null) throw new Refusal(MESSAGE.tooManyDecimals);
  const { address, reason } = params;
  return { chain: chain.name, coin: abbr, units: String(units), address: address.trim(), why: reason };
}

function shownAsset(overviewed: AssetOverview): TreasuryData['assets'][number] {
  const { asset, held, earned, free } = overviewed;
  const amount = (units: bigint) => fromUnits(units, asset.decimals);
  return {
    chain: asset.chain.name,
    abbr: asset.abbr,
    held: amount(held),
    owed: amount(overviewed.owedToOrders),
    promised: amount(overviewed.promised),
    arriving: amount(overviewed.arriving),
    unclaimed: amount(overviewed.unclaimed),
    withdrawn: amount(overviewed.withdrawing),
    set_aside: amount(overviewed.setAside),
    leaving: amount(overviewed.leaving),
    earned: amount(earned),
    free: amount(free),
    target: amount(asset.targetUnits ?? 0n),
    hot_limit: amount(asset.hotLimitUnits ?? 0n),
  };
}

function shown(withdrawal: Withdrawal, catalogue: Catalogue): TreasuryData['withdrawals'][number] {
  const { asset_id, units, txid, waits_why, settlement_id: _, ...rest } = withdrawal;
  return {
    ...rest,
    ...assetAmount(catalogue, asset_id, BigInt(units)),
    txid: txid ?? '',
    waits_why: waits_why ?? '',
  };
}
