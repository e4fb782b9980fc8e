import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Block } from '../chain.ts';
import { toHex } from './account.ts';
import { payer } from './testing/contracts.ts';
import {
  NATIVE_ID,
  ours,
  strangers,
  TestWallet,
  testChain,
  trxPayment,
  USDT,
  USDT_ID,
  usdtPayment,
} from './testing/test-chain.ts';
import { TronTestNetwork } from './testing/test-network.ts';
import { TronTestNode } from './testing/test-node.ts';
import type { TronChain } from './tron-chain.ts';

/** Following TRON: what its solidified blocks bring, and what waits in newer ones. */

const wallet = new TestWallet();
const [treasury, deposit, stranger, payerContract] = [0, 1, 50, 60].map((n) => wallet.address(n)) as [
  string,
  string,
  string,
  string,
];

let network: TronTestNetwork;
let node: TronTestNode;
let chain: TronChain;

beforeEach(async () => {
  network = new TronTestNetwork();
  network.addToken(USDT, { decimals: 6 });
  network.account(stranger).balance = 1_000_000_000_000n;
  network.mint(USDT, stranger, 1_000_000_000n);
  network.mine(25);
  node = await TronTestNode.start(network);
  chain = testChain([node], wallet);
});
afterEach(() => node.stop());

const block = async (height: number) => (await chain.block(height, ours(deposit))) as Block;

/** The transaction of a stranger in a block that is solidified. */
async function followed(contract: ReturnType<typeof trxPayment>) {
  const txid = network.enqueue(strangers(network, contract));
  const { height } = network.mine();
  network.solidify();
  const { transactions } = await block(height);
  return transactions.find((each) => each.txid === txid);
}

