import type { Writable } from '../../api/write-json.ts';
import { texts } from '../../texts/console.ts';
import { eitherOf } from '../parts/says-of-typed.ts';
import { amountOf, feeOf, percentText } from '../parts/typed.ts';
import type { Asset } from './asset.ts';

/** An asset's terms as they are typed. */
export interface Draft {
  readonly send: boolean;
  readonly recv: boolean;
  readonly min: string;
  readonly max: string;
  readonly target: string;
  /** In percent; empty: the general fee. */
  readonly float: string;
  readonly fixed: string;
}

export function draftOf(asset: Asset): Draft {
  return {
    send: asset.send,
    recv: asset.recv,
    min: asset.min,
    max: asset.max,
    target: asset.target,
    float: percentText(asset.float_fee_ppm),
    fixed: percentText(asset.fixed_fee_ppm),
  };
}

/** What is wrong with a draft, by field. */
export function faultsOf(draft: Draft): Partial<Record<keyof Draft, string>> {
  const words = texts.console.assets;
  const faults: Partial<Record<keyof Draft, string>> = {};
  for (const name of ['min', 'max', 'target'] as const) {
    if (amountOf(draft[name]) === null) faults[name] = eitherOf(draft[name]) ?? texts.console.typed.none;
  }
  for (const name of ['float', 'fixed'] as const) {
    if (feeOf(draft[name]) === undefined) faults[name] = eitherOf(draft[name]) ?? words.notAFee;
  }
  const [min, max] = [amountOf(draft.min), amountOf(draft.max)];
  if (min !== null && max !== null && min.compare(max) > 0) faults.min = words.minAboveMax;
  return faults;
}

/** What differs from the asset as it is, in the service's names; nothing that stays. */
export function changesOf(asset: Asset, draft: Draft): Readonly<Record<string, Writable>> {
  const before = draftOf(asset);
  const isNew = (name: keyof Draft) => before[name] !== draft[name];
  return {
    ...(isNew('send') && { send: draft.send }),
    ...(isNew('recv') && { recv: draft.recv }),
    ...(isNew('min') && { min: amountOf(draft.min) ?? undefined }),
    ...(isNew('max') && { max: amountOf(draft.max) ?? undefined }),
    ...(isNew('target') && { target: amountOf(draft.target) ?? undefined }),
    ...(isNew('float') && { float_fee_ppm: feeOf(draft.float) }),
    ...(isNew('fixed') && { fixed_fee_ppm: feeOf(draft.fixed) }),
  };
}
