import { Decimal, MESSAGE } from '@swapdesk/contract';
import type { Catalogue } from '../catalog/catalogue.ts';
import { loadCatalogue } from '../catalog/load-catalogue.ts';
import { openTestNetworks, type TestNetworks } from '../chains/sim/test-networks.ts';
import { systemClock } from '../clock.ts';
import type { Environment } from '../config.ts';
import { orderFinder } from '../orders/query.ts';
import { Refusal } from '../refusal.ts';
import type { Database } from '../store/database.ts';
import { dropTransaction, mineBlocks, payOrder, reorganizeChain } from '../testnet/control.ts';
import { inWords } from './act.ts';
import { readArguments, readWhole } from './arguments.ts';
import { type Command, UsageError, withStore } from './command.ts';

const MOST_BLOCKS = 100;

export const testnetPay: Command = {
  name: 'testnet pay',
  usage: 'QUERY_CODE [--amount N] [--asset [CHAIN:]COIN]',
  summary: 'Pay an order on its test network: what it asks for, or another amount or asset',
  run: async (args, env) => {
    const { words, options } = readArguments(args, { words: ['QUERY_CODE'], options: ['amount', 'asset'] });
    const amount = options.amount === undefined ? undefined : readDecimal(options.amount);
    await withNetworks(env, async ({ database, networks, catalogue }) => {
      const code = words[0] as string;
      const noSuch = { [MESSAGE.orderNotFound]: `There is no order with the query code ${code}.` };
      const order = await orderFinder(database)(code).catch(inWords(noSuch));
      const txid = await payOrder(networks, catalogue, order, { amount, asset: options.asset });
      console.log(`Sent. It is in the next block: ${txid}`);
    });
  },
};

export const testnetMine: Command = {
  name: 'testnet mine',
  usage: '[--chain CHAIN] [--blocks N]',
  summary: 'Mine blocks now, on one test network or on all',
  run: async (args, env) => {
    const { options } = readArguments(args, { words: [], options: ['chain', 'blocks'] });
    const blocks = readBlocks('--blocks', options.blocks ?? '1');
    await withNetworks(env, async ({ networks }) => {
      for (const { chain, height } of await mineBlocks(networks, options.chain, blocks, systemClock())) {
        console.log(`${chain} is at block ${height}.`);
      }
    });
  },
};

export const testnetReorg: Command = {
  name: 'testnet reorg',
  usage: '--chain CHAIN --depth N',
  summary: 'Undo the newest blocks of a test network and mine others instead; their transactions wait again',
  run: async (args, env) => {
    const { options } = readArguments(args, { words: [], options: ['chain', 'depth'] });
    const chain = needed('chain', options.chain);
    const depth = readBlocks('--depth', needed('depth', options.depth));
    await withNetworks(env, async ({ networks }) => {
      const newest = await reorganizeChain(networks, chain, depth, systemClock());
      console.log(`${newest.chain} is at block ${newest.height}, on another branch.`);
    });
  },
};

export const testnetDrop: Command = {
  name: 'testnet drop',
  usage: '--chain CHAIN --txid TXID',
  summary: 'Drop a transaction that waits for a block, as a full mempool would',
  run: async (args, env) => {
    const { options } = readArguments(args, { words: [], options: ['chain', 'txid'] });
    const chain = needed('chain', options.chain);
    const txid = needed('txid', options.txid);
    await withNetworks(env, async ({ networks }) => {
      await dropTransaction(networks, chain, txid);
      console.log(`Dropped ${txid}.`);
    });
  },
};

interface Opened {
  readonly database: Database;
  readonly catalogue: Catalogue;
  readonly networks: TestNetworks;
}

/** Works on the test networks of the store, and puts a refusal into words for a person. */
function withNetworks(env: Environment, work: (opened: Opened) => Promise<void>): Promise<void> {
  return withStore(env, async (database) => {
    const catalogue = await loadCatalogue(database);
    const networks = await openTestNetworks(database, catalogue.assets);
    if (networks.size === 0)
      throw new UsageError('There are no test networks here: real chains are followed.');
    await work({ database, catalogue, networks }).catch((error: unknown) => {
      throw error instanceof Refusal ? new UsageError(IN_WORDS[error.reply] ?? error.message) : error;
    });
  });
}

const IN_WORDS: Partial<Record<string, string>> = {
  [MESSAGE.busy]: 'The test networks have not begun yet. First: npx swapdesk start',
  [MESSAGE.assetNotFound]: 'There is no such chain or coin. See: npx swapdesk asset list',
  [MESSAGE.quantityTooSmall]: '--amount is less than the smallest unit of the coin.',
  [MESSAGE.transactionNotFound]: 'No such transaction waits for a block on that chain.',
};

function needed(name: string, value: string | undefined): string {
  if (value === undefined || value === '') throw new UsageError(`--${name} is missing.`);
  return value;
}

function readBlocks(name: string, value: string): number {
  const blocks = readWhole(name, value);
  if (blocks < 1 || blocks > MOST_BLOCKS) throw new UsageError(`${name} takes 1 to ${MOST_BLOCKS}.`);
  return blocks;
}

function readDecimal(value: string): Decimal {
  const amount = Decimal.parse(value);
  if (amount === null || amount.coefficient <= 0n)
    throw new UsageError(`--amount takes an amount above 0, not "${value}".`);
  return amount;
}
