import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AlteringProxy } from '../../../../../test/support/altering-proxy.ts';
import { EvmNode } from '../../../../../test/support/evm-node.ts';
import type { Block } from '../chain.ts';
import type { RpcLog } from './erc20.ts';
import type { EvmChain } from './evm-chain.ts';
import { NATIVE_ID, ours, TestWallet, testChain, tokenPayment } from './testing/test-chain.ts';

const USDC = 2;
const wallet = new TestWallet();
const deposit = wallet.address(1);

let node: EvmNode;
let contract: string;
let proxies: AlteringProxy[];

beforeAll(async () => {
  node = await EvmNode.start();
  contract = await node.deploy('StandardToken', '06'.padStart(64, '0'));
});
beforeEach(async () => {
  proxies = [await AlteringProxy.start(node.rpc), await AlteringProxy.start(node.rpc)];
});
afterEach(() => Promise.all(proxies.map((proxy) => proxy.stop())));
afterAll(() => node?.stop());

const open = (quorum: 1 | 2, options: Parameters<typeof testChain>[3] = {}) =>
  testChain(
    proxies.slice(0, quorum).map(({ url }) => url),
    wallet,
    [{ id: USDC, abbr: 'USDC', contract }],
    { quorum, ...options },
  );

/** Four blocks: a deposit of tokens, none of ours, nothing at all, a deposit of each kind. Returns the height before. */
async function mineFour(): Promise<number> {
  const before = Number(await node.rpc.call<string>('eth_blockNumber'));
  await node.send(tokenPayment(contract, deposit, 7n));
  await node.mine();
  await node.send(tokenPayment(contract, node.accounts[4]!, 9n));
  await node.mine(2);
  await node.send({ to: deposit, value: 5n });
  await node.send(tokenPayment(contract, deposit, 8n));
  await node.mine();
  return before;
}

/** The blocks after a height, as the engine reads them at a look. */
async function look(chain: EvmChain, after: number): Promise<Block[]> {
  const { height: upTo } = await chain.tip();
  const blocks: Block[] = [];
  for (let height = after + 1; height <= upTo; height++)
    blocks.push((await chain.block(height, wallet.watch, upTo)) as Block);
  return blocks;
}

/** The same, one by one. */
async function lookOneByOne(chain: EvmChain, after: number): Promise<Block[]> {
  const { height: upTo } = await chain.tip();
  const heights = Array.from({ length: upTo - after }, (_, n) => after + 1 + n);
  return Promise.all(heights.map(async (height) => (await chain.block(height, wallet.watch)) as Block));
}

const unitsOf = (blocks: readonly Block[]) =>
  blocks.map((block) => ours(block).flatMap(({ transfers }) => transfers.map(({ units }) => units)));
const FOUR = [[7n], [], [], [5n, 8n]];

const asked = (proxy: AlteringProxy, method: string) => proxy.asked.filter((each) => each === method).length;
/** True for a question about the logs of several blocks. */
const isOfMany = ({ method, params }: { method: string; params: readonly unknown[] }) =>
  method === 'eth_getLogs' && 'fromBlock' in (params[0] as object);

