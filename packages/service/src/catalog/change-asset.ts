import { type Change, MESSAGE } from '@swapdesk/contract';
import { changeOf } from '../change-of.ts';
import { fromUnits } from '../money/units.ts';
import { Refusal } from '../refusal.ts';
import type { Queryable } from '../store/database.ts';
import type { Asset, Mode } from './catalogue.ts';
import { loadCatalogue } from './load-catalogue.ts';

/** What an operator changes of an asset; what is left out stays. */
export interface AssetChange {
  readonly canSend?: boolean | undefined;
  readonly canReceive?: boolean | undefined;
  readonly minUnits?: bigint | undefined;
  readonly maxUnits?: bigint | undefined;
  readonly treasuryUnits?: bigint | undefined;
  /** 0: nothing is said. */
  readonly targetUnits?: bigint | undefined;
  /** 0: nothing goes to the cold address. */
  readonly hotLimitUnits?: bigint | undefined;
  /** In millionths; null: the general setting counts. */
  readonly feePpm?: Readonly<Partial<Record<Mode, number | null | undefined>>>;
}

/** The asset as it would be. Refuses limits that make no sense. */
export function changedAsset(asset: Asset, change: AssetChange): Asset {
  const { feePpm = {} } = change;
  const fee = (mode: Mode) => (feePpm[mode] === undefined ? asset.feePpm[mode] : feePpm[mode]);
  const target = change.targetUnits ?? asset.targetUnits;
  const hotLimit = change.hotLimitUnits ?? asset.hotLimitUnits;
  const changed = {
    ...asset,
    canSend: change.canSend ?? asset.canSend,
    canReceive: change.canReceive ?? asset.canReceive,
    minUnits: change.minUnits ?? asset.minUnits,
    maxUnits: change.maxUnits ?? asset.maxUnits,
    treasuryUnits: change.treasuryUnits ?? asset.treasuryUnits,
    ...(target === undefined ? {} : { targetUnits: target }),
    ...(hotLimit === undefined ? {} : { hotLimitUnits: hotLimit }),
    feePpm: { float: fee('float'), fixed: fee('fixed') },
  };
  if (changed.minUnits <= 0n || changed.minUnits > changed.maxUnits) throw new Refusal(MESSAGE.limitsCross);
  // What is filled up to the target would be sent away again.
  if (hotLimit !== undefined && hotLimit !== 0n && hotLimit < (target ?? 0n))
    throw new Refusal(MESSAGE.hotLimitBelowTarget);
  return changed;
}

/** Changes an asset in the caller's transaction; every node knows within a second. Says what has changed. */
export async function changeAsset(
  client: Queryable,
  assetId: number,
  change: AssetChange,
): Promise<Change[]> {
  await client.query('SELECT 1 FROM asset WHERE id = $1 FOR UPDATE', [assetId]);
  const before = (await loadCatalogue(client)).get(assetId);
  const after = changedAsset(before, change);
  const changes = differences(before, after);
  if (changes.length === 0) throw new Refusal(MESSAGE.nothingToChange);
  await client.query(
    `UPDATE asset SET can_send = $2, can_receive = $3, min_units = $4, max_units = $5, treasury_units = $6,
            float_fee_ppm = $7, fixed_fee_ppm = $8 WHERE id = $1`,
    [
      assetId,
      after.canSend,
      after.canReceive,
      after.minUnits,
      after.maxUnits,
      after.treasuryUnits,
      after.feePpm.float,
      after.feePpm.fixed,
    ],
  );
  await client.query(
    `INSERT INTO treasury_target (asset_id, target, hot_limit) SELECT $1, $2::numeric, nullif($3::numeric, 0)
      WHERE $2::numeric > 0 OR $3::numeric > 0 OR EXISTS (SELECT 1 FROM treasury_target WHERE asset_id = $1)
         ON CONFLICT (asset_id) DO UPDATE SET target = excluded.target, hot_limit = excluded.hot_limit`,
    [assetId, after.targetUnits ?? 0n, after.hotLimitUnits ?? 0n],
  );
  return changes;
}

function differences(before: Asset, after: Asset): Change[] {
  const amount = (units: bigint | undefined) => fromUnits(units ?? 0n, before.decimals);
  const onOff = (isOn: boolean) => (isOn ? 'on' : 'off');
  return [
    ...changeOf('send', onOff(before.canSend), onOff(after.canSend)),
    ...changeOf('receive', onOff(before.canReceive), onOff(after.canReceive)),
    ...changeOf('minimum', amount(before.minUnits), amount(after.minUnits)),
    ...changeOf('maximum', amount(before.maxUnits), amount(after.maxUnits)),
    ...changeOf('treasury', amount(before.treasuryUnits), amount(after.treasuryUnits)),
    ...changeOf('target', amount(before.targetUnits), amount(after.targetUnits)),
    ...changeOf('hot limit', amount(before.hotLimitUnits), amount(after.hotLimitUnits)),
    ...changeOf('float fee in millionths', before.feePpm.float, after.feePpm.float),
    ...changeOf('fixed fee in millionths', before.feePpm.fixed, after.feePpm.fixed),
  ];
}
