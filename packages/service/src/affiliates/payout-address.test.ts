import { MESSAGE } from '@swapdesk/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { findOrCreateAccount } from '../access/accounts.ts';
import { transaction } from '../store/transaction.ts';
import { namePayoutAddress, readPayoutAddress, undoPayoutAddress } from './payout-address.ts';

const NOW = 1_700_000_000;
const WAIT_S = 259_200;
const KEY = { name: 'key 1', via: 'interface' } as const;

let store: TestDatabase;
let accountId: number;
let accounts = 0;
beforeAll(async () => {
  store = await createTestDatabase();
});
afterAll(() => store.drop());
beforeEach(async () => {
  const made = await transaction(store.database, (client) =>
    findOrCreateAccount(client, `shop ${++accounts}`, NOW),
  );
  accountId = made.id;
});

const name = (address: string, now = NOW, waitS = WAIT_S) =>
  transaction(store.database, (client) =>
    namePayoutAddress(client, { accountId, assetId: 1, address }, KEY, { now, waitS }),
  );
const undo = (now: number) =>
  transaction(store.database, (client) => undoPayoutAddress(client, accountId, KEY, now));
const standing = async (now: number) => {
  const { current, waiting } = await readPayoutAddress(store.database, accountId, now);
  return [current?.address ?? null, waiting?.address ?? null];
};
const told = async () => {
  const { rows } = await store.database.query<{ type: string; address: string; at: number }>(
    `SELECT type, facts->>'address' AS address, at FROM account_told WHERE account_id = $1 ORDER BY id`,
    [accountId],
  );
  return rows.map(({ type, address, at }) => `${at - NOW} ${type.split('_')[1]} ${address}`);
};

it('an address counts once its wait is over, and not a second before', async () => {
  expect(await standing(NOW)).toEqual([null, null]);
  await name('one');
  expect(await standing(NOW + WAIT_S - 1)).toEqual([null, 'one']);
  expect(await standing(NOW + WAIT_S)).toEqual(['one', null]);
  await name('two', NOW + WAIT_S);
  expect(await standing(NOW + 2 * WAIT_S - 1)).toEqual(['one', 'two']);
  expect(await standing(NOW + 2 * WAIT_S)).toEqual(['two', null]);
});

it('named again while it waits it is the same, and another takes its place and waits from then on', async () => {
  await name('one');
  await name('one', NOW + 100);
  expect(await standing(NOW + WAIT_S)).toEqual(['one', null]);
  await name('two', NOW + 200);
  expect(await standing(NOW + WAIT_S)).toEqual([null, 'two']);
  expect(await standing(NOW + 200 + WAIT_S)).toEqual(['two', null]);
  expect(await told()).toEqual(['0 changed one', '200 undone one', '200 changed two']);
});

it('is taken back while it waits, is told of, and what counts is not taken back', async () => {
  await name('one');
  await name('two', NOW + WAIT_S);
  await undo(NOW + WAIT_S + 5);
  expect(await standing(NOW + 9 * WAIT_S)).toEqual(['one', null]);
  await expect(undo(NOW + WAIT_S + 6)).rejects.toThrow(MESSAGE.noAddressWaits);
  expect((await told()).at(-1)).toBe(`${WAIT_S + 5} undone two`);
});

it('that counts is named again to take back what waits for its place', async () => {
  await name('one');
  await name('two', NOW + WAIT_S);
  await name('one', NOW + WAIT_S + 1);
  expect(await standing(NOW + 9 * WAIT_S)).toEqual(['one', null]);
});

it('two that are named at the same moment are one after the other: one waits', async () => {
  await Promise.all(['a', 'b', 'c', 'd'].map((address) => name(address)));
  const { rows } = await store.database.query(
    'SELECT 1 FROM payout_address WHERE account_id = $1 AND undone_at = 0',
    [accountId],
  );
  expect(rows).toHaveLength(1);
});

it('stays in the store as it was named, whoever writes', async () => {
  await name('one');
  for (const change of ["address = 'thief'", 'effective_at = named_at', 'account_id = 0'])
    await expect(
      store.database.query(`UPDATE payout_address SET ${change} WHERE account_id = $1`, [accountId]),
    ).rejects.toThrow('stays as it was named');
  await undo(NOW + 1);
  await expect(
    store.database.query("UPDATE payout_address SET undone_at = 0, undone_by = '' WHERE account_id = $1", [
      accountId,
    ]),
  ).rejects.toThrow('stays as it was named');
});

it('one that waits behind another that was named later never counts, and is taken back with it', async () => {
  const put = (address: string, effectiveAt: number) =>
    store.database.query(
      `INSERT INTO payout_address (account_id, asset_id, address, named_at, named_by, named_via, effective_at)
       VALUES ($1, 1, $2, $3, 'key 1', 'interface', $4)`,
      [accountId, address, NOW, effectiveAt],
    );
  await put('thief', NOW + WAIT_S);
  await put('own', NOW + 9 * WAIT_S);
  expect(await standing(NOW + WAIT_S)).toEqual([null, 'own']);
  await undo(NOW + 10);
  expect(await standing(NOW + 9 * WAIT_S)).toEqual([null, null]);
  await put('thief', NOW + WAIT_S);
  await put('own', NOW + 9 * WAIT_S);
  await name('other', NOW + 20);
  expect(await standing(NOW + 9 * WAIT_S)).toEqual(['other', null]);
});
