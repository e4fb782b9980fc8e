import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../test/support/database.ts';
import { Rejected } from '../chain.ts';
import { SimNetwork } from './sim-network.ts';
import { encodeTransaction, type SimTransaction } from './sim-transaction.ts';
import { payFromFaucet } from './test-networks.ts';

const CHAIN = 1;
const COIN = 1;
const OURS = 'bitcoin-1';
const NOW = 1_700_000_000;

let store: TestDatabase;
let network: SimNetwork;
beforeAll(async () => {
  store = await createTestDatabase();
  await store.database.query(`
    INSERT INTO address_space (name, derived, treasury) VALUES ('bitcoin', 2, 'treasury');
    INSERT INTO deposit_address (space, index, address) VALUES ('bitcoin', 0, 'bitcoin-0'), ('bitcoin', 1, 'bitcoin-1')`);
  network = new SimNetwork(store.database, CHAIN);
});
afterAll(() => store.drop());
beforeEach(async () => {
  await store.database.query('TRUNCATE sim_block, sim_tx, sim_move, sim_balance, sim_held');
});

const pay = (units: bigint, address = OURS) => payFromFaucet(network, { address, assetId: COIN, units });

/** A transaction that spends these, takes from an address of ours and gives to somebody. */
function spending(spends: string[], changes: Partial<SimTransaction> = {}) {
  return encodeTransaction({
    chainId: CHAIN,
    sources: [OURS],
    spends,
    takes: [{ address: OURS, assetId: COIN, units: '10' }],
    gives: [{ address: 'somebody', assetId: COIN, units: '9' }],
    feeUnits: '1',
    salt: randomUUID(),
    ...changes,
  });
}

const stateOf = async (txid: string) => (await network.statusOf(txid)).state;
const held = async () => network.balance(COIN, await network.tip());
const waiting = async () => (await network.mempool()).map(({ txid }) => txid);

describe('a transaction', () => {
  it('waits in the mempool with all that it moves, and is in the next block', async () => {
    const txid = await pay(50n);
    expect(await network.mempool()).toEqual([
      {
        txid,
        sources: ['faucet'],
        spends: [expect.stringMatching(/^faucet:/)],
        transfers: [{ index: 0, address: OURS, assetId: COIN, units: 50n }],
        feeUnits: 0n,
      },
    ]);
    expect(await stateOf(txid)).toBe('waiting');
    const block = await network.mine(NOW);
    expect(await network.statusOf(txid)).toEqual({ state: 'mined', block });
    expect((await network.block(block.height))?.transactions.map((tx) => tx.txid)).toEqual([txid]);
    expect(await network.mempool()).toEqual([]);
    expect(await held()).toBe(50n);
  });

  it('may be submitted as often as one likes', async () => {
    const { txid, bytes } = spending(['faucet:a']);
    expect(await network.submit(bytes)).toBe(txid);
    expect(await network.submit(bytes)).toBe(txid);
    await network.mine(NOW);
    expect(await network.submit(bytes)).toBe(txid);
    expect(await waiting()).toEqual([]);
    expect(await held()).toBe(-10n);
  });

  it('that nobody knows has no status; one of another network is rejected', async () => {
    expect(await stateOf('nobody knows')).toBe('unknown');
    const { bytes } = spending([], { chainId: 2 });
    await expect(network.submit(bytes)).rejects.toBeInstanceOf(Rejected);
    await expect(network.submit(Buffer.from('nonsense'))).rejects.toBeInstanceOf(Rejected);
  });

  it('that is dropped is unknown, and waits again when it is submitted again', async () => {
    const { txid, bytes } = spending(['faucet:a']);
    await network.submit(bytes);
    expect(await network.drop(txid)).toBe(true);
    expect(await network.drop(txid)).toBe(false);
    expect(await stateOf(txid)).toBe('unknown');
    await network.mine(NOW);
    expect(await stateOf(txid)).toBe('unknown');
    await network.submit(bytes);
    await network.mine(NOW);
    expect(await stateOf(txid)).toBe('mined');
  });
});

describe('blocks', () => {
  it('each continue the one before, and no two are alike', async () => {
    const first = await network.mine(NOW);
    const second = await network.mine(NOW);
    expect((await network.block(2))?.parent).toBe(first.hash);
    expect(second.hash).not.toBe(first.hash);
    expect(await network.tip()).toEqual({ ...second, minedAt: NOW });
    expect(await network.block(3)).toBeNull();
  });

  it('know what the wallet held as of each of them', async () => {
    await pay(50n);
    const first = await network.mine(NOW);
    await pay(7n);
    await pay(1_000n, 'somebody else');
    const second = await network.mine(NOW);
    expect(await network.balance(COIN, first)).toBe(50n);
    expect(await network.balance(COIN, second)).toBe(57n);
    expect(await network.balance(COIN, { ...second, hash: 'another' })).toBeNull();
  });
});

