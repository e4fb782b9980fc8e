import {
  type AccountBase,
  type AccountRequest,
  type Block,
  type Chain,
  type ChainAsset,
  type ChainBase,
  type CoinRequest,
  type DurableRequest,
  type Mempool,
  type NonceRequest,
  type OpeningRequest,
  Rejected,
  type SignedPayment,
  Unpayable,
} from '../../../packages/service/src/chains/chain.ts';
import type { AnyRequest, Through } from '../../../packages/service/src/chains/testing/signing-through.ts';
import { type NodeProcess, Unreachable } from './node-process.ts';
import { costTimes, MOST_COST_TIMES, UNPAYABLE } from './receivers.ts';

const LIES = ['old tip', 'no block', 'unknown', 'empty mempool', 'rejected', 'old fork', 'balance'] as const;
export type Lie = (typeof LIES)[number];

/** What a chain's node tells falsely, and until when. Shared by all who ask it. */
export interface Lying {
  lie: Lie | null;
  until: number;
  /** The blocks that the last reorganisation took away, by height: what a node tells that has not heard of it. */
  oldFork: Map<number, Block>;
  /** What it told falsely of our balances, by asset. */
  readonly falseBalances: Map<number, bigint[]>;
}

const NOTHING: Mempool = { has: () => false, transactions: [], noted() {} };
const watchAll = async () => () => true;

/** What a network asks for a transfer, as a multiple of the usual, and until when. Shared by all who ask it. */
export interface FeeSpike {
  times: bigint;
  until: number;
}

/** What goes wrong with a chain as a node reaches it. */
export interface ChainFaults {
  readonly lying: Lying;
  readonly spike: FeeSpike;
  readonly process: NodeProcess;
  readonly now: () => number;
  /** Time passes while a call is under way. */
  pass(seconds: number): Promise<void>;
  /** Whoever has the keys. */
  readonly sign: Through;
}

