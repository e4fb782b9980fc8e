import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AlteringProxy } from '../../../../../test/support/altering-proxy.ts';
import { EvmNode } from '../../../../../test/support/evm-node.ts';
import type { RpcLog } from './erc20.ts';
import type { EvmChainOptions } from './evm-chain.ts';
import type { CallFrame } from './internal-transfers.ts';
import type { RpcBlock } from './rpc-block.ts';
import { NATIVE_ID, newestBlock, ours, TestWallet, testChain, tokenPayment } from './testing/test-chain.ts';

const USDC = 2;
const DAI = 3;
/** Nobody listens there. */
const DOWN = 'http://127.0.0.1:9';

const wallet = new TestWallet();
const deposit = wallet.address(1);

let node: EvmNode;
let tokens: { id: number; abbr: string; contract: string }[];
let proxies: AlteringProxy[];

beforeAll(async () => {
  node = await EvmNode.start({ chainId: 56 });
  const contracts = [
    await node.deploy('StandardToken', '06'.padStart(64, '0')),
    await node.deploy('SilentToken'),
  ];
  tokens = [
    { id: USDC, abbr: 'USDC', contract: contracts[0]! },
    { id: DAI, abbr: 'DAI', contract: contracts[1]! },
  ];
});

beforeEach(async () => {
  proxies = [
    await AlteringProxy.start(node.rpc),
    await AlteringProxy.start(node.rpc),
    await AlteringProxy.start(node.rpc),
  ];
});

afterEach(() => Promise.all(proxies.map((proxy) => proxy.stop())));
afterAll(() => node?.stop());

function open(endpoints: readonly string[], quorum: number, options: Partial<EvmChainOptions> = {}) {
  const chain = {
    id: 60,
    name: 'Testchain',
    evmChainId: 56,
    confirmations: 3,
    nativeAssetId: NATIVE_ID,
    nativeAbbr: 'ETH',
    treasury: wallet.address(0),
  };
  return testChain(endpoints, wallet, tokens, { quorum, chain, ...options });
}

/** A block with a deposit of each kind. */
async function mineDeposits(): Promise<void> {
  await node.send({ to: deposit, value: 5n });
  await node.send(tokenPayment(tokens[0]!.contract, deposit, 7n));
  await node.send(tokenPayment(tokens[0]!.contract, node.accounts[4]!, 9n));
  await node.mine();
}

const found = [
  [{ index: 0, address: deposit, assetId: NATIVE_ID, units: 5n }],
  [{ index: 1, address: deposit, assetId: USDC, units: 7n }],
];

/** Changes what a proxy answers to one method. */
function altering(proxy: AlteringProxy, method: string, change: (answer: never) => unknown): void {
  proxy.alter = async (question, answer) =>
    question.method === method ? change((await answer()) as never) : answer();
}

describe('a node whose newest block is old', () => {
  const minedAt = async () =>
    Number((await node.rpc.call<{ timestamp: string }>('eth_getBlockByNumber', ['latest', false])).timestamp);

  it('is not believed about the present: it has stopped following, or our clock is ahead', async () => {
    const since = await minedAt();
    let now = since + 900;
    const { chain } = open([proxies[0]!.url], 1, { maxTipAgeS: 900, clock: () => now });
    expect(await chain.tip()).toMatchObject({ height: expect.any(Number) });
    now = since + 3_600;
    await expect(chain.tip()).rejects.toThrow(/newest block is 60 minutes old.*clock/);
    const [endpoint] = await chain.examine({ assets: [], followed: null, now });
    expect(endpoint?.advice).toMatch(/not believed.*clock/);
  });

  it('gives way to another that has newer ones', async () => {
    const since = await minedAt();
    proxies[0]!.alter = async ({ method, params }, answer) => {
      const block = (await answer()) as RpcBlock;
      return method === 'eth_getBlockByNumber' && params[0] === 'latest'
        ? { ...block, timestamp: '0x1' }
        : block;
    };
    const { chain } = open([proxies[0]!.url, proxies[1]!.url], 1, { maxTipAgeS: 900, clock: () => since });
    expect(await chain.tip()).toMatchObject({ height: expect.any(Number) });
  });
});

