import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AlteringProxy } from '../../../../../test/support/altering-proxy.ts';
import { callFrames } from '../../../../../test/support/call-frames.ts';
import { EvmNode } from '../../../../../test/support/evm-node.ts';
import { forward } from '../../../../../test/support/forwarder.ts';
import { Bloom } from './bloom.ts';
import { padded, toHex } from './hex.ts';
import { logsByReceipts } from './receipts.ts';
import type { RpcBlock } from './rpc-block.ts';
import {
  COIN,
  GWEI,
  NATIVE_ID,
  newestBlock,
  ours,
  selector,
  type TestChain,
  TestWallet,
  testChain,
  tokenPayment,
} from './testing/test-chain.ts';

const USDC = { id: 2, abbr: 'USDC' };
const DAI = { id: 3, abbr: 'DAI' };
const USDT = { id: 4, abbr: 'USDT' };
const FEE = { id: 5, abbr: 'FEE' };

const wallet = new TestWallet();
const deposit = wallet.address(1);
const other = wallet.address(2);

let node: EvmNode;
let contracts: Record<'USDC' | 'DAI' | 'USDT' | 'FEE', string>;
let forwarder: string;
let test: TestChain;

beforeAll(async () => {
  node = await EvmNode.start();
  contracts = {
    USDC: await node.deploy('StandardToken', (6).toString(16).padStart(64, '0')),
    DAI: await node.deploy('StandardToken', (18).toString(16).padStart(64, '0')),
    USDT: await node.deploy('SilentToken'),
    FEE: await node.deploy('FeeToken'),
  };
  forwarder = await node.deploy('Forwarder');
  const tokens = [USDC, DAI, USDT, FEE].map((token) => ({
    ...token,
    contract: contracts[token.abbr as keyof typeof contracts],
  }));
  test = testChain([node.url], wallet, tokens);
});

afterAll(() => node?.stop());

