import { get } from '../api/call.ts';

/** A coin on a chain, as these pages name it. */
export interface FactAsset {
  readonly chain: string;
  readonly abbr: string;
}

type Mode = 'float' | 'fixed';

/** What everybody pays. Amounts and fees are texts, digit for digit; fees are shares of the amount. */
export interface FeeFacts {
  readonly float_fee: string;
  readonly fixed_fee: string;
  readonly assets: readonly (FactAsset & {
    readonly name: string;
    readonly min: string;
    readonly max: string;
    /** Null: the general one counts. */
    readonly float_fee: string | null;
    readonly fixed_fee: string | null;
    /** Null: there is no price at the moment. */
    readonly network_fee: string | null;
  })[];
  readonly rules: readonly {
    readonly mode: Mode;
    readonly from: FactAsset | null;
    readonly to: FactAsset | null;
    readonly from_usdt: string;
    readonly fee: string;
  }[];
}

export type AssetState = 'running' | 'delayed' | 'halted' | 'unpriced';

/** Whether everything runs. Times are Unix seconds; 0: not known, or always. */
export interface StatusFacts {
  readonly at: string;
  readonly assets: readonly (FactAsset & { readonly state: AssetState; readonly since: string })[];
}

export async function loadFees(): Promise<FeeFacts> {
  return (await get('/site/fees')) as FeeFacts;
}

export async function loadStatus(): Promise<StatusFacts> {
  return (await get('/site/status')) as StatusFacts;
}
