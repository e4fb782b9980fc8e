import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { followChanges, type Topic } from './changes.ts';

let store: TestDatabase;
beforeAll(async () => {
  store = await createTestDatabase();
});
afterAll(() => store.drop());

/** Loaders that count, and say when they have been called so often. */
class Loads {
  readonly counts: Record<Topic, number> = {
    catalogue: 0,
    access: 0,
    seal: 0,
    hold: 0,
    prices: 0,
    schema: 0,
    site: 0,
  };
  readonly errors: unknown[] = [];
  failing = false;
  private readonly watchers = new Set<() => void>();

  readonly loaders = {
    catalogue: () => this.load('catalogue'),
    access: () => this.load('access'),
    seal: () => this.load('seal'),
    hold: () => this.load('hold'),
    prices: () => this.load('prices'),
    site: () => this.load('site'),
    schema: () => this.load('schema'),
  };

  readonly onError = (error: unknown) => {
    this.errors.push(error);
    this.tell();
  };

  until(isDone: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (!isDone()) return;
        this.watchers.delete(look);
        resolve();
      };
      this.watchers.add(look);
      look();
    });
  }

  private async load(topic: Topic): Promise<void> {
    if (this.failing) throw new Error('not now');
    this.counts[topic]++;
    this.tell();
  }

  private tell(): void {
    for (const look of [...this.watchers]) look();
  }
}

describe('following changes', () => {
  it('loads everything once before it is ready', async () => {
    const loads = new Loads();
    const following = await followChanges(store.database, loads.loaders, loads.onError);
    expect(loads.counts).toEqual({
      catalogue: 1,
      access: 1,
      seal: 1,
      hold: 1,
      prices: 1,
      schema: 1,
      site: 1,
    });
    await following.stop();
  });

  it.each([
    ['an asset', 'catalogue', 'UPDATE asset SET can_send = NOT can_send WHERE id = 1'],
    ['a chain', 'catalogue', 'UPDATE chain SET confirmations = confirmations + 1 WHERE id = 1'],
    ['a setting', 'catalogue', `INSERT INTO setting (name, value) VALUES ('float_fee_ppm', 1)`],
    ['a setting that goes back to its default', 'catalogue', 'DELETE FROM setting'],
    ['an account', 'access', `UPDATE account SET float_fee_ppm = 5 WHERE id = 0`],
    ['a key', 'access', `INSERT INTO api_key (key, account_id, created_at) VALUES ('k', 0, 0)`],
    ['a revoked key', 'access', 'UPDATE api_key SET revoked_at = 1'],
    [
      'a seal key',
      'seal',
      `INSERT INTO seal_key (key, created_at) VALUES (decode(repeat('00', 32), 'hex'), 0)`,
    ],
  ] as const)('loads again soon when %s changes, and nothing else', async (_what, topic, statement) => {
    const loads = new Loads();
    const following = await followChanges(store.database, loads.loaders, loads.onError);
    const began = Date.now();
    await store.database.query(statement);
    await loads.until(() => loads.counts[topic] > 1);
    expect(Date.now() - began).toBeLessThan(3_000);
    await following.stop();
    const others = Object.entries(loads.counts).filter(([name]) => name !== topic);
    expect(others.map(([, count]) => count)).toEqual([1, 1, 1, 1, 1, 1]);
  });

  it('tries a load that failed again', async () => {
    const loads = new Loads();
    const following = await followChanges(store.database, loads.loaders, loads.onError);
    loads.failing = true;
    await store.database.query('UPDATE asset SET stable = stable');
    await loads.until(() => loads.errors.length > 0);
    loads.failing = false;
    await loads.until(() => loads.counts.catalogue === 2);
    await following.stop();
  });

  it('does not begin if the first load fails', async () => {
    const loads = new Loads();
    loads.failing = true;
    await expect(followChanges(store.database, loads.loaders, loads.onError)).rejects.toThrow('not now');
  });
});
