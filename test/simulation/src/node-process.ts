import type { EventLog } from './event-log.ts';
import type { Random } from './random.ts';
import type { Weather } from './weather.ts';

/** What a dead node throws, whatever it is asked. */
export class Crashed extends Error {
  override readonly name = 'Crashed';
}

/** A lost call or answer. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

/**
 * The process of a node as the scheduler sees it: it runs until its work is done, or until an effect makes it stop for
 * a while. Only one process of a run is ever moving, so the same seed gives the same run.
 */
export class NodeProcess {
  readonly name: string;
  isDead = false;
  /** Transactions that it has begun and not ended. */
  openTransactions = 0;
  weather: Weather;
  readonly random: Random;
  private readonly log: EventLog;
  private wake: (() => void) | null = null;
  private tell: (state: 'done' | 'paused') => void = () => {};
  /** What the server does when a client hangs up: it is awaited before anybody else moves. */
  private readonly hangUps: Promise<unknown>[] = [];
  private lastEffect: Promise<unknown> = Promise.resolve();

  constructor(name: string, random: Random, weather: Weather, log: EventLog) {
    this.name = name;
    this.random = random;
    this.weather = weather;
    this.log = log;
  }

  get isPaused(): boolean {
    return this.wake !== null;
  }

  /** Runs work until it is done or stops for a while. The work must not throw. */
  async start(work: () => Promise<void>): Promise<void> {
    await new Promise<'done' | 'paused'>((resolve) => {
      this.tell = resolve;
      void work().finally(() => this.tell('done'));
    });
    await Promise.all(this.hangUps.splice(0));
  }

  /** Lets a node that has stopped go on. */
  async resume(): Promise<void> {
    const wake = this.wake as () => void;
    this.wake = null;
    if (!this.isDead) this.log.say(`${this.name} goes on`);
    await new Promise<'done' | 'paused'>((resolve) => {
      this.tell = resolve;
      wake();
    });
    await Promise.all(this.hangUps.splice(0));
  }

  /** The process is ended from outside, wherever it is. */
  async kill(): Promise<void> {
    this.isDead = true;
    this.log.say(`${this.name} is ended`);
    if (this.isPaused) await this.resume();
  }

  hangUp(cleaning: Promise<unknown>): void {
    this.hangUps.push(cleaning);
    // Whatever it does next comes after that, or two runs of one seed would differ.
    this.lastEffect = Promise.all([this.lastEffect, cleaning]);
  }

  /** Every effect of a node goes through here, one after the other, also those that it begins at the same moment. */
  effect<T>(what: string, inTransaction: boolean, perform: () => Promise<T>): Promise<T> {
    const effect = this.lastEffect.then(() => this.oneEffect(what, inTransaction, perform));
    this.lastEffect = effect.catch(() => {});
    return effect;
  }

  /** Before and after it the node may die; before it, it may stop. */
  private async oneEffect<T>(what: string, inTransaction: boolean, perform: () => Promise<T>): Promise<T> {
    if (this.isDead) throw new Crashed(this.name);
    if (this.random.chance(this.weather.crash / 2)) this.die(`before ${what}`);
    const { pause, pauseInTransaction } = this.weather;
    if (this.random.chance(inTransaction ? pauseInTransaction : pause)) await this.pause(what);
    if (this.isDead) throw new Crashed(this.name);
    const result = await perform();
    if (this.random.chance(this.weather.crash / 2)) this.die(`after ${what}`);
    return result;
  }

  private die(when: string): never {
    this.isDead = true;
    this.log.say(`${this.name} dies ${when}`);
    throw new Crashed(`${this.name} died ${when}`);
  }

  private pause(what: string): Promise<void> {
    this.log.say(`${this.name} stops before ${what}`);
    return new Promise((resolve) => {
      this.wake = resolve;
      this.tell('paused');
    });
  }
}