describe('several blocks at a look', () => {
  it.each([1, 2] as const)(
    'are as they are one by one, with one question for their logs: %i',
    async (quorum) => {
      const before = await mineFour();
      const { chain, warnings } = open(quorum);
      const blocks = await look(chain, before);
      expect(unitsOf(blocks)).toEqual(FOUR);
      for (const proxy of proxies.slice(0, quorum)) {
        expect(asked(proxy, 'eth_getLogs')).toBe(1);
        // The newest, and each block once.
        expect(asked(proxy, 'eth_getBlockByNumber')).toBe(1 + 4);
      }
      expect(blocks).toEqual(await lookOneByOne(chain, before));
      expect(warnings.filter(({ message }) => !message.includes('trace'))).toEqual([]);
    },
  );

  it('are asked about one by one where the answer about all lacks what a block promises', async () => {
    const before = await mineFour();
    proxies[0]!.alter = async (question, answer) => (isOfMany(question) ? [] : answer());
    expect(unitsOf(await look(open(1).chain, before))).toEqual(FOUR);
    // Of all, and of the three that have a transfer.
    expect(asked(proxies[0]!, 'eth_getLogs')).toBe(1 + 3);
  });

  it('are not believed where the logs of one lack a transfer', async () => {
    const before = await mineFour();
    proxies[0]!.alter = async ({ method }, answer) => (method === 'eth_getLogs' ? [] : answer());
    await expect(look(open(1).chain, before)).rejects.toThrow(/leaves out a transfer/);
  });

  it('have their receipts read where all are, except where the bloom excludes our tokens', async () => {
    const before = await mineFour();
    const { chain } = open(1, { receipts: 'always', canTrace: 'never' });
    let reads = 0;
    proxies[0]!.alter = async ({ method, params }, answer) => {
      if (method !== 'eth_getBlockReceipts') return answer();
      reads++;
      const { transactions } = await node.rpc.call<{ transactions: string[] }>('eth_getBlockByHash', [
        params[0],
        false,
      ]);
      return node.rpc.batch(
        transactions.map((txid) => ({ method: 'eth_getTransactionReceipt', params: [txid] })),
      );
    };
    expect(unitsOf(await look(chain, before))).toEqual(FOUR);
    // Not of the one with nothing in it.
    expect(reads).toBe(3);
    await node.send({ to: node.accounts[3]!, value: 1n });
    await node.mine();
    // An empty bloom is no word: some chains never fill it.
    expect(unitsOf(await look(chain, before + 4))).toEqual([[]]);
    expect(reads).toBe(4);
  });

  it('are not believed either where one of several transfers in a block is left out, if all receipts are read', async () => {
    const before = await mineFour();
    await node.send(tokenPayment(contract, node.accounts[5]!, 1n));
    await node.send(tokenPayment(contract, node.accounts[5]!, 2n));
    await node.mine();
    proxies[0]!.alter = async ({ method }, answer) =>
      method === 'eth_getLogs' ? ((await answer()) as RpcLog[]).slice(0, -1) : answer();
    await expect(look(open(1, { receipts: 'always' }).chain, before)).rejects.toThrow(
      /leaves out a transfer/,
    );
  });

  it('are read one by one for a while by a node that does not give so much at once', async () => {
    const before = await mineFour();
    let refusals = 0;
    proxies[0]!.alter = async (question, answer) => {
      if (!isOfMany(question)) return answer();
      refusals++;
      throw new Error('block range is too large');
    };
    const { chain, warnings } = open(1);
    for (let n = 0; n < 3; n++) expect(unitsOf(await look(chain, before))).toEqual(FOUR);
    expect(refusals).toBe(1);
    expect(warnings.filter(({ message }) => !message.includes('trace'))).toEqual([]);
  });

  it('are read anew at the next look: a reorganisation may have come between', async () => {
    const goBack = await node.remember();
    const before = await mineFour();
    const { chain } = open(1);
    const { height: upTo } = await chain.tip();
    await chain.block(before + 1, wallet.watch, upTo);
    await goBack();
    await node.mine(4);
    expect(unitsOf(await look(chain, before))).toEqual([[], [], [], []]);
  });
});

it('which block is final is asked once for all that are followed at a look', async () => {
  const before = await mineFour();
  const { chain } = open(1, { finality: 'finalized' });
  let questions = 0;
  proxies[0]!.alter = async ({ method, params }, answer) => {
    if (method === 'eth_getBlockByNumber' && params[0] === 'finalized') questions++;
    return answer();
  };
  for (let looks = 1; looks <= 2; looks++) {
    for (const { height } of await look(chain, before))
      expect(await chain.settled(height)).toBeLessThanOrEqual(height);
    expect(questions).toBe(looks);
  }
});

it('what waits for a block is not asked for while nothing is expected', async () => {
  const { chain } = open(1);
  await node.send({ to: deposit, value: 3n });
  expect((await chain.mempool(wallet.watch, true)).transactions).toEqual([]);
  expect(proxies[0]!.asked).toEqual([]);
  const { transactions } = await chain.mempool(wallet.watch);
  expect(transactions.flatMap(({ transfers }) => transfers)).toMatchObject([
    { assetId: NATIVE_ID, address: deposit, units: 3n },
  ]);
  await node.mine();
});