describe('an endpoint that cannot be believed', () => {
  it('because it is on another chain is refused with what to do', async () => {
    altering(proxies[0]!, 'eth_chainId', () => '0x1');
    await expect(open([proxies[0]!.url], 1).chain.tip()).rejects.toThrow(
      /is on chain 1, but Testchain is 56/,
    );
    const { chain, warnings } = open([proxies[0]!.url, proxies[1]!.url], 1);
    expect(await chain.tip()).toEqual(await open([node.url], 1).chain.tip());
    expect(warnings).toMatchObject([{ message: 'an endpoint is not believed' }]);
  });

  it('because it is still loading is refused', async () => {
    altering(proxies[0]!, 'eth_syncing', () => ({ currentBlock: '0x1', highestBlock: '0x2' }));
    await expect(open([proxies[0]!.url], 1).chain.tip()).rejects.toThrow(/still loading/);
  });

  it('because it is down is told, and another is asked', async () => {
    const { chain, warnings } = open([DOWN, node.url], 1);
    await mineDeposits();
    expect(ours(await newestBlock(chain, wallet)).map(({ transfers }) => transfers)).toEqual(found);
    expect(warnings.filter(({ facts }) => facts.endpoint === '127.0.0.1:9')).toHaveLength(1);
    await expect(open([DOWN], 1).chain.tip()).rejects.toThrow(/too few endpoints/);
  });

  it('because it is behind does not hold up the others, and is told', async () => {
    await node.mine(20);
    proxies[0]!.alter = async ({ method, params }, answer) => {
      if (method !== 'eth_getBlockByNumber' || params[0] === '0x2') return answer();
      return params[0] === 'latest' ? node.rpc.call(method, ['0x2', false]) : null;
    };
    const { chain, warnings } = open([proxies[0]!.url, proxies[1]!.url, proxies[2]!.url], 2);
    await mineDeposits();
    expect(ours(await newestBlock(chain, wallet))).toHaveLength(2);
    expect(String(warnings[0]?.facts.err)).toContain('far behind');
  });

  it('is asked for its newest block and nothing else, while that stays', async () => {
    const [first, second] = [proxies[0]!, proxies[1]!];
    const { chain } = open([first.url, second.url], 2);
    await chain.tip();
    const asked = [first.asked.length, second.asked.length];
    for (let n = 0; n < 5; n++) await chain.tip();
    expect(first.asked.slice(asked[0])).toEqual(Array(5).fill('eth_getBlockByNumber'));
    expect(second.asked.slice(asked[1])).toEqual(Array(5).fill('eth_getBlockByNumber'));
  });

  it('because it answers in a form that makes no sense', async () => {
    altering(proxies[0]!, 'eth_getBlockByNumber', (block: object) => ({ ...block, number: 12 }));
    await expect(open([proxies[0]!.url], 1).chain.tip()).rejects.toThrow(/where a number is expected/);
  });
});

describe('an endpoint that can be believed', () => {
  it('is not blamed for what goes wrong on our side', async () => {
    const { chain, warnings } = open([node.url], 1);
    const { height } = await chain.tip();
    const broken = new Error('the store is away');
    await expect(chain.block(height, () => Promise.reject(broken))).rejects.toBe(broken);
    expect(warnings).toEqual([]);
  });
});

