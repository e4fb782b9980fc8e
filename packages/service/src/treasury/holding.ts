import type { Asset } from '../catalog/catalogue.ts';
import { fromUnits } from '../money/units.ts';

/** All that is known of one asset when the treasury is planned. */
export interface Holding {
  readonly asset: Asset;
  /** The treasury's own by the ledger: what orders are owed is not in it. */
  readonly booked: bigint;
  /** What open fixed orders have been promised of it. */
  readonly reserved: bigint;
  /** What the chain could be paid with right now; null: all of it, as far as anybody knows. */
  readonly payable: bigint | null;
  /** Payouts of the asset, or of the coin that pays its fees, that wait to be signed and can be. */
  readonly waitingPayouts: number;
  /** What payouts of it are for that cannot be paid as it is: nobody waits for them, but it is theirs. */
  readonly stuckUnits: bigint;
  /** What should be free; 0: nothing was said. */
  readonly target: bigint;
  /** What is free beyond it goes to the cold address; null: nothing does. */
  readonly hotLimit: bigint | null;
  /** Since when it lacks something, as it was noted last; 0: it does not. */
  readonly lowSince: number;
  /** In USDT, counted in 10^-18; null: there is none that counts. */
  readonly price: bigint | null;
  /** The coin in which its chain takes fees: itself, or another. */
  readonly native: Asset;
  readonly nativePrice: bigint | null;
  /** What is free of that. */
  readonly nativeFree: bigint;
  readonly cold: ColdStanding;
}

/** How it stands with transfers to the cold address. */
export interface ColdStanding {
  /** As the signer has published it; null: its file names none, or there is no signer. */
  readonly address: string | null;
  /** Why nothing is signed in the asset now; null: it is. */
  readonly stop: string | null;
  /** True while one that was decided is not paid for good, or given up. */
  readonly isUnderWay: boolean;
  /** When the last one was decided; 0: never. */
  readonly lastAt: number;
}

/** By which the treasury is planned. */
export interface PlanLimits {
  /** How far something may be off until anything is planned, in millionths. */
  readonly bandPpm: bigint;
  /** The most that a transfer to the cold address may cost, in millionths of what it moves. */
  readonly coldFeePpm: bigint;
  readonly coldPauseS: number;
  readonly now: number;
}

export const MILLION = 1_000_000n;

/** What nobody has a claim to. */
export function freeOf({ booked, reserved }: Pick<Holding, 'booked' | 'reserved'>): bigint {
  return booked > reserved ? booked - reserved : 0n;
}

/** How far below its target an asset is still well once it was filled: trades are rounded, and fees are taken. */
export function slackOf(
  { target }: Pick<Holding, 'target'>,
  { bandPpm }: Pick<PlanLimits, 'bandPpm'>,
): bigint {
  return (target * bandPpm) / MILLION / 2n;
}

/** Whether it lacks something: from the band below its target on, until half of that is left; so that it does not come and go. */
export function isLow(holding: Holding, limits: Pick<PlanLimits, 'bandPpm'>): boolean {
  const slack = slackOf(holding, limits);
  return freeOf(holding) < holding.target - (holding.lowSince > 0 ? slack : 2n * slack);
}

/** What a transfer of it takes of the asset itself. */
export function ownFee({ asset, native }: Holding): bigint {
  return asset.id === native.id ? asset.transferCost : 0n;
}

export function amountText({ asset }: Pick<Holding, 'asset'>, units: bigint): string {
  return `${fromUnits(units, asset.decimals)} ${asset.abbr}`;
}
