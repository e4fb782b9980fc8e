import { CLEAR, type Subject, type Verdict } from '../../../packages/service/src/screening/screen.ts';
import { Unreachable } from './node-process.ts';

/** The screening provider of the simulated world: down now and then, and with a list of its own. */
export class ScreeningDesk {
  isDown = false;
  readonly listed = new Set<string>();

  async ask({ address }: Subject): Promise<Verdict> {
    if (this.isDown) throw new Unreachable('screening is down');
    return this.listed.has(address) ? { isHit: true, detail: 'on the list' } : CLEAR;
  }
}
