import type { Database } from '../store/database.ts';

const MINUTE_S = 60;

/** When keys were used last, as this process saw it: told to the store now and then, since no request should write for it. */
export class LastUses {
  private readonly used = new Map<string, number>();

  note(key: string, now: number): void {
    this.used.set(key, now - (now % MINUTE_S));
  }

  /** Writes down what is new. What cannot be is told again the next time. */
  async tell(database: Database): Promise<void> {
    if (this.used.size === 0) return;
    const told = [...this.used];
    await database.query(
      `INSERT INTO api_key_use (key, used_at) SELECT * FROM unnest($1::text[], $2::bigint[]) AS used (key, used_at) ORDER BY key
       ON CONFLICT (key) DO UPDATE SET used_at = excluded.used_at WHERE api_key_use.used_at < excluded.used_at`,
      [told.map(([key]) => key), told.map(([, at]) => at)],
    );
    for (const [key, at] of told) if (this.used.get(key) === at) this.used.delete(key);
  }
}
