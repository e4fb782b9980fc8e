import {
  type ConsoleAsset,
  ConsoleAssetsRequest,
  ConsoleAssetsResponse,
  type Decimal,
  DoneResponse,
  MESSAGE,
  PreviewAssetRequest,
  PreviewAssetResponse,
  SetAssetRequest,
} from '@swapdesk/contract';
import { type Asset, Catalogue } from '../../catalog/catalogue.ts';
import { type AssetChange, changeAsset, changedAsset } from '../../catalog/change-asset.ts';
import { fromUnits, toExactUnits } from '../../money/units.ts';
import { audited } from '../../operators/audit.ts';
import { Refusal } from '../../refusal.ts';
import { consoleEndpoint } from './endpoint.ts';
import { previewQuote } from './preview-quote.ts';

const list = consoleEndpoint({
  method: 'GET',
  path: '/assets',
  request: ConsoleAssetsRequest,
  response: ConsoleAssetsResponse,
  changes: false,
  async handle({ market }) {
    const { catalogue, settings } = market();
    return {
      data: {
        assets: catalogue.assets.map((asset) => shown(asset, catalogue)),
        float_fee_ppm: settings.float_fee_ppm,
        fixed_fee_ppm: settings.fixed_fee_ppm,
      },
    };
  },
});

const set = consoleEndpoint({
  method: 'POST',
  path: '/assets/set',
  request: SetAssetRequest,
  response: DoneResponse,
  changes: true,
  async handle({ database, market }, { params, actor, now }) {
    const asset = findAsset(market().catalogue, params);
    const change = changeFrom(asset, params);
    await audited(database, actor, now, async (client) => {
      const changes = await changeAsset(client, asset.id, change);
      return { act: 'asset set', subject: `${asset.chain.name} ${asset.abbr}`, changes, result: undefined };
    });
    return {};
  },
});

const preview = consoleEndpoint({
  method: 'POST',
  path: '/assets/preview',
  request: PreviewAssetRequest,
  response: PreviewAssetResponse,
  changes: false,
  async handle({ market }, { params: { change, exchange } }) {
    const now = market();
    const asset = findAsset(now.catalogue, change);
    const changed = changedAsset(asset, changeFrom(asset, change));
    const catalogue = new Catalogue(now.catalogue.assets.map((each) => (each === asset ? changed : each)));
    const { rates, settings } = now;
    return {
      data: {
        before: previewQuote({ catalogue: now.catalogue, rates, settings, now: now.now }, exchange),
        after: previewQuote({ catalogue, rates, settings, now: now.now }, exchange),
      },
    };
  },
});

export const ASSET_ENDPOINTS = [list, set, preview];

/** The asset that a request names. */
export function findAsset(catalogue: Catalogue, { chain, abbr }: { chain: string; abbr: string }): Asset {
  const asset = catalogue.find(chain, abbr);
  if (asset === undefined) throw new Refusal(MESSAGE.assetNotFound);
  return asset;
}

function changeFrom({ decimals }: Asset, params: SetAssetRequest): AssetChange {
  const units = (amount: Decimal | undefined) => {
    const exact = amount === undefined ? undefined : toExactUnits(amount, decimals);
    if (exact === null) throw new Refusal(MESSAGE.tooManyDecimals);
    return exact;
  };
  const fee = (ppm: Decimal | null | undefined) => (ppm == null ? ppm : ppm.toInteger());
  return {
    canSend: params.send,
    canReceive: params.recv,
    minUnits: units(params.min),
    maxUnits: units(params.max),
    targetUnits: units(params.target),
    feePpm: { float: fee(params.float_fee_ppm), fixed: fee(params.fixed_fee_ppm) },
  };
}

function shown(asset: Asset, catalogue: Catalogue): ConsoleAsset {
  const amount = (units: bigint) => fromUnits(units, asset.decimals);
  const native = catalogue.native(asset.chain);
  return {
    chain: asset.chain.name,
    abbr: asset.abbr,
    type: asset.protocol,
    decimal: asset.decimals,
    contract: asset.contract ?? '',
    is_stable: asset.stable,
    is_absent: asset.isAbsent ?? false,
    send: asset.canSend,
    recv: asset.canReceive,
    min: amount(asset.minUnits),
    max: amount(asset.maxUnits),
    float_fee_ppm: asset.feePpm.float,
    fixed_fee_ppm: asset.feePpm.fixed,
    free: amount(asset.treasuryUnits),
    target: amount(asset.targetUnits ?? 0n),
    transfer_cost: fromUnits(asset.transferCost, native.decimals),
    transfer_cost_abbr: native.abbr,
  };
}
