import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { deskKey } from '../secrets/desk-key.ts';
import { open, type SealKey, seal } from './seal.ts';
import { loadSealKeys, rotateSealKeys, sealingKey } from './seal-keys.ts';

const START = 1_700_000_000;
const HOUR = 3_600;
const DESK_KEY = deskKey(Buffer.alloc(32, 1));

let store: TestDatabase;
let now = START;
const clock = () => now;

beforeAll(async () => {
  store = await createTestDatabase();
});
afterAll(() => store.drop());
beforeEach(async () => {
  await store.database.query('DELETE FROM seal_key');
  now = START;
});

const rotate = () => rotateSealKeys(store.database, clock);
const load = () => loadSealKeys(store.database, DESK_KEY);

describe('seal keys', () => {
  it('are made when there is none, of 32 random bytes', async () => {
    await rotate();
    const [key, ...more] = await load();
    expect(more).toEqual([]);
    expect(key?.key).toHaveLength(32);
    expect(key?.createdAt).toBe(START);
    expect(new Set(key?.key).size).toBeGreaterThan(8);
  });

  it('are made by one node only, however many start at once', async () => {
    await Promise.all(Array.from({ length: 8 }, rotate));
    expect(await load()).toHaveLength(1);
  });

  it('are left alone for an hour, then a newer one comes first', async () => {
    await rotate();
    const [first] = await load();
    now = START + HOUR - 1;
    await rotate();
    expect(await load()).toHaveLength(1);
    now = START + HOUR;
    await rotate();
    const keys = await load();
    expect(keys).toHaveLength(2);
    expect(keys[1]).toEqual(first);
    expect(keys[0]?.key.equals(first?.key as Buffer)).toBe(false);
  });

  it('are not what the store holds, nor what another desk makes of it', async () => {
    await rotate();
    const [key] = (await load()) as [SealKey];
    const { rows } = await store.database.query('SELECT key FROM seal_key');
    const others = (await loadSealKeys(store.database, deskKey(Buffer.alloc(32, 2)))) as [SealKey];
    for (const known of [rows[0].key as Buffer, others[0].key])
      expect(open([key], seal({ ...key, key: known }, 'a quote'))).toBeNull();
    expect(open(await load(), seal(key, 'a quote'))).toBe('a quote');
  });

  it('are told to every node when they change', async () => {
    const version = async () =>
      (await store.database.query(`SELECT version FROM change WHERE topic = 'seal'`)).rows[0].version;
    const before = await version();
    await rotate();
    expect(await version()).toBeGreaterThan(before);
  });

  it('go in the end: a day of rotation leaves a few', async () => {
    for (; now < START + 24 * HOUR; now += 60) await rotate();
    const keys = await load();
    expect(keys.length).toBeLessThanOrEqual(3);
    expect(keys.length).toBeGreaterThanOrEqual(2);
  });

  it('open every token for as long as it lives, at any moment of a day of rotation', async () => {
    const sealed: { token: string; at: number }[] = [];
    for (; now < START + 5 * HOUR; now += 60) {
      await rotate();
      for (const { token, at } of sealed.splice(0)) {
        if (now - at <= 60) expect(open(await load(), token)).toBe(String(at));
      }
      sealed.push({ token: seal(sealingKey(await load(), now), String(now)), at: now });
    }
  });

  it('open a token that was sealed just before a rotation that came hours late', async () => {
    await rotate();
    now = START + 3 * HOUR;
    const token = seal(sealingKey(await load(), now), 'a quote');
    now += 1;
    await rotate();
    expect(open(await load(), token)).toBe('a quote');
  });
});

describe('the key to seal with', () => {
  const key = (id: number, createdAt: number) => ({ id, key: Buffer.alloc(32, id), createdAt });

  it('is the newest that every node has had five seconds to learn', () => {
    const keys = [key(2, START), key(1, START - HOUR)];
    expect(sealingKey(keys, START).id).toBe(1);
    expect(sealingKey(keys, START + 4).id).toBe(1);
    expect(sealingKey(keys, START + 5).id).toBe(2);
  });

  it('is the only one where there is but one', () => {
    expect(sealingKey([key(1, START)], START).id).toBe(1);
  });

  it('must exist', () => {
    expect(() => sealingKey([], START)).toThrow('no seal key');
  });
});
