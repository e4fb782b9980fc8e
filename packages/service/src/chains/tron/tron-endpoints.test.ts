import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { IS_LONG } from '../../../../../test/support/volume.ts';
import { hasPassed } from '../expiry.ts';
import { TRON_NETWORKS } from '../known/tron-chains.ts';
import {
  NATIVE_ID,
  ours,
  strangers,
  TestWallet,
  testChain,
  trxPayment,
  USDT,
  usdtPayment,
} from './testing/test-chain.ts';
import { TronTestNetwork } from './testing/test-network.ts';
import { TronTestNode } from './testing/test-node.ts';
import type { TronChain } from './tron-chain.ts';

/** Several nodes of TRON, of which one is gone, behind, or says what is not so. */

const wallet = new TestWallet();
const [treasury, deposit, stranger] = [0, 1, 50].map((n) => wallet.address(n)) as [string, string, string];

let network: TronTestNetwork;
let nodes: TronTestNode[];
let chain: TronChain;
let told: string[];

beforeEach(async () => {
  network = new TronTestNetwork();
  network.addToken(USDT, { decimals: 6 });
  for (const each of [stranger, treasury]) network.account(each).balance = 1_000_000_000n;
  network.mint(USDT, stranger, 1_000_000_000n);
  network.mine(25);
  nodes = [];
  for (let n = 0; n < 3; n++) nodes.push(await TronTestNode.start(network));
  told = [];
  const warn = (facts: object) => told.push(String((facts as { err?: Error }).err?.message));
  chain = testChain(nodes, wallet, { quorum: 2, warn });
});
afterEach(() => Promise.all(nodes.map((node) => node.stop().catch(() => undefined))));

const first = () => nodes[0] as TronTestNode;
const others = () => nodes.slice(1);

/** A deposit of tokens in a block that is solidified. */
function mineDeposit(): number {
  network.enqueue(strangers(network, usdtPayment(stranger, deposit, 5n)));
  const { height } = network.mine();
  network.solidify();
  return height;
}

const unitsIn = async (height: number) =>
  (await chain.block(height, ours(deposit)))?.transactions.flatMap(({ transfers }) =>
    transfers.map(({ units }) => units),
  );

