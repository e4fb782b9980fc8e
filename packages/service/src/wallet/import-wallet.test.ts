import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { QUICK_COST } from '../../../../test/support/quick-cost.ts';
import { transaction } from '../store/transaction.ts';
import { AddressPool } from './address-pool.ts';
import { NO_CHOICES } from './choices.ts';
import { fillPool } from './fill-pool.ts';
import { importWallet, type ReplacedWallet, WalletInUse } from './import-wallet.ts';
import { openMnemonic } from './sealed-seed.ts';
import { type NewWallet, newWallet, openWallet } from './wallet.ts';

const MNEMONIC = `${'abandon '.repeat(11)}about`;
const FIRST = 'tb1q6rz28mcfaxtmd6v789l9rrlrusdprr9pqcpvkl';
const options = {
  network: 'test',
  passphrase: 'secret',
  clock: () => 1_700_000_000,
  choices: NO_CHOICES,
  cost: QUICK_COST,
} as const;

let store: TestDatabase;
let kept: ReplacedWallet[];
let wallet: NewWallet;

beforeAll(async () => {
  wallet = await newWallet(MNEMONIC, options);
});

beforeEach(async () => {
  store = await createTestDatabase();
  kept = [];
});
afterEach(() => store.drop());

const importKeeping = (keep: (old: ReplacedWallet) => Promise<void>) =>
  transaction(store.database, (client) => importWallet(client, wallet, keep));
const importIt = () => importKeeping(async (old) => void kept.push(old));

/** The wallet that a first start makes, with a few addresses ready. */
async function startOnce(): Promise<void> {
  await fillPool(store.database, (await openWallet(store.database, options)).derivers, 3);
}

describe('a wallet that is imported', () => {
  it('goes into a store that has none, and gives its own addresses', async () => {
    expect(await importIt()).toBe(false);
    const { derivers } = await openWallet(store.database, options);
    expect(derivers.bitcoin(0)).toBe(FIRST);
    await fillPool(store.database, derivers, 3);
    expect((await new AddressPool(store.database).take('bitcoin')).address).toBe(FIRST);
  });

  it('replaces one that has given no address, whose seed is kept', async () => {
    await startOnce();
    const { rows } = await store.database.query('SELECT network, sealed_seed, created_at FROM wallet');
    expect(await importIt()).toBe(true);
    expect(kept).toEqual(rows);
    expect(await openMnemonic(kept[0]!.sealed_seed, 'secret')).toMatch(/^(\w+ ){23}\w+$/);
    await startOnce();
    expect((await new AddressPool(store.database).take('bitcoin')).address).toBe(FIRST);
  });

  it.each([
    ['has given an address', () => new AddressPool(store.database).take('evm'), 'have been given out'],
    [
      'has held coins',
      () =>
        store.database.query(
          `INSERT INTO ledger_entry (posting, account, asset_id, units, why, at) 
           VALUES (1, 'wallet', 1, 5, '', 0), (1, 'treasury', 1, -5, '', 0)`,
        ),
      'has held coins',
    ],
    [
      'an engine works with',
      () =>
        store.database.query(`INSERT INTO lease VALUES ('orders', 'n', 1, extract(epoch FROM now()) + 5)`),
      'an engine or a signer is running',
    ],
  ])('does not replace one that %s', async (_what, use, words) => {
    await startOnce();
    await use();
    const before = await store.database.query('SELECT network, sealed_seed, created_at FROM wallet');
    await expect(importIt()).rejects.toThrow(WalletInUse);
    await expect(importIt()).rejects.toThrow(words);
    expect((await store.database.query('SELECT network, sealed_seed, created_at FROM wallet')).rows).toEqual(
      before.rows,
    );
    expect(kept).toEqual([]);
  });

  it('does not replace one whose seed cannot be kept', async () => {
    await startOnce();
    const before = await store.database.query('SELECT network, sealed_seed, created_at FROM wallet');
    const failing = importKeeping(() => Promise.reject(new Error('disk full')));
    await expect(failing).rejects.toThrow('disk full');
    expect((await store.database.query('SELECT network, sealed_seed, created_at FROM wallet')).rows).toEqual(
      before.rows,
    );
  });
});