describe('two of three endpoints', () => {
  it('are believed against one that gives another hash', async () => {
    await mineDeposits();
    altering(proxies[0]!, 'eth_getBlockByNumber', (block: RpcBlock) => ({
      ...block,
      hash: `0x${'12'.repeat(32)}`,
    }));
    const { chain, warnings } = open(
      proxies.map(({ url }) => url),
      2,
      { tokens: () => [] },
    );
    expect(await chain.tip()).toEqual(await open([node.url], 1).chain.tip());
    expect(String(warnings[0]?.facts.err)).toContain('says something else');
    expect(warnings[0]?.facts.endpoint).toBe(new URL(proxies[0]!.url).host);
  });

  it('are believed against one that invents a deposit', async () => {
    await mineDeposits();
    altering(proxies[0]!, 'eth_getBlockByNumber', (block: RpcBlock) => ({
      ...block,
      transactions: block.transactions.map((each) => ({ ...each, to: deposit, value: '0xffffffff' })),
    }));
    const { chain, warnings } = open(
      proxies.map(({ url }) => url),
      2,
    );
    expect(ours(await newestBlock(chain, wallet)).map(({ transfers }) => transfers)).toEqual(found);
    expect(warnings.some(({ facts }) => facts.endpoint === new URL(proxies[0]!.url).host)).toBe(true);
  });

  it('are believed against one that says a larger balance', async () => {
    altering(proxies[1]!, 'eth_getBalance', () => '0xffffffffffffffff');
    const { chain } = open(
      proxies.map(({ url }) => url),
      2,
    );
    const at = await chain.tip();
    expect(await chain.nativeBalances([wallet.address(77)], at)).toEqual([0n]);
  });

  it('must know of a transaction before it is in a block', async () => {
    const txid = await node.send({ to: deposit, value: 1n });
    await node.mine();
    for (const proxy of proxies.slice(1)) altering(proxy, 'eth_getTransactionByHash', () => null);
    const { chain } = open(
      proxies.map(({ url }) => url),
      2,
    );
    expect(await chain.statusOf(txid)).toEqual({ state: 'waiting' });
    altering(proxies[1]!, '', () => null);
    expect(await chain.statusOf(txid)).toMatchObject({ state: 'mined' });
  });

  it('are not enough if all three say different things', async () => {
    await mineDeposits();
    for (const [n, proxy] of proxies.entries()) {
      altering(proxy, 'eth_getBlockByNumber', (block: RpcBlock) => ({
        ...block,
        hash: `0x${`1${n}`.repeat(32)}`,
      }));
    }
    await expect(
      open(
        proxies.map(({ url }) => url),
        2,
      ).chain.tip(),
    ).rejects.toThrow(/disagree on the hash/);
  });

  it('wait for one another: a block that one of two has is not there yet', async () => {
    const { height } = await open([node.url], 1).chain.tip();
    altering(proxies[1]!, 'eth_getBlockByNumber', () => null);
    const { chain } = open([proxies[0]!.url, proxies[1]!.url], 2);
    expect(await chain.block(height, wallet.watch)).toBeNull();
  });

  it('cannot be asked for where there is one', () => {
    expect(() => open([node.url], 2)).toThrow(/add endpoints/);
  });
});

describe('missing logs', () => {
  it('are caught by the bloom of the block: all of a token', async () => {
    await mineDeposits();
    altering(proxies[0]!, 'eth_getLogs', () => []);
    await expect(newestBlock(open([proxies[0]!.url], 1).chain, wallet)).rejects.toThrow(
      /leaves out a transfer/,
    );
  });

  it('are caught by the receipt: the one that pays us', async () => {
    await mineDeposits();
    altering(proxies[0]!, 'eth_getLogs', (logs: RpcLog[]) => logs.slice(1));
    await expect(newestBlock(open([proxies[0]!.url], 1).chain, wallet)).rejects.toThrow(
      /by its logs than by its receipt/,
    );
  });

  it('are caught where receipts lack them as well', async () => {
    await mineDeposits();
    proxies[0]!.alter = async ({ method }, answer) => {
      if (method === 'eth_getLogs') return [];
      if (method === 'eth_getTransactionReceipt') return { ...((await answer()) as object), logs: [] };
      return answer();
    };
    await expect(newestBlock(open([proxies[0]!.url], 1).chain, wallet)).rejects.toThrow(
      /the block itself says/,
    );
  });

  it('are caught in every block where all receipts are read', async () => {
    await node.send(tokenPayment(tokens[0]!.contract, node.accounts[3]!, 7n));
    await node.send(tokenPayment(tokens[0]!.contract, node.accounts[4]!, 9n));
    await node.mine();
    altering(proxies[0]!, 'eth_getLogs', (logs: RpcLog[]) => logs.slice(1));
    const { chain } = open([proxies[0]!.url], 1, { receipts: 'always' });
    await expect(newestBlock(chain, wallet)).rejects.toThrow(/leaves out a transfer/);
    const honest = open([node.url], 1, { receipts: 'always' });
    expect(ours(await newestBlock(honest.chain, wallet))).toEqual([]);
  });

  it('are looked for in one question where the node has receipts by block', async () => {
    await mineDeposits();
    proxies[0]!.alter = async ({ method, params }, answer) => {
      if (method !== 'eth_getBlockReceipts') return answer();
      const block = await node.rpc.call<{ transactions: string[] }>('eth_getBlockByHash', [params[0], false]);
      return node.rpc.batch(
        block.transactions.map((txid) => ({ method: 'eth_getTransactionReceipt', params: [txid] })),
      );
    };
    const { chain } = open([proxies[0]!.url], 1, { receipts: 'always' });
    expect(ours(await newestBlock(chain, wallet)).map(({ transfers }) => transfers)).toEqual(found);
    expect(proxies[0]!.asked).toContain('eth_getBlockReceipts');
  });

  it.each([
    ['all', 'leaves out', () => []],
    ['ours', 'by its receipt', (logs: RpcLog[]) => logs.slice(1)],
  ])('do not stop us where another endpoint has them: %s', async (_, reason, change) => {
    await mineDeposits();
    altering(proxies[0]!, 'eth_getLogs', change);
    const { chain, warnings } = open([proxies[0]!.url, proxies[1]!.url], 1);
    expect(ours(await newestBlock(chain, wallet)).map(({ transfers }) => transfers)).toEqual(found);
    expect(warnings.filter(({ facts }) => String(facts.err).includes(reason))).toMatchObject([
      { facts: { endpoint: new URL(proxies[0]!.url).host } },
    ]);
  });

  it('that were invented are caught as well', async () => {
    await mineDeposits();
    const to = `0x${wallet.address(99).slice(2).toLowerCase().padStart(64, '0')}`;
    altering(proxies[0]!, 'eth_getLogs', (logs: RpcLog[]) =>
      logs.map((log) => ({ ...log, topics: [log.topics[0], log.topics[1], to] })),
    );
    await expect(newestBlock(open([proxies[0]!.url], 1).chain, wallet)).rejects.toThrow(/does not have/);
  });
});

