import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RateLimiter, TooManyRequests } from './rate-limit.ts';
import { type CallerNotice, SharedLimits, TELL_MS } from './shared-limits.ts';
import { StreamCounts } from './stream-counts.ts';

const T = 1_700_000_000_000;
const PER_MINUTE = 60;
const PER_MS = PER_MINUTE / 60_000;
const WHO = 'ip:1.2.3.4';

interface Post {
  readonly at: number;
  readonly to: number;
  readonly notice: CallerNotice;
}

/** Nodes that tell each other what they let through, each word with a delay of its own. */
class Nodes {
  now = T;
  readonly all: { limiter: RateLimiter; streams: StreamCounts; limits: SharedLimits }[];
  private readonly delays: () => number;
  private post: Post[] = [];
  private nextTick = T + TELL_MS;

  constructor(many: number, delays: () => number = () => 0) {
    this.delays = delays;
    this.all = Array.from({ length: many }, () => {
      const [limiter, streams] = [new RateLimiter(), new StreamCounts()];
      return {
        limiter,
        streams,
        limits: new SharedLimits({ limiter, streams, perMinute: () => PER_MINUTE }),
      };
    });
  }

  /** Lets time pass, and what is told and heard in it happen in its order. */
  pass(ms: number): void {
    const until = this.now + ms;
    for (;;) {
      this.post.sort((a, b) => a.at - b.at);
      const next = Math.min(this.nextTick, this.post[0]?.at ?? Number.POSITIVE_INFINITY);
      if (next > until) break;
      this.now = next;
      if (next === this.nextTick) this.tick();
      else this.deliver(this.post.shift() as Post);
    }
    this.now = until;
  }

  spend(node: number, weight: number): boolean {
    try {
      this.all[node]?.limiter.spend(WHO, weight, PER_MINUTE, this.now);
      return true;
    } catch (error) {
      if (error instanceof TooManyRequests) return false;
      throw error;
    }
  }

  private tick(): void {
    this.nextTick += TELL_MS;
    this.all.forEach(({ limits }, from) => {
      const notice = limits.notice(this.now);
      if (notice === null) return;
      for (const to of this.all.keys())
        if (to !== from) this.post.push({ at: this.now + this.delays(), to, notice });
    });
  }

  private deliver({ to, notice }: Post): void {
    this.all[to]?.limits.hear(notice, this.now);
  }
}

describe('the allowance of a caller on several nodes', () => {
  it('is one in the long run: beyond it goes no more than what nodes let through before they hear', () => {
    const call = fc.record({
      node: fc.nat(3),
      weight: fc.integer({ min: 1, max: 20 }),
      afterMs: fc.nat(2_000),
    });
    const property = fc.property(
      fc.integer({ min: 1, max: 4 }),
      fc.array(call, { minLength: 100, maxLength: 400 }),
      fc.array(fc.nat(1_500), { minLength: 1, maxLength: 20 }),
      (many, calls, delays) => {
        let words = 0;
        const nodes = new Nodes(many, () => delays[words++ % delays.length] as number);
        const lateMs = TELL_MS + Math.max(...delays);
        // What one of them lets through before the others hear: all that it has, and what they are never told of so little.
        const late = PER_MINUTE + lateMs * PER_MS + PER_MINUTE / 100;
        let spent = 0;
        for (const { node, weight, afterMs } of calls) {
          nodes.pass(afterMs);
          if (nodes.spend(node % many, weight)) spent += weight;
          const allowance = PER_MINUTE + (nodes.now - T) * PER_MS;
          expect(spent).toBeLessThanOrEqual(allowance + (many - 1) * late + 1e-6);
        }
      },
    );
    fc.assert(property);
  });

  it('is left alone by those who spend no more than it, whichever nodes they ask', () => {
    const property = fc.property(fc.array(fc.nat(3), { maxLength: 300 }), (asked) => {
      const nodes = new Nodes(4, () => 500);
      for (const node of asked) {
        nodes.pass(1_000);
        expect(nodes.spend(node, 1)).toBe(true);
      }
    });
    fc.assert(property);
  });

  it('is used up everywhere a moment after it was used up on one', () => {
    const nodes = new Nodes(2);
    expect(nodes.spend(0, PER_MINUTE)).toBe(true);
    nodes.pass(TELL_MS);
    expect(nodes.spend(1, 1)).toBe(false);
    nodes.pass(1_100);
    expect(nodes.spend(1, 1)).toBe(true);
  });

  it('that was spent twice in one moment is owed, and waited for', () => {
    const nodes = new Nodes(2);
    expect([nodes.spend(0, PER_MINUTE), nodes.spend(1, PER_MINUTE)]).toEqual([true, true]);
    nodes.pass(59_000);
    expect([nodes.spend(0, 1), nodes.spend(1, 1)]).toEqual([false, false]);
    nodes.pass(3_000);
    expect(nodes.spend(0, 1)).toBe(true);
  });

  it('is taken for what is known only afterwards, on all nodes', () => {
    const nodes = new Nodes(2);
    nodes.all[0]?.limiter.penalize(WHO, 2 * PER_MINUTE, PER_MINUTE, nodes.now);
    nodes.pass(TELL_MS);
    expect(nodes.spend(1, 1)).toBe(false);
  });
});

