import type { Asset } from '../../catalog/catalogue.ts';
import { PURPOSE } from '../../payments/life.ts';
import { fuelAt, type Round } from './own-transfers.ts';
import type { UnsweptBalance } from './unswept.ts';

/** What lies on an address and is worth bringing in. */
export interface Gatherable {
  readonly asset: Asset;
  readonly balance: UnsweptBalance;
}

interface Part {
  readonly balance: UnsweptBalance;
  readonly units: bigint;
}

/**
 * Brings in from several addresses by one transaction, as many as it has room for, where the treasury pays the fee. All of it is made or
 * nothing: what cannot be paid so is tried address by address, and an address where something has failed goes by itself, so that
 * whatever is wrong with one keeps no other waiting.
 */
export async function gather(
  round: Round,
  gathered: readonly Gatherable[],
  told: (address: string) => (error: unknown) => void,
): Promise<void> {
  for (const asset of new Set(gathered.map((each) => each.asset))) {
    const parts: Part[] = [];
    for (const { balance } of gathered.filter((each) => each.asset === asset)) {
      const units = await unitsAt(round, asset, balance).catch(told(balance.address));
      if (units && units > 0n) parts.push({ balance, units });
    }
    for (const batch of batchesOf(parts, round.mostSwept(asset))) {
      const [first] = batch;
      await bringInAll(round, asset, batch).catch(told(first.balance.address));
    }
  }
}

type Batch = readonly [Part, ...Part[]];

/**
 * All that counts, also of what nobody has told of. Where something stays that is kept apart, be it a single unit that anybody may
 * have sent, as much of ours stays with it as the address cannot be without: else nothing could ever be brought in from there.
 */
async function unitsAt(round: Round, { id }: Asset, { address, units, youngUnits }: UnsweptBalance) {
  if (id !== round.native.id) return units;
  const { leastLeft } = round;
  return fuelAt(round, address, youngUnits > 0n && youngUnits < leastLeft ? leastLeft : youngUnits);
}

/** As few as can be, and those by themselves that have to be. */
export function batchesOf<Each extends { readonly balance: { readonly hasFailed: boolean } }>(
  parts: readonly Each[],
  most: number,
): (readonly [Each, ...Each[]])[] {
  const batches: [Each, ...Each[]][] = [];
  let open: [Each, ...Each[]] | null = null;
  for (const part of parts) {
    if (part.balance.hasFailed) batches.push([part]);
    else if (open !== null && open.length < most) open.push(part);
    else {
      open = [part];
      batches.push(open);
    }
  }
  return batches;
}

async function bringInAll(round: Round, asset: Asset, batch: Batch): Promise<void> {
  const [first, ...others] = batch;
  const units = batch.reduce((sum, part) => sum + part.units, 0n);
  const refused = await round.pay(
    { purpose: PURPOSE.sweep, coins: batch.flatMap(({ balance }) => balance.coins) },
    first.balance.address,
    { address: round.chain.treasury, memo: null, assetId: asset.id, units },
    others.map((part) => ({ source: part.balance.address, units: part.units })),
  );
  if (refused === null || !refused.mayBeOfOne || others.length === 0) return;
  for (const part of batch) await bringInAll(round, asset, [part]);
}
