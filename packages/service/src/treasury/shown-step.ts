import { paymentUri } from '../chains/payment-uri.ts';
import { fromUnits } from '../money/units.ts';
import type { Holding } from './holding.ts';
import type { TreasuryStep } from './plan-treasury.ts';

/** So much of an asset, in whole coins. */
interface ShownAmount {
  readonly chain: string;
  readonly abbr: string;
  readonly amount: string;
}

/** A step of the plan as pages and the command line show it. */
export interface ShownStep extends ShownAmount {
  readonly kind: TreasuryStep['kind'];
  readonly why: string;
  /** What it waits for, in words; empty: for nothing, or for whoever does it. */
  readonly waits: string;
  /** Where it goes: the cold address, or the treasury's; empty: there is none. */
  readonly address: string;
  /** A link that a wallet opens, for what is asked for; empty otherwise. */
  readonly payment_uri: string;
  /** What it is traded for; null: it is not. */
  readonly wanted: ShownAmount | null;
}

export function shownStep(step: TreasuryStep): ShownStep {
  const { kind, holding, units, why } = step;
  const treasury = kind === 'request' ? (holding.asset.chain.treasury ?? '') : '';
  return {
    kind,
    ...shownAmount(holding, units),
    why,
    waits: kind === 'cold' ? (step.waits ?? '') : '',
    address: kind === 'cold' ? (holding.cold.address ?? '') : treasury,
    payment_uri: treasury === '' ? '' : uriOf(holding, treasury, units),
    wanted: kind === 'trade' ? shownAmount(step.wanted, step.wantedUnits) : null,
  };
}

function shownAmount({ asset: { chain, abbr, decimals } }: Holding, units: bigint): ShownAmount {
  return { chain: chain.name, abbr, amount: fromUnits(units, decimals) };
}

function uriOf({ asset: { chain, contract, decimals } }: Holding, address: string, units: bigint): string {
  const amount = fromUnits(units, decimals);
  return paymentUri(chain.space, chain.name, { address, amount, units, contract, chainId: chain.evmChainId });
}