describe('deposits', () => {
  it('of the native coin are seen while they wait, and again in a block with the same index', async () => {
    const txid = await node.send({ to: deposit, value: 1_234_567_890_123_456_789n });
    const waiting = await test.chain.mempool(wallet.watch);
    const transfers = [{ index: 0, address: deposit, assetId: NATIVE_ID, units: 1_234_567_890_123_456_789n }];
    expect(waiting.has(txid)).toBe(true);
    expect(waiting.transactions).toMatchObject([{ txid, transfers }]);
    await node.mine();
    const block = await newestBlock(test.chain, wallet);
    expect(block.transactions).toMatchObject([{ txid, transfers }]);
    expect(block.transactions[0]!.sources[0]?.toLowerCase()).toBe(node.accounts[0]);
    expect((await test.chain.mempool(wallet.watch)).has(txid)).toBe(false);
  });

  it('are told again until they are noted', async () => {
    const txid = await node.send({ to: deposit, value: 5n });
    expect((await test.chain.mempool(wallet.watch)).transactions).toHaveLength(1);
    const again = await test.chain.mempool(wallet.watch);
    expect(again.transactions).toHaveLength(1);
    again.noted();
    const noted = await test.chain.mempool(wallet.watch);
    expect(noted.transactions).toEqual([]);
    expect(noted.has(txid)).toBe(true);
    await node.mine();
  });

  it.each([
    [USDC, 25_000_001n],
    [DAI, 25_000_000_000_000_000_001n],
    [USDT, 3n],
  ])('of $abbr are exact, waiting and in a block', async ({ id, abbr }, units) => {
    const contract = contracts[abbr as keyof typeof contracts];
    const txid = await node.send(tokenPayment(contract, deposit, units));
    const transfers = [{ index: 1, address: deposit, assetId: id, units }];
    expect((await test.chain.mempool(wallet.watch)).transactions).toMatchObject([{ txid, transfers }]);
    await node.mine();
    expect(ours(await newestBlock(test.chain, wallet))).toMatchObject([{ txid, transfers }]);
  });

  it('of tokens that somebody else fetches have both as their senders: the owner, and who had them fetched', async () => {
    const [owner, relayer] = [node.accounts[0] as string, node.accounts[3] as string];
    const word = (units: bigint) => units.toString(16).padStart(64, '0');
    const allow = `${selector('approve(address,uint256)')}${padded(relayer)}${word(7n)}`;
    await node.send({ from: owner, to: contracts.USDC, data: allow });
    await node.mine();
    const fetch = `${selector('transferFrom(address,address,uint256)')}${padded(owner)}${padded(deposit)}${word(7n)}`;
    await node.send({ from: relayer, to: contracts.USDC, data: fetch });
    await node.mine();
    const [relayed] = ours(await newestBlock(test.chain, wallet));
    expect(relayed?.transfers).toMatchObject([{ address: deposit, assetId: USDC.id, units: 7n }]);
    expect(relayed?.sources.map((each) => each.toLowerCase()).sort()).toEqual([owner, relayer].sort());
  });

  it('of two hundred in one block are all found', async () => {
    const receivers = Array.from({ length: 200 }, (_, n) => wallet.address(1_000 + n));
    const txids: string[] = [];
    for (const [n, to] of receivers.entries()) {
      const from = node.accounts[0]!;
      txids.push(
        await node.send(
          n % 2 === 0
            ? { from, to, value: BigInt(n + 1) }
            : { from, ...tokenPayment(contracts.USDC, to, BigInt(n + 1)) },
        ),
      );
    }
    await node.mine();
    const found = ours(await newestBlock(test.chain, wallet));
    expect(found.map(({ txid }) => txid)).toEqual(txids);
    expect(found.map(({ transfers }) => transfers)).toEqual(
      receivers.map((address, n) => [
        { index: n % 2, address, assetId: n % 2 === 0 ? NATIVE_ID : USDC.id, units: BigInt(n + 1) },
      ]),
    );
  });

  it('of nothing, and to strangers, are left out; the transactions are still there', async () => {
    const nothing = await node.send(tokenPayment(contracts.USDC, deposit, 0n));
    const strangers = await node.send({ to: node.accounts[5]!, value: 1n });
    await node.mine();
    const block = await newestBlock(test.chain, wallet);
    expect(block.transactions).toEqual(
      [nothing, strangers].map((txid) => ({ txid, sources: [], spends: [], transfers: [] })),
    );
  });

  it('keep their index when a reorganisation puts them elsewhere', async () => {
    const goBack = await node.remember();
    await node.send(tokenPayment(contracts.USDC, other, 1n));
    const first = await node.send({ from: node.accounts[1]!, to: deposit, value: 7n });
    await node.mine();
    const before = await newestBlock(test.chain, wallet);
    await goBack();
    await node.mine();
    const again = await node.send({ from: node.accounts[1]!, to: deposit, value: 7n });
    await node.mine();
    const after = await newestBlock(test.chain, wallet);
    expect(after.height).toBe(before.height + 1);
    const indexOf = (block: typeof before, txid: string) =>
      block.transactions.find((each) => each.txid === txid)?.transfers;
    expect(indexOf(after, again)).toEqual(indexOf(before, first));
    expect((await test.chain.block(before.height, wallet.watch))?.hash).not.toBe(before.hash);
    expect(
      await test.chain.balance(
        { id: NATIVE_ID, abbr: 'ETH', contract: null },
        { coins: [], addresses: [deposit] },
        before,
      ),
    ).toBeNull();
  });
});

describe('a token that takes a fee on transfers', () => {
  it('is recognised: what arrived is credited, and the operator is told', async () => {
    await node.send(tokenPayment(contracts.FEE, deposit, 1_000n));
    await node.mine();
    const block = await newestBlock(test.chain, wallet);
    expect(ours(block)[0]?.transfers).toEqual([{ index: 1, address: deposit, assetId: FEE.id, units: 990n }]);
    expect(block.feeTakers).toEqual([FEE.id]);
    expect(test.warnings.at(-1)).toMatchObject({
      facts: { contract: contracts.FEE.toLowerCase(), missing: '10' },
      message: expect.stringContaining('traded no more'),
    });
    expect(await test.chain.checkToken(contracts.FEE)).toEqual({ decimals: 18, takesFee: true });
  });

  it('is told apart from honest ones before it is traded', async () => {
    await node.send(tokenPayment(contracts.USDC, node.accounts[3]!, 5n));
    await node.mine();
    expect(await test.chain.checkToken(contracts.USDC)).toEqual({ decimals: 6, takesFee: false });
    expect(await test.chain.checkToken(deposit)).toBeNull();
    expect(await test.chain.checkToken(forwarder)).toBeNull();
  });
});