describe('an endpoint that can trace', () => {
  it('tells of native coins that a contract sent, each with an index of its own', async () => {
    await node.send({ to: node.accounts[7]!, value: 10n });
    await node.mine();
    const inside: CallFrame = { type: 'CALL', to: deposit.toLowerCase(), value: '0x4' };
    const result: CallFrame = { type: 'CALL', to: node.accounts[7]!, value: '0xa', calls: [inside, inside] };
    proxies[0]!.alter = async ({ method }, answer) =>
      method === 'debug_traceBlockByHash' ? [{ result }] : answer();
    const { chain, warnings } = open([proxies[0]!.url], 1);
    expect(ours(await newestBlock(chain, wallet)).map(({ transfers }) => transfers)).toEqual([
      [0, 1].map((n) => ({ index: 1_000_000_000 + n, address: deposit, assetId: NATIVE_ID, units: 4n })),
    ]);
    expect(warnings).toEqual([]);
  });

  it('alone is not believed where two must agree', async () => {
    await node.send({ to: node.accounts[7]!, value: 10n });
    await node.mine();
    const inside: CallFrame = { type: 'CALL', to: deposit.toLowerCase(), value: '0x4' };
    proxies[0]!.alter = async ({ method }, answer) =>
      method === 'debug_traceBlockByHash'
        ? [{ result: { type: 'CALL', to: deposit.toLowerCase(), calls: [inside] } }]
        : answer();
    const { chain, warnings } = open([proxies[0]!.url, proxies[1]!.url], 2);
    expect(ours(await newestBlock(chain, wallet))).toEqual([]);
    expect(warnings).toMatchObject([{ message: expect.stringContaining('too few endpoints can trace') }]);
  });
});

describe('sending', () => {
  it('goes to every endpoint, and one that takes it is enough', async () => {
    await node.setBalance(wallet.address(0), 10n ** 18n);
    const { chain } = open([DOWN, proxies[0]!.url, proxies[1]!.url], 1);
    const signed = await chain.sign({
      payees: [{ address: deposit, memo: null, assetId: NATIVE_ID, units: 1n }],
      source: wallet.address(0),
      nonce: 0,
      feeRate: 10n ** 10n,
    });
    await chain.broadcast(signed.bytes);
    for (const proxy of proxies.slice(0, 2)) expect(proxy.asked).toContain('eth_sendRawTransaction');
    await node.mine();
    expect(await chain.statusOf(signed.txid)).toMatchObject({ state: 'mined' });
  });
});
