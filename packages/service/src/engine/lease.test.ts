import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { type Lease, LeaseLost, renewLeases, returnLease, takeLease, underLease } from './lease.ts';

let store: TestDatabase;
beforeAll(async () => {
  store = await createTestDatabase();
});
afterAll(() => store.drop());
beforeEach(async () => {
  await store.database.query('TRUNCATE lease; DELETE FROM setting');
});

const take = (holder: string, now: number) => takeLease(store.database, 'work', holder, now, 6);
const write = (lease: Lease, value: number) =>
  underLease(store.database, lease, (client) =>
    client.query(
      `INSERT INTO setting (name, value) VALUES ('test', $1) ON CONFLICT (name) DO UPDATE SET value = $1`,
      [value],
    ),
  );
const written = async () => {
  const { rows } = await store.database.query(`SELECT value FROM setting WHERE name = 'test'`);
  return rows[0]?.value as number | undefined;
};

/** Resolves when told to. */
function gate(): { open: () => void; opened: Promise<void> } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

describe('a lease', () => {
  it('has one holder, however many ask at once', async () => {
    // Whether two meet at the very same moment is luck: so often it is sure.
    for (let round = 0; round < 40; round++) {
      const all = await Promise.all(
        Array.from({ length: 20 }, (_, n) => takeLease(store.database, `work ${round}`, `node ${n}`, 100, 6)),
      );
      expect(all.filter((lease) => lease !== null).length).toBe(1);
    }
  });

  it('is renewed by its holder, with the same token', async () => {
    const first = await take('a', 100);
    expect(await take('a', 104)).toEqual(first);
    expect(await take('b', 109)).toBeNull();
  });

  it('is taken over when it has run out, not before, with a token that has grown', async () => {
    const first = (await take('a', 100)) as Lease;
    expect(await take('b', 106)).toBeNull();
    const second = (await take('b', 107)) as Lease;
    expect(second.token).toBe(first.token + 1);
    const third = (await take('a', 114)) as Lease;
    expect(third.token).toBe(second.token + 1);
  });

  it('is taken over at once when it was given back', async () => {
    await returnLease(store.database, (await take('a', 100)) as Lease);
    expect((await take('b', 100))?.holder).toBe('b');
  });

  it('that was lost cannot be given back', async () => {
    const lost = (await take('a', 100)) as Lease;
    await take('b', 107);
    await returnLease(store.database, lost);
    expect(await take('c', 108)).toBeNull();
  });
});

describe('whoever has lost their lease', () => {
  it('writes nothing any more', async () => {
    const lost = (await take('a', 100)) as Lease;
    await write(lost, 1);
    const held = (await take('b', 107)) as Lease;
    await expect(write(lost, 2)).rejects.toBeInstanceOf(LeaseLost);
    expect(await written()).toBe(1);
    await write(held, 3);
    expect(await written()).toBe(3);
  });

  it('writes nothing with an old token even after getting it back', async () => {
    const old = (await take('a', 100)) as Lease;
    await take('b', 107);
    await take('a', 114);
    await expect(write(old, 2)).rejects.toBeInstanceOf(LeaseLost);
  });

  it('cannot lose it in the midst of a transaction: the taker waits for the commit', async () => {
    const first = (await take('a', 100)) as Lease;
    const [begun, finish] = [gate(), gate()];
    const writing = underLease(store.database, first, async (client) => {
      begun.open();
      await finish.opened;
      await client.query(`INSERT INTO setting (name, value) VALUES ('test', 1)`);
    });
    await begun.opened;
    let seen: number | undefined;
    const taking = take('b', 107).then(async (lease) => {
      seen = await written();
      return lease;
    });
    // The taker is waiting for the row that the writer has locked.
    for (let isWaiting = false; !isWaiting; ) {
      const { rows } = await store.database.query(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      isWaiting = rows.length > 0;
    }
    finish.open();
    await writing;
    expect((await taking)?.token).toBe(first.token + 1);
    expect(seen).toBe(1);
  });

  it('and is cut off in the midst of a transaction leaves nothing behind', async () => {
    const first = (await take('a', 100)) as Lease;
    const failed = underLease(store.database, first, async (client) => {
      await client.query(`INSERT INTO setting (name, value) VALUES ('test', 1)`);
      throw new Error('cut off');
    });
    await expect(failed).rejects.toThrow('cut off');
    expect(await written()).toBeUndefined();
  });
});

describe('by the database’s clock', () => {
  const takeNow = (holder: string) => takeLease(store.database, 'work', holder, null, 6);
  const move = (seconds: number) => store.database.query('UPDATE lease SET until = until + $1', [seconds]);

  it('a lease is held, and taken over when it has run out', async () => {
    expect((await takeNow('a'))?.token).toBe(1);
    expect(await takeNow('b')).toBeNull();
    await move(-8);
    expect((await takeNow('b'))?.token).toBe(2);
  });

  it('one that ends later than any lease can is taken at once: the clock that made it was wrong', async () => {
    const first = (await takeNow('a')) as Lease;
    await move(3_700);
    const second = (await takeNow('b')) as Lease;
    expect(second.token).toBe(first.token + 1);
    expect(await takeNow('c')).toBeNull();
  });

  it('it is renewed in the midst of a transaction of its holder, and still cannot change hands there', async () => {
    const first = (await takeNow('a')) as Lease;
    await underLease(store.database, first, async () => {
      await move(-4);
      expect(await renewLeases(store.database, [first], 6)).toEqual(new Set(['work']));
      expect(await takeNow('b')).toBeNull();
    });
    await takeNow('a');
    await move(-8);
    const begun = gate();
    const end = gate();
    const writing = underLease(store.database, first, async () => {
      begun.open();
      await end.opened;
    });
    await begun.opened;
    let isTaken = false;
    const taking = takeNow('b').then((lease) => {
      isTaken = true;
      return lease;
    });
    expect(await renewLeases(store.database, [first], 6)).toEqual(new Set(['work']));
    expect(isTaken).toBe(false);
    end.open();
    await writing;
    // Whoever waited finds that it was renewed meanwhile.
    expect(await taking).toBeNull();
  });

  it('one that was lost is not renewed', async () => {
    const lost = (await takeNow('a')) as Lease;
    await move(-8);
    await takeNow('b');
    expect(await renewLeases(store.database, [lost], 6)).toEqual(new Set());
  });
});
