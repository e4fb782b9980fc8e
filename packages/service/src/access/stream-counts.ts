import type { Share } from './rate-limit.ts';

/** More than the pages that one person, or one office behind one address, has open, on all nodes. */
export const MOST_PER_CALLER = 100;
/** Callers of whom others may tell. When there are more, the one told of longest ago is forgotten. */
const MOST_CALLERS = 100_000;
/** Fewer streams of a caller than this are not worth telling: most have one. */
const NOTICEABLE = 3;
/** What a node has told and not repeated for so long counts no more: it is gone. */
const FORGET_MS = 15_000;

interface Told {
  readonly many: number;
  /** In milliseconds. */
  readonly at: number;
}

/** How many streams each caller has open: here, and on other nodes as far as these have told. */
export class StreamCounts {
  private readonly here = new Map<string, number>();
  /** Callers of whom others should hear, because it has changed. */
  private readonly changed = new Set<string>();
  /** Callers of whom others believe that they have some here. */
  private readonly told = new Set<string>();
  /** By caller, then by node. */
  private readonly elsewhere = new Map<string, Map<string, Told>>();

  of(scope: string, nowMs: number): number {
    let many = this.here.get(scope) ?? 0;
    for (const told of this.elsewhere.get(scope)?.values() ?? [])
      if (nowMs - told.at <= FORGET_MS) many += told.many;
    return many;
  }

  open(scope: string): void {
    this.set(scope, (this.here.get(scope) ?? 0) + 1);
  }

  close(scope: string): void {
    this.set(scope, Math.max(0, (this.here.get(scope) ?? 0) - 1));
  }

  /** What others should hear now, so many callers at most: what has changed, or with `again` everything, as they forget. */
  untold(most: number, again: boolean): Share[] {
    if (again) for (const scope of this.told) this.changed.add(scope);
    const shares: Share[] = [];
    for (const scope of this.changed) {
      if (shares.length === most) break;
      this.changed.delete(scope);
      const many = this.here.get(scope) ?? 0;
      const isWorthTelling = many >= NOTICEABLE;
      if (isWorthTelling) this.told.add(scope);
      else if (!this.told.delete(scope)) continue;
      shares.push([scope, isWorthTelling ? many : 0]);
    }
    return shares;
  }

  /** Takes what another node says of a caller, in place of what it said before. */
  hear(node: string, [scope, many]: Share, nowMs: number): void {
    const nodes = this.elsewhere.get(scope) ?? new Map<string, Told>();
    if (many > 0) nodes.set(node, { many: Math.min(many, MOST_PER_CALLER), at: nowMs });
    else nodes.delete(node);
    // Deleted and set again, so that the map stays in order of the last word.
    this.elsewhere.delete(scope);
    if (nodes.size > 0) this.elsewhere.set(scope, nodes);
    if (this.elsewhere.size > MOST_CALLERS)
      this.elsewhere.delete(this.elsewhere.keys().next().value as string);
  }

  /** Forgets what nodes have not repeated. */
  forget(nowMs: number): void {
    for (const [scope, nodes] of this.elsewhere) {
      for (const [node, { at }] of nodes) if (nowMs - at > FORGET_MS) nodes.delete(node);
      if (nodes.size === 0) this.elsewhere.delete(scope);
    }
  }

  private set(scope: string, many: number): void {
    if (many > 0) this.here.set(scope, many);
    else this.here.delete(scope);
    if (many >= NOTICEABLE || this.told.has(scope)) this.changed.add(scope);
  }
}
