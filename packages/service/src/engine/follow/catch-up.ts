import type { BlockRef, Chain } from '../../chains/chain.ts';
import type { Engine } from '../context.ts';
import { lastFollowed } from '../followed.ts';
import type { Lease } from '../lease.ts';
import { step } from '../step.ts';
import { type Followed, followBlock } from './follow.ts';
import { BROKEN_ADVICE } from './links.ts';

/** Blocks that are followed in one round: other work of the chain waits no longer than that. */
const MOST_BLOCKS = 50;
/** The same in seconds, where answers are slow; and of who is far behind, and can pay nobody before the tip. */
const MOST_S = 2;
const MOST_BEHIND_S = 10;
/** Who is this far behind tells how far, every now and then. */
const FAR_BEHIND = 20;
const TELL_EVERY_S = 5;
/** In the middle of a reorganisation a node may contradict itself for a moment. */
const BROKEN_S = 60;

/** Follows a chain some blocks at a time. A stop comes between two blocks; the next start goes on there. */
export class CatchUp {
  private readonly chain: Chain;
  private atTip = false;
  private toldAt = 0;
  private toldHeight = 0;
  private isBehind = false;
  /** Since when the node contradicts itself; null if it does not. */
  private brokenAt: number | null = null;
  private isBrokenTold = false;

  constructor(chain: Chain) {
    this.chain = chain;
  }

  /** True if all that the node had when it was last asked has been followed. */
  get isAtTip(): boolean {
    return this.atTip;
  }

  /** Returns how many blocks were followed or undone; tells of each step as soon as it is committed. */
  async follow(engine: Engine, lease: Lease, onStep: (step: Followed) => void = () => {}): Promise<number> {
    const began = engine.clock();
    const mostS = this.isBehind ? MOST_BEHIND_S : MOST_S;
    this.atTip = false;
    let blocks = 0;
    let last: Followed['step'] = 'moved';
    let tip: BlockRef | undefined;
    while (blocks < MOST_BLOCKS && engine.clock() - began < mostS) {
      const facts = { 'swapdesk.chain': this.chain.name };
      const followed = await step(engine, 'follow a block', facts, () =>
        followBlock(engine, this.chain, lease, tip),
      );
      onStep(followed);
      ({ step: last, tip } = followed);
      // What has come since is for the next look: on a quick chain there would be no end.
      this.atTip = last === 'end' || followed.at.hash === tip.hash;
      if (last === 'moved') blocks++;
      if (last !== 'moved' || this.atTip) break;
    }
    this.tellBroken(engine, last === 'broken');
    if (blocks === MOST_BLOCKS || this.isBehind || engine.clock() - began >= mostS) await this.tell(engine);
    return blocks;
  }

  /** A node whose blocks do not link is never followed, however long one waits: told once, until they do. */
  private tellBroken(engine: Engine, isBroken: boolean): void {
    const now = engine.clock();
    this.brokenAt = isBroken ? (this.brokenAt ?? now) : null;
    if (this.brokenAt === null) this.isBrokenTold = false;
    else if (!this.isBrokenTold && now - this.brokenAt >= BROKEN_S) {
      this.isBrokenTold = true;
      engine.warn({ chain: this.chain.name, since: this.brokenAt }, `nothing is followed: ${BROKEN_ADVICE}`);
    }
  }

  private async tell(engine: Engine): Promise<void> {
    const now = engine.clock();
    if (this.isBehind && now - this.toldAt < TELL_EVERY_S) return;
    const height = (await lastFollowed(engine.database, this.chain.id))?.height ?? 0;
    const { height: tip } = await this.chain.tip();
    if (tip - height > FAR_BEHIND) {
      const rate = this.isBehind ? Math.round((height - this.toldHeight) / (now - this.toldAt)) : null;
      engine.tell(progressLine(this.chain.name, height, tip, rate));
      [this.isBehind, this.toldAt, this.toldHeight] = [true, now, height];
    } else if (this.isBehind) {
      engine.tell(`${this.chain.name}: caught up at block ${height.toLocaleString('en')}`);
      this.isBehind = false;
    }
  }
}

function progressLine(name: string, height: number, tip: number, rate: number | null): string {
  const left = tip - height;
  const pace =
    rate === null || rate <= 0
      ? ''
      : `, ${rate} a second, ${Math.ceil(left / rate).toLocaleString('en')} s left`;
  return `${name}: catching up, block ${height.toLocaleString('en')} of ${tip.toLocaleString('en')}, ${left.toLocaleString('en')} to go${pace}`;
}
