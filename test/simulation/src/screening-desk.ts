import { CLEAR, type Subject, type Verdict } from '../../../packages/service/src/screening/screen.ts';
import { Unreachable } from './node-process.ts';
import type { Random } from './random.ts';

/** Of the receivers that it is asked about for the first time, so many are listed in a world that stops much. */
const OFTEN = 0.4;

/** The screening provider of the simulated world: down now and then, and with a list of its own. */
export class ScreeningDesk {
  isDown = false;
  readonly listed = new Set<string>();
  private readonly asked = new Set<string>();
  /** Null: nobody is listed but those who are from the start. */
  private readonly random: Random | null;

  constructor(random: Random | null) {
    this.random = random;
  }

  async ask({ address }: Subject): Promise<Verdict> {
    if (this.isDown) throw new Unreachable('screening is down');
    if (this.random !== null && address.startsWith('receiver-') && !this.asked.has(address)) {
      this.asked.add(address);
      if (this.random.chance(OFTEN)) this.listed.add(address);
    }
    return this.listed.has(address) ? { isHit: true, detail: 'on the list' } : CLEAR;
  }
}
