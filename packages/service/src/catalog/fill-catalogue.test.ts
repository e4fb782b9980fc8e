import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { coinOf } from '../chains/bitcoin/coin-of.ts';
import { dustLimit } from '../chains/bitcoin/size.ts';
import { BITCOIN_CHAINS } from '../chains/known/bitcoin-chains.ts';
import { StartupError } from '../startup-error.ts';
import { transaction } from '../store/transaction.ts';
import { dustOfChain, fillCatalogue } from './fill-catalogue.ts';
import { loadCatalogue } from './load-catalogue.ts';

let store: TestDatabase;
beforeEach(async () => {
  store = await createTestDatabase(2);
});
afterEach(() => store.drop());

const fill = () => transaction(store.database, fillCatalogue);
const rows = async (sql: string) => (await store.database.query(sql)).rows;
const everything = async () => [
  ...(await rows('SELECT * FROM chain ORDER BY id')),
  ...(await rows('SELECT * FROM asset ORDER BY id')),
];

describe('filling the catalogue', () => {
  it('brings what the program has learnt since into a store that is in use', async () => {
    const before = await everything();
    await rows('DELETE FROM promised WHERE asset_id IN (18, 19)');
    await rows('DELETE FROM asset WHERE id IN (18, 19)');
    await rows('DELETE FROM chain WHERE id = 10');
    await fill();
    expect(await everything()).toEqual(before);
    expect(await rows('SELECT asset_id FROM promised WHERE asset_id IN (18, 19) ORDER BY 1')).toEqual([
      { asset_id: 18 },
      { asset_id: 19 },
    ]);
  });

  it('leaves a coin switched off that comes to a chain in use, until an operator wants it', async () => {
    await rows('DELETE FROM promised WHERE asset_id = 19');
    await rows('DELETE FROM asset WHERE id = 19');
    await fill();
    expect(await rows('SELECT can_send, can_receive FROM asset WHERE id IN (18, 19) ORDER BY id')).toEqual([
      { can_send: true, can_receive: true },
      { can_send: false, can_receive: false },
    ]);
  });

  it('leaves what operators and nodes have set as it is', async () => {
    await rows('UPDATE chain SET confirmations = 77');
    await rows(`UPDATE asset SET can_send = false, can_receive = false, min_units = 7, max_units = 8,
                       treasury_units = 10, transfer_cost = 11, float_fee_ppm = 12, fixed_fee_ppm = 13`);
    const before = await everything();
    await fill();
    expect(await everything()).toEqual(before);
  });

  it('tells nobody of a change where there is none', async () => {
    const version = () => rows("SELECT version FROM change WHERE topic = 'catalogue'");
    const before = await version();
    await fill();
    expect(await version()).toEqual(before);
  });

  it('puts words right that were put better since', async () => {
    const before = await everything();
    await rows(`UPDATE asset SET name = 'Bitcion', protocol = 'BTX', stable = true WHERE id = 1`);
    await fill();
    expect(await everything()).toEqual(before);
  });

  it.each([
    ["UPDATE chain SET name = 'Ethereum Classic' WHERE id = 4", 'Chain 4 has name Ethereum Classic'],
    ['UPDATE chain SET evm_chain_id = 61 WHERE id = 4', 'Chain 4 has evmChainId 61'],
    ["UPDATE chain SET address_space = 'tron' WHERE id = 4", 'Chain 4 has space tron'],
    ['UPDATE asset SET decimals = 18 WHERE id = 5', 'Asset 5 has decimals 18 in the database, and 6'],
    ["UPDATE asset SET contract = '0x0' WHERE id = 5", 'Asset 5 has contract 0x0'],
    ["UPDATE asset SET abbr = 'USDX' WHERE id = 5", 'Asset 5 has coin USDX'],
  ])('refuses a store in which money means something else: %s', async (sql, reason) => {
    await rows(sql);
    const before = await everything();
    await expect(fill()).rejects.toThrow(StartupError);
    await expect(fill()).rejects.toThrow(reason);
    expect(await everything()).toEqual(before);
  });

  it('leaves a chain alone that only a newer version knows, and offers nothing of it', async () => {
    await rows("INSERT INTO chain VALUES (99, 'Later', 'later', 'L8R', null, 1)");
    await rows(
      `INSERT INTO asset (id, chain_id, abbr, protocol, decimals, min_units, max_units, transfer_cost)
       VALUES (990, 99, 'L8R', 'Later', 18, 1, 1000, 0)`,
    );
    const before = await everything();
    await fill();
    expect(await everything()).toEqual(before);
    const { assets } = await loadCatalogue(store.database);
    expect(assets.find(({ id }) => id === 990)).toMatchObject({
      abbr: 'L8R',
      canSend: false,
      canReceive: false,
      isAbsent: true,
    });
    expect(assets.filter(({ isAbsent }) => isAbsent).map(({ id }) => id)).toEqual([990]);
  });

  it('takes as dust what is too little for the dearest of plain outputs', () => {
    for (const chain of BITCOIN_CHAINS) {
      const lock = { kind: 'p2pkh', program: '00'.repeat(20) } as const;
      expect(dustOfChain(chain)).toBe(dustLimit(coinOf(chain.space), lock));
    }
  });
});