describe('a notice', () => {
  it('is not made of nothing, nor of what is not worth telling', () => {
    const [limiter, streams] = [new RateLimiter(), new StreamCounts()];
    const limits = new SharedLimits({ limiter, streams, perMinute: () => 1_200 });
    expect(limits.notice(T)).toBeNull();
    limiter.spend(WHO, 11, 1_200, T);
    streams.open(WHO);
    expect(limits.notice(T)).toBeNull();
    limiter.spend(WHO, 1, 1_200, T);
    expect(limits.notice(T)).toMatchObject({ spent: [[WHO, 12]], streams: [] });
    expect(limits.notice(T)).toBeNull();
  });

  it('that comes back to whoever made it is not heard', () => {
    const nodes = new Nodes(1);
    nodes.spend(0, 31);
    const { limits } = nodes.all[0] as Nodes['all'][number];
    limits.hear(limits.notice(T) as CallerNotice, T);
    expect(nodes.spend(0, 29)).toBe(true);
  });

  it('names no more than a thousand callers, and the others in the next', () => {
    const [limiter, streams] = [new RateLimiter(), new StreamCounts()];
    const limits = new SharedLimits({ limiter, streams, perMinute: () => PER_MINUTE });
    for (let n = 0; n < 1_500; n++) limiter.spend(`ip:${n}`, 5, PER_MINUTE, T);
    expect(limits.notice(T)?.spent.length).toBe(1_000);
    expect(limits.notice(T)?.spent.length).toBe(500);
    expect(limits.notice(T)).toBeNull();
  });
});

describe('the streams of a caller on several nodes', () => {
  const openOn = (nodes: Nodes, node: number, many: number) => {
    for (let n = 0; n < many; n++) nodes.all[node]?.streams.open(WHO);
  };
  const seenBy = (nodes: Nodes, node: number) => nodes.all[node]?.streams.of(WHO, nodes.now);

  it('are counted on each, and fewer when some are closed', () => {
    const nodes = new Nodes(3);
    openOn(nodes, 0, 40);
    openOn(nodes, 1, 50);
    nodes.pass(TELL_MS);
    expect([0, 1, 2].map((node) => seenBy(nodes, node))).toEqual([90, 90, 90]);
    for (let n = 0; n < 39; n++) nodes.all[0]?.streams.close(WHO);
    nodes.pass(TELL_MS);
    // The last one is not worth telling.
    expect([0, 1, 2].map((node) => seenBy(nodes, node))).toEqual([51, 50, 50]);
  });

  it('are no more than one may have, and of no more callers than there is room for, whatever a node tells', () => {
    const streams = new StreamCounts();
    streams.hear('a', [WHO, 1e308], T);
    expect(streams.of(WHO, T)).toBe(100);
    for (let n = 0; n < 100_000; n++) streams.hear('a', [`ip:${n}`, 5], T);
    expect([streams.of(WHO, T), streams.of('ip:0', T), streams.of('ip:99999', T)]).toEqual([0, 5, 5]);
  });

  it('stay counted for as long as the node is there that has them, and no longer', () => {
    const nodes = new Nodes(2);
    openOn(nodes, 0, 40);
    nodes.pass(120_000);
    expect(seenBy(nodes, 1)).toBe(40);
    // It is gone without a word.
    nodes.all.shift();
    nodes.pass(20_000);
    expect(seenBy(nodes, 0)).toBe(0);
  });
});
