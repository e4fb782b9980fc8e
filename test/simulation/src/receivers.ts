import type { Asset } from '../../../packages/service/src/catalog/catalogue.ts';
import { Random } from './random.ts';
import { apart } from './trials.ts';
import { FIRST_ADDRESSES, type World } from './world.ts';

/** How addresses begin that no payment reaches. */
export const UNPAYABLE = 'unpayable-';
/** Those of contracts that make a payment cost so many times the usual. */
const COSTLY = /^costly-(\d+)-/;
/** What costs more is not paid, as on chains of Ethereum's family. */
export const MOST_COST_TIMES = 3;
const COST_TIMES = [2, 3, 9];
/** SQL: what can only be paid elsewhere. */
export const UNREACHED = `'^(${UNPAYABLE}|costly-9-)'`;

/** How many times the usual a payment to an address costs. */
export function costTimes(address: string): number {
  return Number(COSTLY.exec(address)?.[1] ?? 1);
}

/** Draws whom orders pay. */
export class Receivers {
  private readonly world: Pick<World, 'random' | 'trials'>;
  private readonly costly: Random;

  constructor(world: Pick<World, 'random' | 'trials' | 'seed'>) {
    this.world = world;
    this.costly = new Random(apart(world.seed + 4));
  }

  /**
   * Somebody names the treasury, or an address that is ours a moment later: nobody can name one that is ours already. Or one
   * that takes nothing, or takes it at a cost; null for all others. Counts what has to be derived then.
   */
  draw(derived: Map<string, number>, { chain: { space } }: Asset, name: string): string | null {
    const { random, trials } = this.world;
    if (random.chance(0.04)) return `${UNPAYABLE}${name}`;
    if (!random.chance(0.06)) {
      // Only where a receiver can be a contract.
      const isCostly = trials.has('costly') && space === 'evm' && this.costly.chance(0.4);
      return isCostly ? `costly-${this.costly.pick(COST_TIMES)}-${name}` : null;
    }
    const next = (derived.get(space) as number) + random.between(0, FIRST_ADDRESSES - 1);
    const address = random.pick([`treasury-${space}`, `deposit-${space}-${next}`]);
    if (!address.startsWith('treasury')) derived.set(space, Math.max(derived.get(space) as number, next + 1));
    return address;
  }
}