describe('native coins inside a call', () => {
  /** The same node, as if it could trace. */
  async function tracing(): Promise<[TestChain, AlteringProxy]> {
    const proxy = await AlteringProxy.start(node.rpc);
    proxy.alter = async ({ method, params }, answer) => {
      if (method !== 'debug_traceBlockByHash') return answer();
      const { transactions } = await node.rpc.call<{ transactions: string[] }>('eth_getBlockByHash', [
        params[0],
        false,
      ]);
      return Promise.all(transactions.map(async (txid) => ({ result: await callFrames(node.rpc, txid) })));
    };
    return [testChain([proxy.url], wallet, []), proxy];
  }

  it('are deposits where the node can trace, unless the call was undone', async () => {
    const [{ chain }, proxy] = await tracing();
    const txid = await node.send({ to: forwarder, value: 2n * COIN, data: forward([deposit, other]) });
    await node.send({ to: forwarder, value: COIN, data: selector('fail(address)') + padded(deposit) });
    await node.mine();
    expect(ours(await newestBlock(chain, wallet))).toMatchObject([
      {
        txid,
        transfers: [deposit, other].map((address, n) => ({
          index: 1_000_000_000 + n,
          address,
          assetId: NATIVE_ID,
          units: COIN,
        })),
      },
    ]);
    await proxy.stop();
  });

  it('are found by balance where the node cannot trace, which the operator is told once', async () => {
    const before = await test.chain.tip();
    await node.send({ to: forwarder, value: 2n * COIN, data: forward([deposit, other]) });
    await node.mine();
    const block = await newestBlock(test.chain, wallet);
    expect(ours(block)).toEqual([]);
    const was = await test.chain.nativeBalances([deposit, other], before);
    const is = await test.chain.nativeBalances([deposit, other], block);
    expect(is!.map((units, n) => units - was![n]!)).toEqual([COIN, COIN]);
    expect(test.warnings.filter(({ message }) => message.includes('trace'))).toHaveLength(1);
  });
});

describe('the blooms of a real node', () => {
  it('are those that we compute from its receipts, bit by bit', async () => {
    await node.send(tokenPayment(contracts.USDC, deposit, 7n));
    await node.send(tokenPayment(contracts.DAI, other, 8n));
    await node.mine();
    const { height } = await test.chain.tip();
    const block = await node.rpc.call<RpcBlock>('eth_getBlockByNumber', [toHex(height), true]);
    const txids = block.transactions.map(({ hash }) => hash);
    const logs = await logsByReceipts(node.rpc, { hash: block.hash, logsBloom: block.logsBloom, txids });
    expect(Bloom.of(logs)).toEqual(new Bloom(block.logsBloom));
  });
});

describe('the chain', () => {
  it('settles by confirmations, or by the tag of the chain', async () => {
    const { height } = await test.chain.tip();
    expect(await test.chain.settled(height)).toBe(height - 2);
    const tagged = testChain([node.url], wallet, [], { finality: 'finalized' }).chain;
    expect(await tagged.settled(height)).toBeLessThanOrEqual(height);
    expect(await tagged.settled(3)).toBe(3);
  });

  it('has no block beyond the newest', async () => {
    const { height } = await test.chain.tip();
    expect(await test.chain.block(height + 1, wallet.watch)).toBeNull();
    expect(await test.chain.block(-1, wallet.watch)).toBeNull();
  });

  it('prices gas by the base fee, within what the operator allows', async () => {
    const { now, most } = await test.chain.feeRate();
    expect(now).toBeGreaterThan(GWEI);
    expect(most).toBe(500n * GWEI);
    const fees = { floor: 1n, cap: 2n, legacy: true, minimumPriority: 0n };
    expect(await testChain([node.url], wallet, [], { fees }).chain.feeRate()).toEqual({ now: 2n, most: 2n });
  });
});
