import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { QUICK_COST } from '../../../../test/support/quick-cost.ts';
import { addressForm } from '../chains/address-forms.ts';
import type { Chain } from '../chains/chain.ts';
import type { AddressKind } from '../chains/family.ts';
import { WatchedAddresses } from '../engine/follow/watched-addresses.ts';
import { AddressPool } from './address-pool.ts';
import { NO_CHOICES, type WalletChoices } from './choices.ts';
import { fillPool } from './fill-pool.ts';
import { NotOurs } from './key-ring.ts';
import { passOverOtherKinds } from './pass-over.ts';
import { openPublicWallet } from './public-wallet.ts';
import { openWallet, type Wallet } from './wallet.ts';

const BITCOIN = { id: 1, name: 'Bitcoin' } as Chain;
const AHEAD = 5;

let store: TestDatabase;
let wallet: Wallet;

beforeAll(async () => {
  store = await createTestDatabase();
  const options = { network: 'main', passphrase: 'secret', clock: () => 1_700_000_000 } as const;
  wallet = await openWallet(store.database, { ...options, choices: NO_CHOICES, cost: QUICK_COST });
});
afterAll(() => store.drop());

/** An engine starts with this choice and keeps some addresses ready. */
async function startWith(kind: AddressKind): Promise<void> {
  const choices: WalletChoices = { ...NO_CHOICES, kinds: { bitcoin: kind } };
  const { bitcoin } = await openPublicWallet(store.database, 'main', choices);
  await passOverOtherKinds(store.database, choices);
  await fillPool(store.database, { bitcoin: bitcoin! }, AHEAD);
}

async function take(): Promise<string> {
  return (await new AddressPool(store.database).take('bitcoin')).address;
}

async function allAddresses(): Promise<string[]> {
  const { rows } = await store.database.query<{ address: string }>(
    `SELECT address FROM deposit_address WHERE space = 'bitcoin' ORDER BY index`,
  );
  return rows.map(({ address }) => address);
}

async function readSpace(): Promise<{ derived: number; given: number }> {
  const { rows } = await store.database.query<{ derived: number; given: number }>(
    `SELECT derived, given FROM address_space WHERE name = 'bitcoin'`,
  );
  return rows[0]!;
}

const { kindOf } = addressForm('bitcoin');

describe('the kind of deposit addresses', () => {
  it('is what was chosen last, from the first address that is given afterwards', async () => {
    for (const kind of ['usual', 'taproot', 'usual', 'usual', 'taproot'] as const) {
      await startWith(kind);
      expect(kindOf(await take())).toBe(kind);
      // Some are ready when the next one starts.
      await startWith(kind);
    }
  });

  it('costs no number when it stays', async () => {
    const before = await readSpace();
    await startWith('taproot');
    expect(await readSpace()).toEqual(before);
    expect(before.derived - before.given).toBe(AHEAD);
  });

  it('leaves all numbers without a gap, one address each, and every address is still watched', async () => {
    const addresses = await allAddresses();
    expect(new Set(addresses).size).toBe((await readSpace()).derived);
    expect(new Set(addresses.map(kindOf))).toEqual(new Set(['usual', 'taproot']));
    const warnings: string[] = [];
    const watched = new WatchedAddresses((_facts, message) => void warnings.push(message));
    const watch = await watched.watch(store.database, BITCOIN);
    expect(addresses.filter((address) => !watch(address))).toEqual([]);
    expect(watch('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu')).toBe(false);
    expect(warnings).toEqual([]);
  });

  it('leaves every address to be signed for, and no other', async () => {
    for (const address of await allAddresses()) {
      expect(await wallet.keyOf('bitcoin', address)).toHaveLength(32);
    }
    const foreign = 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr';
    await expect(wallet.keyOf('bitcoin', foreign)).rejects.toThrow(NotOurs);
    // Even if somebody has put it into the store.
    await store.database.query(`UPDATE deposit_address SET address = $1 WHERE index = 0`, [foreign]);
    await expect(wallet.keyOf('bitcoin', foreign)).rejects.toThrow('its key is another');
  });
});