describe('a chain of TRON', () => {
  it('ends at its solidified block, which nothing undoes', async () => {
    const { height, hash } = network.solid;
    expect(await chain.tip()).toEqual({ height, hash });
    expect(await chain.settled(height)).toBe(height);
    expect(chain.isFinal).toBe(true);
    expect(await chain.block(height + 1, ours())).toBeNull();
    expect(await block(height)).toMatchObject({ parent: network.blocks[height - 1]?.hash });
  });

  it('brings TRX that a transaction pays', async () => {
    expect(await followed(trxPayment(stranger, deposit, 7_000_000n))).toMatchObject({
      sources: [stranger],
      spends: [],
      transfers: [{ index: 0, address: deposit, assetId: NATIVE_ID, units: 7_000_000n }],
    });
  });

  it('brings tokens that a log tells of, to an address that is not activated', async () => {
    const found = await followed(usdtPayment(stranger, deposit, 25_000_000n));
    expect(found?.transfers).toEqual([{ index: 1, address: deposit, assetId: USDT_ID, units: 25_000_000n }]);
    expect(await chain.accountBalances([deposit], { contract: USDT }, await chain.tip())).toEqual([
      25_000_000n,
    ]);
  });

  it('brings TRX that a contract pays', async () => {
    network.addContract(payerContract, payer);
    network.account(payerContract, true).balance = 9_000_000n;
    const data = `${toHex(deposit).slice(2).padStart(64, '0')}${(5_000_000).toString(16).padStart(64, '0')}`;
    const owner = toHex(stranger);
    const found = await followed({
      type: 'trigger',
      owner,
      contract: toHex(payerContract),
      callValue: 0n,
      data,
    });
    expect(found?.transfers).toEqual([
      { index: 1_000_000_000, address: deposit, assetId: NATIVE_ID, units: 5_000_000n },
    ]);
    expect(found?.sources).toEqual([stranger, payerContract]);
  });

  it('brings nothing by what a contract stakes for somebody, which nodes tell of as if it were paid', async () => {
    network.addContract(payerContract, () => ({
      energy: 1_000,
      pays: [
        { to: toHex(deposit), units: 5_000_000n, stakes: 'delegateResourceOfEnergy' },
        { to: toHex(deposit), units: 5_000_000n, stakes: 'unDelegateResourceOfEnergy' },
        { to: toHex(stranger), units: 2n ** 63n - 1n, stakes: 'delegateResourceOfEnergy', isRejected: true },
        { to: toHex(deposit), units: 3n },
      ],
    }));
    network.account(payerContract, true).balance = 9_000_000n;
    const called = { callValue: 0n, data: '', owner: toHex(stranger), contract: toHex(payerContract) };
    const found = await followed({ type: 'trigger', ...called });
    // Counted among what moves something alone: not every node tells of stakes.
    expect(found?.transfers).toEqual([
      { index: 1_000_000_000, address: deposit, assetId: NATIVE_ID, units: 3n },
    ]);
  });

  it('brings nothing by a call that failed, though a block has it', async () => {
    const refused = await followed(usdtPayment(stranger, deposit, 5_000_000_000n));
    expect(refused).toMatchObject({ transfers: [], sources: [] });
    expect(network.find(refused?.txid ?? '')?.transaction.receipt.contractRet).toBe('REVERT');
  });

  it('says what our own transactions cost, also those that failed', async () => {
    network.account(treasury).balance = 100_000_000n;
    network.mint(USDT, treasury, 50_000_000n);
    const poor = { ...strangers(network, usdtPayment(treasury, deposit, 5n)), feeLimit: 1_000_000n };
    const failed = network.enqueue(poor);
    const paid = network.enqueue(strangers(network, usdtPayment(treasury, deposit, 6n)));
    const { height } = network.mine();
    network.solidify();
    const { transactions } = await block(height);
    const of = (txid: string) => transactions.find((each) => each.txid === txid);
    // Ten thousand energy, then there was no more; the day's bandwidth is enough for one of them.
    expect(of(failed)).toMatchObject({
      isFailed: true,
      transfers: [],
      feeUnits: 1_000_000n,
      spends: [`${treasury}@${failed}`],
    });
    expect(of(paid)?.feeUnits).toBe(13_028_500n + 1_000n * BigInt(bytesOf(paid)));
    expect(of(paid)?.isFailed).toBeUndefined();
  });

  it('has what is in newer blocks wait, each of them read once', async () => {
    const txid = network.enqueue(strangers(network, trxPayment(stranger, deposit, 3n)));
    network.mine(2);
    const waiting = await chain.mempool(ours(deposit));
    expect(waiting.transactions).toMatchObject([{ txid, transfers: [{ units: 3n }] }]);
    expect(waiting.has(txid)).toBe(true);
    expect(await chain.statusOf(txid)).toEqual({ state: 'waiting' });
    waiting.noted();
    node.asked.length = 0;
    expect((await chain.mempool(ours(deposit))).transactions).toEqual([]);
    expect(node.asked.sort()).toEqual(['wallet/getnowblock', 'walletsolidity/getnowblock']);
  });

  it('forgets what a fork undoes before it was solidified', async () => {
    const txid = network.enqueue(strangers(network, trxPayment(stranger, deposit, 3n)));
    network.mine();
    expect((await chain.mempool(ours(deposit))).has(txid)).toBe(true);
    network.fork(2);
    expect((await chain.mempool(ours(deposit))).has(txid)).toBe(false);
    expect(await chain.statusOf(txid)).toEqual({ state: 'unknown' });
  });

  it('knows what was held at a block as long as nobody has moved it since', async () => {
    await followed(trxPayment(stranger, deposit, 7_000_000n));
    const at = await chain.tip();
    network.mine(3);
    expect(
      await chain.balance(
        { id: NATIVE_ID, abbr: 'TRX', contract: null },
        { coins: [], addresses: [deposit] },
        at,
      ),
    ).toBe(7_000_000n);
    network.enqueue(strangers(network, trxPayment(stranger, deposit, 1n)));
    network.mine();
    network.solidify();
    expect(await chain.accountBalances([deposit], { contract: null }, at)).toBeNull();
    expect(await chain.accountBalances([deposit], { contract: null }, await chain.tip())).toEqual([
      7_000_001n,
    ]);
    expect(await chain.accountBalances([deposit], { contract: null }, { ...at, hash: '00' })).toBeNull();
  });

  it('follows 200 deposits of tokens in one block', async () => {
    const addresses = Array.from({ length: 200 }, (_, n) => wallet.address(100 + (n % 150)));
    network.account(stranger).energyLimit = 100_000_000;
    for (const [n, to] of addresses.entries())
      network.enqueue(strangers(network, usdtPayment(stranger, to, BigInt(n + 1)), n));
    const { height } = network.mine();
    network.solidify();
    const { transactions } = (await chain.block(height, ours(...addresses))) as Block;
    const units = transactions.flatMap(({ transfers }) => transfers.map((each) => each.units));
    expect(units).toEqual(addresses.map((_, n) => BigInt(n + 1)));
  });
});

/** What a transaction takes of bandwidth. */
function bytesOf(txid: string): number {
  const fee = network.find(txid)?.transaction.receipt.netFee ?? 0;
  return fee / 1_000;
}
