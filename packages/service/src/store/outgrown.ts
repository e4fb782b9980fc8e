import { type Repeating, repeat } from '../repeat.ts';
import { readApplied, whyNot } from './applied.ts';
import type { Queryable } from './database.ts';
import { knownMigrations } from './migrations.ts';

const LOOK_MS = 1_000;

/** Whether a store has moved on beyond what this program bears, while it runs. */
export class Outgrown {
  private readonly known: readonly string[];
  private said: string | null = null;
  private tell: (why: string) => void = () => {};
  /** Resolves with why, when it has. */
  readonly told: Promise<string>;

  private constructor(known: readonly string[]) {
    this.known = known;
    this.told = new Promise((resolve) => {
      this.tell = resolve;
    });
  }

  /** For what this program knows now: its files may be replaced while it runs. */
  static async watch(): Promise<Outgrown> {
    return new Outgrown(await knownMigrations());
  }

  /** Null as long as it has not. */
  get why(): string | null {
    return this.said;
  }

  async look(client: Queryable): Promise<void> {
    this.said ??= whyNot(await readApplied(client), this.known);
    if (this.said !== null) this.tell(this.said);
  }

  /** Looks again and again, where nobody else says when to. */
  keepLooking(client: Queryable, onError: (error: unknown) => void): Repeating {
    return repeat(() => this.look(client), LOOK_MS, onError);
  }
}
