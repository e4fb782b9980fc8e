import type { Endpoints } from '../rpc/endpoints.ts';
import type { Place } from './block-slots.ts';
import { type BlockHead, readHead } from './read-block.ts';
import type { Rpc } from './solana-rpc.ts';
import { count } from './values.ts';

export interface TipRules {
  readonly chain: { readonly name: string };
  /** How old it may be; null where blocks come when they are asked for. */
  readonly maxTipAgeS: number | null;
  /** How many blocks an endpoint may be behind before the operator is told. */
  readonly mostBehind: number;
  /** Unix seconds. */
  readonly clock: () => number;
}

/** The newest block that is final by the word of as many endpoints as must agree. */
export class FinalTip {
  private readonly endpoints: Endpoints<Rpc>;
  private readonly rules: TipRules;
  private kept: BlockHead | null = null;

  constructor(endpoints: Endpoints<Rpc>, rules: TipRules) {
    this.endpoints = endpoints;
    this.rules = rules;
  }

  /** As it was when it was read last; null before that. What is final stays so. */
  get last(): BlockHead | null {
    return this.kept;
  }

  /** Throws if too few endpoints have come as far, or all stand still. */
  async read(): Promise<BlockHead> {
    const { chain, mostBehind } = this.rules;
    const places: Place[] = [];
    const height = await this.endpoints.reached(
      'the newest final block',
      async (rpc) => {
        const place = await placeOf(rpc);
        places.push(place);
        return place.height;
      },
      mostBehind,
    );
    // Who names another slot for it than the others must not keep them from theirs.
    const slots = new Set(places.filter((place) => place.height === height).map(({ slot }) => slot));
    for (const slot of slots) {
      const head = await this.headIn(slot);
      if (head?.height !== height) continue;
      this.refuseOld(head);
      this.kept = head;
      return head;
    }
    throw new Error(`${chain.name}: too few endpoints have block ${height} yet`);
  }

  private headIn(slot: number): Promise<BlockHead | null> {
    return this.endpoints.agree(
      `the block in slot ${slot}`,
      (rpc) => readHead(rpc, slot, 'finalized'),
      ({ minedAt: _, ...compared }) => compared,
    );
  }

  /** One that stands still says nothing of what is paid now. */
  private refuseOld({ minedAt }: BlockHead): void {
    const { chain, maxTipAgeS, clock } = this.rules;
    const ageS = minedAt === null ? 0 : clock() - minedAt;
    if (maxTipAgeS === null || ageS <= maxTipAgeS) return;
    throw new Error(
      `${chain.name}: the newest final block is ${Math.round(ageS / 60)} minutes old: look whether the endpoints still follow the chain, and whether the database's clock is right`,
    );
  }
}

async function placeOf(rpc: Rpc): Promise<Place> {
  const info = await rpc.call<{ absoluteSlot: unknown; blockHeight: unknown }>('getEpochInfo', [
    { commitment: 'finalized' },
  ]);
  return { slot: count(info.absoluteSlot), height: count(info.blockHeight) };
}
