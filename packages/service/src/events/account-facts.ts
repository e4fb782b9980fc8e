import type { AccountEvent } from '@swapdesk/contract';
import type { Catalogue } from '../catalog/catalogue.ts';
import { fromUnits } from '../money/units.ts';

/** What is stored of an event of an account itself. */
export interface AccountFacts {
  readonly webhook_id?: number;
  readonly reason?: string;
  readonly asset_id?: number;
  readonly units?: string;
  readonly txid?: string;
  readonly usdt?: string;
  readonly address?: string;
  readonly effective_at?: number;
}

/** The same as the wire shows it. What a newer version has written beside these is not shown by this one. */
export function shownFacts(
  { asset_id, units, ...facts }: AccountFacts,
  catalogue: Catalogue,
): Partial<AccountEvent> {
  const asset = asset_id === undefined ? null : catalogue.get(asset_id);
  return {
    ...facts,
    ...(asset !== null && { chain: asset.chain.name, abbr: asset.abbr }),
    ...(asset !== null && units !== undefined && { volume: fromUnits(BigInt(units), asset.decimals) }),
  };
}