/** A chain as a node reaches it: calls and answers get lost, come late or twice, and for a while its answers are false. */
export function faultyChain(chain: Chain, { lying, spike, process, now, pass, sign }: ChainFaults): Chain {
  const { random } = process;
  const lies = (...names: Lie[]) => lying.lie !== null && names.includes(lying.lie) && now() < lying.until;
  const call = <T>(what: string, perform: () => Promise<T>): Promise<T> =>
    process.effect(`${what} of ${chain.name}`, false, async () => {
      if (lying.until <= now() && random.chance(process.weather.lie)) {
        lying.lie = random.pick(LIES);
        lying.until = now() + random.between(1, 90);
      }
      await pass(process.weather.callS);
      if (!random.chance(process.weather.call)) return perform();
      const fault = random.pick(['request lost', 'answer lost', 'repeated'] as const);
      if (fault === 'request lost') throw new Unreachable(`${what}: no connection`);
      const answer = await perform();
      if (fault === 'answer lost') throw new Unreachable(`${what}: no answer`);
      return fault === 'repeated' ? perform() : answer;
    });
  const signs =
    <Request extends AnyRequest, Signed extends SignedPayment>(real: (request: Request) => Promise<Signed>) =>
    (request: Request) =>
      call('sign', async (): Promise<Signed> => {
        if (request.payees.some(({ address }) => address.startsWith(UNPAYABLE)))
          throw new Unpayable('its receiver takes nothing');
        const times = Math.max(1, ...request.payees.map(({ address }) => costTimes(address)));
        if (times > MOST_COST_TIMES) throw new Unpayable('its receiver costs too much');
        const dearer = { ...request, feeRate: request.feeRate * BigInt(times) };
        return sign(dearer, () => real(dearer));
      });
  const common: Omit<ChainBase<never>, 'sign'> = {
    id: chain.id,
    name: chain.name,
    treasury: chain.treasury,
    confirmations: chain.confirmations,
    tip: () =>
      call('tip', async () => {
        const tip = await chain.tip();
        const old = lies('old tip') ? await chain.block(tip.height - 1, watchAll) : null;
        return old === null ? tip : { height: old.height, hash: old.hash };
      }),
    block: (height, watch) =>
      call('block', async () => {
        if (lies('no block')) return null;
        const old = lies('old fork') ? lying.oldFork.get(height) : undefined;
        return old ?? chain.block(height, watch);
      }),
    settled: (height) => call('settled', () => chain.settled(height)),
    mempool: (watch) => call('mempool', async () => (lies('empty mempool') ? NOTHING : chain.mempool(watch))),
    broadcast: (bytes) =>
      call('broadcast', async () => {
        if (lies('rejected')) throw new Rejected('a lie');
        await chain.broadcast(bytes);
      }),
    statusOf: (txid) =>
      call('statusOf', async () =>
        lies('unknown', 'rejected') ? { state: 'unknown' } : chain.statusOf(txid),
      ),
    balance: (asset, holdings, at) =>
      call('balance', async () => {
        const units = await chain.balance(asset, holdings, at);
        if (units === null || !lies('balance')) return units;
        const told = units + BigInt(random.between(-1_000, 1_000));
        if (told === units) return null;
        lying.falseBalances.set(asset.id, [...(lying.falseBalances.get(asset.id) ?? []), told]);
        return told;
      }),
    feeRate: () =>
      call('fee', async () => {
        const rate = await chain.feeRate();
        const asked = now() < spike.until ? rate.now * spike.times : rate.now;
        return { ...rate, now: asked < rate.most ? asked : rate.most };
      }),
    usualCost: (asset, rate) => chain.usualCost(asset, rate),
  };
  if (chain.spending === 'coins') {
    return {
      ...common,
      spending: 'coins',
      sign: signs((request: CoinRequest) => chain.sign(request)),
      spent: (coins, at) => call('spent', () => chain.spent(coins, at)),
      helper: chain.helper && {
        ...chain.helper,
        price: (coin, rate) => call('help', async () => chain.helper?.price(coin, rate) ?? null),
      },
    };
  }
  const accounts: Omit<AccountBase<never>, 'sign'> = {
    ...common,
    spending: 'account',
    needsSweeping: chain.needsSweeping,
    accountBalances: (addresses, asset, at) =>
      call('balances', () => chain.accountBalances(addresses, asset, at)),
    transferCost: (asset, rate) => chain.transferCost(asset, rate),
  };
  if (chain.excluding === 'expiry') {
    return {
      ...accounts,
      excluding: 'expiry',
      ...(chain.sweepCost !== undefined && {
        sweepCost: (address: string, asset: ChainAsset, rate: bigint) =>
          call('sweep cost', async () => chain.sweepCost?.(address, asset, rate) ?? null),
      }),
      sign: signs((request: AccountRequest) => chain.sign(request)),
      // A node that is behind has not passed it yet.
      passedWithout: (attempts, settled) =>
        call('passed', async () =>
          lies('old tip', 'no block') ? [] : chain.passedWithout(attempts, settled),
        ),
      hasFailed: (txid) => call('failed', () => chain.hasFailed(txid)),
    };
  }
  if (chain.excluding === 'durable nonce') {
    const behind = () => lies('old tip', 'no block', 'unknown');
    return {
      ...accounts,
      excluding: 'durable nonce',
      nonceRent: chain.nonceRent,
      leastLeft: chain.leastLeft,
      mostOpened: chain.mostOpened,
      mostSwept: (asset) => chain.mostSwept(asset),
      nonceAccount: (n) => chain.nonceAccount(n),
      sign: signs((request: DurableRequest | OpeningRequest) => chain.sign(request)),
      // A node that is behind knows of none, or of an earlier block.
      nonceValues: (addresses) =>
        call('nonces', async () => (behind() ? addresses.map(() => null) : chain.nonceValues(addresses))),
      nonceValuesWaiting: (addresses) =>
        call('nonces', () => (behind() ? chain.nonceValues(addresses) : chain.nonceValuesWaiting(addresses))),
      passedWithout: (attempts, settled) =>
        call('passed', async () =>
          lies('old tip', 'no block') ? [] : chain.passedWithout(attempts, settled),
        ),
    };
  }
  return {
    ...accounts,
    excluding: 'nonce',
    sign: signs((request: NonceRequest) => chain.sign(request)),
    nextNonce: (address) => call('nonce', () => chain.nextNonce(address)),
    nextNonceWaiting: (address) => call('nonce', () => chain.nextNonceWaiting(address)),
  };
}
