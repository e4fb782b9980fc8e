import type { Endpoints } from '../rpc/endpoints.ts';
import type { Rpc } from './solana-rpc.ts';
import { count, unexpected } from './values.ts';

/** A block by both its numbers. */
export interface Place {
  readonly slot: number;
  readonly height: number;
}

/** Nodes list blocks of no more slots than this at once. */
const MOST_SLOTS = 500_000;
/** As many places are kept as cost nothing to keep. */
const KEPT = 10_000;
/** Listed ahead, where more are to be followed. */
const AHEAD = 100;
/** So many slots more than blocks are looked through: some are skipped. */
const SKIPS = 64;

/**
 * In which slot the block of a height is. Slots are what nodes are asked for, and some have no block; heights count blocks and leave
 * none out, so that the next one is always the next. Nodes say which slots have blocks, and each block says its height:
 * whoever reads one compares that with what was looked for.
 */
export class BlockSlots {
  private readonly endpoints: Endpoints<Rpc>;
  private readonly kept = new Map<number, number>();

  constructor(endpoints: Endpoints<Rpc>) {
    this.endpoints = endpoints;
  }

  note({ slot, height }: Place): void {
    // What was noted last is kept longest.
    this.kept.delete(height);
    this.kept.set(height, slot);
    const [oldest] = this.kept.keys();
    if (this.kept.size > KEPT && oldest !== undefined) this.kept.delete(oldest);
  }

  forget(height: number): void {
    this.kept.delete(height);
  }

  /** Null if too few endpoints can tell. `tip`: a block that is final by the word of as many as must agree. */
  async of(height: number, tip: Place, upTo = height): Promise<number | null> {
    const known = this.kept.get(height);
    if (known !== undefined) return known;
    if (height > tip.height) return null;
    const before = this.kept.get(height - 1);
    return before === undefined
      ? this.search(height, tip)
      : this.listFrom({ slot: before, height: height - 1 }, Math.min(upTo, tip.height), tip);
  }

  private async listFrom(from: Place, upTo: number, tip: Place): Promise<number | null> {
    const wanted = Math.min(upTo - from.height, AHEAD);
    const end = Math.min(tip.slot, from.slot + wanted + SKIPS);
    const slots = await this.list(from.slot + 1, end, tip);
    if (slots === null) return null;
    // An outage of the chain may be longer than that.
    if (slots.length === 0) return end < tip.slot ? this.search(from.height + 1, tip) : null;
    for (const [n, slot] of slots.entries()) this.note({ slot, height: from.height + 1 + n });
    return slots[0] as number;
  }

  /** Counts back from the tip, however far. */
  private async search(height: number, tip: Place): Promise<number | null> {
    let from = tip;
    while (from.height > height) {
      const wanted = Math.min(from.height - height, MOST_SLOTS / 2);
      let slots: number[] | null = [];
      let span = wanted + SKIPS;
      do {
        const start = Math.max(0, from.slot - span);
        slots = await this.list(start, from.slot, tip);
        if (slots === null || (slots.length <= wanted && (start === 0 || span >= MOST_SLOTS))) return null;
        span = Math.min(MOST_SLOTS, span * 2);
      } while (slots.length <= wanted);
      from = { slot: slots[slots.length - 1 - wanted] as number, height: from.height - wanted };
    }
    this.note(from);
    return from.slot;
  }

  /** The slots with blocks between two, both included, by the word of as many as must agree. */
  private list(start: number, end: number, tip: Place): Promise<number[] | null> {
    return this.endpoints.agree(`which slots from ${start} to ${end} have blocks`, async (rpc) => {
      const slots = await listAt(rpc, start, end);
      if (slots.at(-1) === end) return slots;
      // One that has not come so far does not know of all. The tip is a block, whatever else is skipped.
      if (end === tip.slot) return null;
      const reached = count(await rpc.call('getSlot', [{ commitment: 'finalized' }]));
      return reached < end ? null : listAt(rpc, start, end);
    });
  }
}

async function listAt(rpc: Rpc, start: number, end: number): Promise<number[]> {
  const slots = await rpc.call<unknown>('getBlocks', [start, end, { commitment: 'finalized' }]);
  if (!Array.isArray(slots)) throw unexpected('a list of slots', slots);
  return slots.map(count);
}