describe('two that spend the same', () => {
  it('cannot both wait: the one that pays more stays, one that pays no more is rejected', async () => {
    const cheap = spending(['faucet:a'], { feeUnits: '1' });
    const equal = spending(['faucet:a'], { feeUnits: '1' });
    const dear = spending(['faucet:a'], { feeUnits: '2' });
    await network.submit(cheap.bytes);
    await expect(network.submit(equal.bytes)).rejects.toBeInstanceOf(Rejected);
    await network.submit(dear.bytes);
    expect(await waiting()).toEqual([dear.txid]);
    await expect(network.submit(cheap.bytes)).rejects.toBeInstanceOf(Rejected);
    await network.mine(NOW);
    expect([await stateOf(cheap.txid), await stateOf(dear.txid)]).toEqual(['unknown', 'mined']);
  });

  it('cannot both be mined, however much the second pays', async () => {
    const first = spending(['faucet:a']);
    await network.submit(first.bytes);
    await network.mine(NOW);
    const second = spending(['faucet:a'], { feeUnits: '1000' });
    await expect(network.submit(second.bytes)).rejects.toThrow('what it spends is spent');
  });

  it('at the same moment are decided one after the other', async () => {
    const all = Array.from({ length: 4 }, () => spending(['faucet:a']));
    const outcomes = await Promise.allSettled(all.map(({ bytes }) => network.submit(bytes)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBe(1);
    expect((await waiting()).length).toBe(1);
    const same = spending(['faucet:b']);
    await Promise.all(Array.from({ length: 4 }, () => network.submit(same.bytes)));
    expect((await waiting()).length).toBe(2);
  });
});

describe('order among transactions', () => {
  it('a coin cannot be spent before the transaction that made it is mined; both may be in one block', async () => {
    const made = spending(['faucet:a']);
    const spent = spending([`${made.txid}:0`], { feeUnits: '100' });
    await network.submit(spent.bytes);
    await network.mine(NOW);
    expect(await stateOf(spent.txid)).toBe('waiting');
    await network.submit(made.bytes);
    await network.mine(NOW);
    expect([await stateOf(made.txid), await stateOf(spent.txid)]).toEqual(['mined', 'mined']);
  });

  it('a number waits for the one before it', async () => {
    const nonces = [0, 1, 2].map((n) => spending([`treasury#${n}`], { feeUnits: String(10 + n) }));
    const [zero, one, two] = nonces as [(typeof nonces)[0], (typeof nonces)[0], (typeof nonces)[0]];
    await network.submit(two.bytes);
    await network.submit(zero.bytes);
    await network.mine(NOW);
    expect([await stateOf(zero.txid), await stateOf(two.txid)]).toEqual(['mined', 'waiting']);
    await network.submit(one.bytes);
    await network.mine(NOW);
    expect([await stateOf(one.txid), await stateOf(two.txid)]).toEqual(['mined', 'mined']);
  });
});

describe('a reorganisation', () => {
  it('undoes blocks and balances; the transactions wait again, and the chain is longer', async () => {
    const [old] = [await pay(50n), await network.mine(NOW)];
    const young = await pay(7n);
    const gone = await network.mine(NOW);
    expect(await network.reorganize(1, NOW)).toBe(1);
    expect((await network.tip()).height).toBe(gone.height + 1);
    expect((await network.block(gone.height))?.hash).not.toBe(gone.hash);
    expect([await stateOf(old), await stateOf(young)]).toEqual(['mined', 'waiting']);
    expect(await network.balance(COIN, gone)).toBeNull();
    expect(await held()).toBe(50n);
    await network.mine(NOW);
    expect(await held()).toBe(57n);
  });

  it('makes room for another that spends the same', async () => {
    const first = spending(['faucet:a']);
    await network.submit(first.bytes);
    await network.mine(NOW);
    await network.reorganize(1, NOW);
    const second = spending(['faucet:a'], { feeUnits: '2' });
    await network.submit(second.bytes);
    await network.mine(NOW);
    expect([await stateOf(first.txid), await stateOf(second.txid)]).toEqual(['unknown', 'mined']);
    expect(await held()).toBe(-10n);
  });

  it('goes back to the beginning at most', async () => {
    await network.mine(NOW);
    expect(await network.reorganize(100, NOW)).toBe(1);
    expect((await network.tip()).height).toBe(2);
  });

  it('of many at once needs no more connections than there are', async () => {
    await network.mine(NOW);
    await Promise.all(Array.from({ length: 8 }, () => network.reorganize(1, NOW)));
    expect((await network.tip()).height).toBe(9);
  });
});

describe('a faucet', () => {
  it('pays once for a salt, and whenever it is asked without one', async () => {
    const payment = { address: OURS, assetId: COIN, units: 5n };
    await payFromFaucet(network, payment, 'once');
    await payFromFaucet(network, payment, 'once');
    await payFromFaucet(network, payment);
    await payFromFaucet(network, payment);
    await network.mine(NOW);
    expect(await held()).toBe(15n);
    expect(await network.isSpent('faucet:once')).toBe(true);
    expect(await network.isSpent('faucet:never')).toBe(false);
  });
});
