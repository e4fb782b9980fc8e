import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { QUICK_COST } from '../../../../test/support/quick-cost.ts';
import type { AddressSpace } from '../chains/family.ts';
import { StartupError } from '../startup-error.ts';
import { transaction } from '../store/transaction.ts';
import { NO_CHOICES } from './choices.ts';
import { openKeyRing } from './key-ring.ts';
import { addressOfKey, keysByKind, treasuryAddress } from './keys.ts';
import { publishWallet } from './publish.ts';
import { seedOf } from './seed.ts';
import { readTreasuryPaths } from './treasury-paths.ts';
import { insertWallet, type NewWallet, newWallet } from './wallet.ts';

const MNEMONIC = `${'abandon '.repeat(11)}about`;

let store: TestDatabase;
let made: NewWallet;
let seed: Uint8Array;

beforeAll(async () => {
  const options = { network: 'main', passphrase: 'secret', clock: () => 1_700_000_000 } as const;
  made = await newWallet(MNEMONIC, { ...options, cost: QUICK_COST });
  seed = await seedOf(MNEMONIC);
});
beforeEach(async () => {
  store = await createTestDatabase();
  await transaction(store.database, (client) => insertWallet(client, made));
});
afterEach(() => store.drop());

const openWith = (paths: Partial<Record<AddressSpace, string>>) =>
  publishWallet(
    store.database,
    'main',
    { seed, keys: keysByKind(seed, 'main') },
    { ...NO_CHOICES, treasuryPaths: paths },
  );

async function storedTreasuries(): Promise<Record<string, string>> {
  const { rows } = await store.database.query<{ name: string; treasury: string }>(
    'SELECT name, treasury FROM address_space',
  );
  return Object.fromEntries(rows.map(({ name, treasury }) => [name, treasury]));
}

/** A transfer to an address of ours on a chain, of whatever asset. */
async function seeTransfer(chain: string): Promise<void> {
  await store.database.query(
    `INSERT INTO deposit (chain_id, txid, index, asset_id, units, address, sources, state, seen_at)
     SELECT id, 'a', 0, 1, 5, 'anywhere', '{}', 'seen', 0 FROM chain WHERE name = $1`,
    [chain],
  );
}

describe('treasuries', () => {
  it('are where they have always been unless somebody chooses', async () => {
    const { treasuries } = await openWith({});
    expect(treasuries.bitcoin).toBe('bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el');
    expect(await storedTreasuries()).toEqual(treasuries);
    // As an older version has stored it, without a path.
    await store.database.query('UPDATE address_space SET treasury_path = NULL');
    expect((await openWith({})).treasuries).toEqual(treasuries);
  });

  it('are made for a coin that is known since the wallet was made, with the key of its addresses', async () => {
    const spaces = async () =>
      (await store.database.query('SELECT * FROM address_space ORDER BY name')).rows as unknown[];
    await openWith({});
    const before = await spaces();
    await store.database.query("DELETE FROM address_space WHERE name = 'dogecoin'");
    await openWith({});
    expect(await spaces()).toEqual(before);
  });

  it('are where they were chosen to be, and their keys are found', async () => {
    const { treasuries, paths } = await openWith({ bitcoin: '1/7', evm: '5/0' });
    expect(treasuries.bitcoin).toBe(treasuryAddress('bitcoin', 'main', seed, '1/7'));
    expect(await storedTreasuries()).toEqual(treasuries);
    const keyOf = openKeyRing(store.database, 'main', seed, paths);
    for (const [name, address] of Object.entries(treasuries)) {
      const space = name as AddressSpace;
      expect(addressOfKey(space, 'main', await keyOf(space, address))).toBe(address);
    }
  });

  it('stay where they are when a chain is not configured any more', async () => {
    const { treasuries } = await openWith({ litecoin: '2/9' });
    await seeTransfer('Litecoin');
    expect((await openWith({})).treasuries).toEqual(treasuries);
    expect((await readTreasuryPaths(store.database, NO_CHOICES)).litecoin).toBe('2/9');
  });

  it('can be moved before they are used', async () => {
    await openWith({ evm: '1/0' });
    await seeTransfer('Bitcoin');
    const { treasuries } = await openWith({ evm: '1/1' });
    expect((await storedTreasuries()).evm).toBe(treasuries.evm);
    expect(treasuries.evm).toBe(treasuryAddress('evm', 'main', seed, '1/1'));
  });

  it('cannot be moved once anything was seen on one of their chains', async () => {
    const { treasuries } = await openWith({ evm: '1/1' });
    await seeTransfer('Polygon');
    const moving = openWith({ evm: '1/2' });
    await expect(moving).rejects.toBeInstanceOf(StartupError);
    await expect(moving).rejects.toThrow(
      'The treasury of evm is at 1/1, but the configuration says "treasury": "1/2". It has been used, and what is ' +
        'there would be lost from sight: write "1/1" again.',
    );
    expect(await storedTreasuries()).toEqual(treasuries);
    expect((await openWith({ evm: '1/1' })).treasuries).toEqual(treasuries);
  });

  it('cannot be moved while an engine pays change to them', async () => {
    await openWith({ bitcoin: '1/0' });
    await store.database.query(
      `INSERT INTO lease VALUES ('chain 1', 'n', 1, extract(epoch FROM now())::bigint + 5)`,
    );
    await expect(openWith({ bitcoin: '1/1' })).rejects.toThrow('stop all of them first');
    await store.database.query('UPDATE lease SET until = 0');
    await openWith({ bitcoin: '1/1' });
  });
});
