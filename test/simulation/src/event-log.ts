import type { VirtualClock } from './virtual-clock.ts';

/** All that happened in a run, in order. Two runs of one seed have the same. */
export class EventLog {
  readonly lines: string[] = [];
  private readonly clock: VirtualClock;

  constructor(clock: VirtualClock) {
    this.clock = clock;
  }

  say(text: string): void {
    this.lines.push(`${this.clock.now()} ${text}`);
  }
}
