import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { readReplication, whyLossy } from './replication.ts';

let store: TestDatabase;
beforeAll(async () => {
  store = await createTestDatabase(1);
});
afterAll(() => store.drop());

describe('what is acknowledged', () => {
  it('cannot be lost by a promotion where nobody follows', async () => {
    const alone = await readReplication(store.database);
    expect(alone).toEqual({ standbys: 0, waitsFor: '', commit: 'on' });
    expect(whyLossy(alone)).toBe(null);
  });

  it('can be where standbys follow and no commit waits for one', () => {
    const follow = (standbys: number) => whyLossy({ standbys, waitsFor: '', commit: 'on' });
    expect(follow(1)).toMatch(/^1 standby follows, but no commit waits/);
    expect(follow(2)).toMatch(/^2 standbys follow, but no commit waits/);
  });

  it('can be where a commit does not wait until it is on the disk of a standby', () => {
    const commit = (how: string) => whyLossy({ standbys: 2, waitsFor: '"two"', commit: how }) === null;
    expect(['on', 'remote_apply'].map(commit)).toEqual([true, true]);
    expect(['off', 'local', 'remote_write'].map(commit)).toEqual([false, false, false]);
    // Also before the first standby is there.
    expect(whyLossy({ standbys: 0, waitsFor: '*', commit: 'local' })).toMatch('synchronous_commit is local');
  });

  it('is looked at as each connection has it', async () => {
    await store.database.query('SET synchronous_commit = off');
    expect((await readReplication(store.database)).commit).toBe('off');
  });
});
