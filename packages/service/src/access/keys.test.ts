import { MESSAGE } from '@swapdesk/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { deskKey } from '../secrets/desk-key.ts';
import { secretBox } from '../secrets/sealed-secret.ts';
import type { Queryable } from '../store/database.ts';
import { transaction } from '../store/transaction.ts';
import { loadDirectory } from './directory.ts';
import type { KeyBounds } from './key-bounds.ts';
import { changeKey, createKey, listKeys, rotateKey } from './keys.ts';

let store: TestDatabase;
beforeAll(async () => {
  store = await createTestDatabase();
});
afterAll(() => store.drop());

describe('an API key', () => {
  it('has a secret that is nowhere in the store, and that the service knows', async () => {
    const box = secretBox(deskKey(Buffer.alloc(32, 3)), 'API secrets');
    const { key, secret } = await transaction(store.database, (client) => createKey(client, box, 'shop', 0));
    const { rows } = await store.database.query('SELECT k::text AS k FROM api_key k');
    const written = rows.map(({ k }) => k).join();
    expect(written).toContain(key);
    for (const form of [secret, Buffer.from(secret).toString('hex'), Buffer.from(secret).toString('base64')])
      expect(written).not.toContain(form);
    expect((await loadDirectory(store.database, box)).key(key)?.secret).toBe(secret);
    const other = secretBox(deskKey(Buffer.alloc(32, 4)), 'API secrets');
    expect((await loadDirectory(store.database, other)).key(key)).toBeUndefined();
  });

  it('is made for no account of nobody: it would show the orders of all who have no key', async () => {
    const box = secretBox(deskKey(Buffer.alloc(32, 3)), 'API secrets');
    const made = transaction(store.database, (client) => createKey(client, box, 'anonymous', 0));
    await expect(made).rejects.toMatchObject({ reply: MESSAGE.keyOfNobody });
  });

  it('is never known without its account, though both are made while the directory is read', async () => {
    const box = secretBox(deskKey(Buffer.alloc(32, 3)), 'API secrets');
    const made: string[] = [];
    const meanwhile = {
      query: async (...asked: Parameters<typeof store.database.query>) => {
        const answer = await store.database.query(...asked);
        const name = `shop ${made.length}`;
        made.push((await transaction(store.database, (client) => createKey(client, box, name, 0))).key);
        return answer;
      },
    } as unknown as Queryable;
    const directory = await loadDirectory(meanwhile, box);
    expect(made.length).toBeGreaterThan(1);
    for (const key of made) {
      const known = directory.key(key);
      if (known !== undefined) expect(known.account.name).toMatch(/^shop/);
    }
    expect((await loadDirectory(store.database, box)).key(made[0] as string)?.account.name).toBe('shop 0');
  });
});

describe('the bounds of a key', () => {
  const box = secretBox(deskKey(Buffer.alloc(32, 3)), 'API secrets');
  const inStore = <Result>(work: (client: Queryable) => Promise<Result>) => transaction(store.database, work);
  const known = async (key: string) => (await loadDirectory(store.database, box)).key(key);
  const BOUNDS: KeyBounds = {
    label: 'page server',
    scopes: ['quote', 'place'],
    addresses: ['203.0.113.0/24'],
    expiresAt: 5_000,
  };

  it('are kept, changed one by one, and said as they were and are', async () => {
    const { key } = await inStore((client) => createKey(client, box, 'bounded', 1_000, BOUNDS));
    expect(await known(key)).toMatchObject({
      bounds: { scopes: new Set(['quote', 'place']), expiresAt: 5_000 },
    });
    expect(await inStore((client) => changeKey(client, key, { scopes: ['read'] }, 2_000))).toEqual([
      { what: 'may', before: 'quote, place', after: 'read' },
    ]);
    expect(
      await inStore((client) => changeKey(client, key, { expiresAt: null, addresses: [] }, 2_000)),
    ).toEqual([
      { what: 'from', before: '203.0.113.0/24', after: 'anywhere' },
      { what: 'ends', before: '1970-01-01T01:23:20.000Z', after: 'never' },
    ]);
    expect(await inStore((client) => changeKey(client, key, {}, 2_000))).toEqual([]);
    expect((await listKeys(store.database)).find((row) => row.key === key)).toMatchObject({
      label: 'page server',
      scopes: ['read'],
      addresses: [],
      expires_at: null,
    });
  });

  it.each([
    ['no scope', { scopes: [] }, 'a key has to be for something: quote, place, read, manage'],
    ['an end in the past', { expiresAt: 999 }, 'the key would have ended already'],
    ['a name instead of an address', { addresses: ['example.org'] }, 'addresses are written as'],
    ['a network of everybody', { addresses: ['0.0.0.0/0'] }, 'addresses are written as'],
  ] as const)('are refused with %s, for a new key and for one that there is', async (_what, wrong, says) => {
    const making = inStore((client) => createKey(client, box, 'wrong', 1_000, { ...BOUNDS, ...wrong }));
    await expect(making).rejects.toThrow(says);
    const { key } = await inStore((client) => createKey(client, box, 'right', 1_000, BOUNDS));
    await expect(inStore((client) => changeKey(client, key, wrong, 1_000))).rejects.toThrow(says);
  });

  it('go over to the key that replaces it, which both count until the old one ends', async () => {
    const { key, secret } = await inStore((client) => createKey(client, box, 'rotated', 1_000, BOUNDS));
    const { made, endsAt } = await inStore((client) =>
      rotateKey(client, box, key, { now: 2_000, keepS: 600 }),
    );
    expect(endsAt).toBe(2_600);
    expect(made.secret).not.toBe(secret);
    expect(await known(key)).toMatchObject({ secret, bounds: { expiresAt: 2_600 } });
    expect(await known(made.key)).toMatchObject({
      account: { name: 'rotated' },
      bounds: { expiresAt: 5_000 },
    });
    // Not longer than it would have been valid.
    const again = await inStore((client) => rotateKey(client, box, made.key, { now: 4_900, keepS: 600 }));
    expect(again.endsAt).toBe(5_000);
    await expect(
      inStore((client) => rotateKey(client, box, key, { now: 2_600, keepS: 600 })),
    ).rejects.toThrow('the API key has expired');
  });
});