describe('several nodes of TRON', () => {
  it('do as long as enough of them answer', async () => {
    const height = mineDeposit();
    await first().stop();
    expect(await unitsIn(height)).toEqual([5n]);
    await others()[0]?.stop();
    await expect(chain.tip()).rejects.toThrow('too few endpoints');
  });

  it('are followed as far as enough of them are', async () => {
    first().behind = 3;
    expect((await chain.tip()).height).toBe(network.solid.height);
    others()[0]!.behind = 2;
    expect((await chain.tip()).height).toBe(network.solid.height - 2);
  });

  it.each<[string, (path: string, answer: never) => unknown]>([
    ['leaves out a log', (_path, answer) => withoutLogs(answer)],
    ['says that a call failed', (_path, answer) => replaced(answer, '"SUCCESS"', '"REVERT"')],
    ['gives another amount', (_path, answer) => replaced(answer, '0000005"', '0000009"')],
    ['gives another block', (_path, answer) => replaced(answer, '"timestamp":17', '"timestamp":16')],
    ['gives another payment as the same', (_path, answer) => replaced(answer, '5a', '5b')],
  ])('outvote one that %s', async (_what, lie) => {
    const height = mineDeposit();
    first().alter = lie;
    expect(await unitsIn(height)).toEqual([5n]);
    expect(told.join()).not.toBe('');
  });

  it('decide nothing where they disagree', async () => {
    const height = mineDeposit();
    for (const [n, node] of nodes.entries())
      node.alter = (_path, answer) => replaced(answer, '0000005"', `000000${6 + n}"`);
    await expect(chain.block(height, ours(deposit))).rejects.toThrow('disagree');
  });

  it('let nothing expire that one of them has in a block', async () => {
    const payee = { address: stranger, memo: null, assetId: NATIVE_ID, units: 5n };
    const attempt = await chain.sign({ payees: [payee], source: treasury, feeRate: 100n });
    await chain.broadcast(attempt.bytes);
    network.mine();
    network.mine(1, 4_000_000);
    network.solidify();
    for (const node of others()) node.alter = (path, answer) => (path.includes('byid') ? {} : answer);
    expect(await hasPassed(chain, attempt)).toBe(false);
    first().alter = (path, answer) => (path.includes('byid') ? {} : answer);
    expect(await hasPassed(chain, attempt)).toBe(true);
  });

  it('let nothing expire while too few have come so far', async () => {
    const payee = { address: stranger, memo: null, assetId: NATIVE_ID, units: 5n };
    const attempt = await chain.sign({ payees: [payee], source: treasury, feeRate: 100n });
    network.mine(1, 4_000_000);
    network.solidify();
    const settled = await chain.tip();
    for (const node of others()) node.behind = 1;
    expect(await chain.passedWithout([attempt], settled)).toEqual([]);
    for (const node of others()) node.behind = 0;
    expect(await chain.passedWithout([attempt], settled)).toEqual([attempt.txid]);
  });

  it('are not believed on another network', async () => {
    const elsewhere = testChain(nodes, wallet, { networks: TRON_NETWORKS.test });
    await expect(elsewhere.tip()).rejects.toThrow('is to be Nile or Shasta');
  });

  it('are looked at one by one', async () => {
    first().behind = 40;
    await nodes[2]?.stop();
    const patient = {
      assets: [{ id: 15, abbr: 'USDT', contract: USDT, decimals: 8 }],
      followed: null,
      now: Math.floor(network.newest.timeMs / 1_000),
    };
    network.mine(60);
    const found = await chain.examine(patient);
    const advice = (url?: string) =>
      found.find(({ what }) => what === `endpoint ${new URL(url ?? '').host}`)?.advice;
    expect(advice(nodes[0]?.url)).toContain('blocks behind another');
    expect(advice(nodes[1]?.url)).toBeNull();
    expect(advice(nodes[2]?.url)).toContain('not believed');
    expect(found.find(({ what }) => what === 'token USDT')?.facts).toContain('6 decimals, the catalogue 8');
    expect(found.find(({ what }) => what.startsWith('treasury'))?.facts).toContain('energy');
  });

  // What it takes is near the bound, and other work on the machine counts in it.
  it.runIf(IS_LONG)('follow a full block in about the time that a node takes to give it', async () => {
    network.account(stranger).energyLimit = 1_000_000_000;
    network.account(stranger).netLimit = 1_000_000_000;
    for (let n = 0; n < 2_000; n++) {
      const to = wallet.address(100 + (n % 150));
      const contract = n % 2 === 0 ? trxPayment(stranger, to, 5n) : usdtPayment(stranger, to, 5n);
      network.enqueue(strangers(network, contract, n));
    }
    const { height } = network.mine();
    network.solidify();
    const give = async () => {
      for (const method of ['getblockbynum', 'gettransactioninfobyblocknum']) {
        const answer = await fetch(`${first().url}/walletsolidity/${method}`, {
          method: 'POST',
          body: JSON.stringify({ num: height }),
        });
        await answer.json();
      }
    };
    const follow = async () => {
      const alone = testChain([first()], wallet);
      expect((await alone.block(height, ours(deposit)))?.transactions).toHaveLength(2_000);
    };
    // As in a process that has followed for a while.
    for (let n = 0; n < 3; n++) await follow();
    const [given, followed] = [await timed(give), await timed(follow)];
    expect(followed).toBeLessThan(2 * given);
  });
});

/** What it takes of the processor, whatever else the machine does: node and follower are one process here. */
async function timed(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

function replaced(answer: unknown, from: string, to: string): unknown {
  return JSON.parse(JSON.stringify(answer).replaceAll(from, to));
}

function withoutLogs(answer: unknown): unknown {
  return Array.isArray(answer) ? answer.map(({ log: _log, ...info }) => info) : answer;
}
