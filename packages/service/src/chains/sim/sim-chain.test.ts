import { describe, expect, it } from 'vitest';
import { type Coin, type CoinRequest, NotEnough, Unpayable } from '../chain.ts';
import { SimAccountChain } from './sim-account-chain.ts';
import { activationOf } from './sim-activation.ts';
import { openSimChain } from './sim-chain.ts';
import { SimCoinChain } from './sim-coin-chain.ts';
import { SimDurableChain, TOKEN_RENT } from './sim-durable-chain.ts';
import { EXPIRES_S, SimExpiryChain } from './sim-expiry-chain.ts';
import type { SimNetwork } from './sim-network.ts';
import type { SimTransaction } from './sim-transaction.ts';

/** Signing asks nobody: it needs no network. */
const NO_NETWORK = {} as SimNetwork;

function optionsOf(space: 'bitcoin' | 'evm' | 'tron' | 'solana') {
  const chain = { id: 1, name: 'Test', space, nativeAbbr: 'T', evmChainId: null, confirmations: 2 };
  return { chain, nativeAssetId: 1, transferCost: 5n, treasury: 'treasury' };
}

const coin = (spend: string, units: bigint): Coin => ({ spend, address: `of ${spend}`, assetId: 1, units });
const payee = (units: bigint) => ({ address: 'somebody', memo: null, assetId: 1, units });
const request = (changes: Partial<CoinRequest> = {}): CoinRequest => ({
  payees: [payee(60n), payee(30n)],
  coins: [coin('a', 10n), coin('b', 70n), coin('c', 50n)],
  feeRate: 5n,
  spendAll: false,
  ...changes,
});
const read = (bytes: Uint8Array): SimTransaction => JSON.parse(Buffer.from(bytes).toString());

describe('on a chain of coins', () => {
  const chain = new SimCoinChain(NO_NETWORK, optionsOf('bitcoin'));

  it('a payment takes the largest coins until they are enough, and gives the rest back to the treasury', async () => {
    const { spends, sources, bytes } = await chain.sign(request());
    expect(spends).toEqual(['b', 'c']);
    expect(sources).toEqual(['of b', 'of c']);
    expect(read(bytes).gives.at(-1)).toEqual({ address: 'treasury', assetId: 1, units: '20' });
  });

  it('a payment that is exact has no change', async () => {
    const { bytes } = await chain.sign(request({ payees: [payee(65n)] }));
    expect(read(bytes).gives.length).toBe(1);
  });

  it('a replacement takes all the coins that it is given, and is another transaction', async () => {
    const first = await chain.sign(request());
    const coins = [coin('b', 70n), coin('c', 50n)];
    const second = await chain.sign(request({ coins, feeRate: 8n, spendAll: true }));
    expect(second.spends).toEqual(first.spends);
    expect(second.txid).not.toBe(first.txid);
  });

  it('a payment is refused when all the coins are not enough', async () => {
    await expect(chain.sign(request({ feeRate: 21n }))).rejects.toBeInstanceOf(NotEnough);
  });

  it('the same request makes the same transaction', async () => {
    expect((await chain.sign(request())).txid).toBe((await chain.sign(request())).txid);
  });
});

describe('on a chain of accounts', () => {
  it('a payment takes the nonce that it is given, and all of it from its source', async () => {
    const { spends, sources, bytes } = await new SimAccountChain(NO_NETWORK, optionsOf('evm')).sign({
      payees: [{ ...payee(60n), assetId: 2 }],
      source: 'treasury',
      nonce: 7,
      feeRate: 5n,
    });
    expect([spends, sources]).toEqual([['treasury#7'], ['treasury']]);
    expect(read(bytes).takes).toEqual([
      { address: 'treasury', assetId: 2, units: '60' },
      { address: 'treasury', assetId: 1, units: '5' },
    ]);
  });
});

describe('on a chain whose transactions expire', () => {
  const network = {
    tip: async () => ({ height: 9, hash: 'h', minedAt: 1_000 }),
    hasHeld: async (address: string) => address === 'somebody',
    activation: activationOf(1, 11n),
  } as unknown as SimNetwork;
  const chain = new SimExpiryChain(network, { ...optionsOf('tron'), transferCost: 11n });
  const sign = (payout: string) =>
    chain.sign({ payees: [{ ...payee(60n), payout }], source: 'treasury', feeRate: 11n });

  it('a payment costs what activates its receiver just where that never had any, and tokens activate nobody', async () => {
    const cost = async (address: string, assetId: number) => {
      const payees = [{ ...payee(60n), address, assetId }] as const;
      return (await chain.sign({ payees, source: 'treasury', feeRate: 11n })).feeUnits;
    };
    expect([await cost('nobody yet', 1), await cost('somebody', 1)]).toEqual([11n, 3n]);
    expect([await cost('nobody yet', 2), await cost('somebody', 2)]).toEqual([11n, 11n]);
    const sweep = (id: number) => chain.sweepCost('deposit', { id, abbr: 'T', contract: null }, 11n);
    expect([await sweep(1), await sweep(2)]).toEqual([3n, 11n]);
  });

  it('a payment uses up nothing but itself, and says when it expires, by the time of blocks', async () => {
    const { txid, spends, expiresAt, bytes } = await sign('one');
    expect(spends).toEqual([`treasury@${txid}`]);
    expect([expiresAt, read(bytes).expiresAt]).toEqual([1_000 + EXPIRES_S, 1_000 + EXPIRES_S]);
  });

  it('the same request at the same block is the same transaction, for another payout it is another', async () => {
    expect((await sign('one')).txid).toBe((await sign('one')).txid);
    expect((await sign('one')).txid).not.toBe((await sign('another')).txid);
  });
});

describe('on a chain of nonce accounts', () => {
  /** What some addresses hold of the native coin, and of the token. */
  const held = new Map([
    ['treasury 1', 10_000_000n],
    ['treasury 2', 500n],
    ['deposit 2', 60n],
    ['deposit/2 1', TOKEN_RENT],
  ]);
  const network = {
    tip: async () => ({ height: 9, hash: 'h', minedAt: 1_000 }),
    heldBy: async ([address]: string[], assetId: number) => held.get(`${address} ${assetId}`) ?? 0n,
  } as unknown as SimNetwork;
  const chain = new SimDurableChain(network, optionsOf('solana'));
  const durable = { number: 0, account: 'nonce', value: 'v' };
  const sign = (source: string, address: string, units: bigint, assetId = 2) =>
    chain.sign({ payees: [{ address, memo: null, units, assetId }], source, durable, feeRate: 5n });

  it('the treasury pays the fee of all, and what the account of a receiver keeps who has none', async () => {
    const { spends, sources, feeUnits, bytes } = await sign('treasury', 'receiver', 60n);
    expect([spends, sources, feeUnits]).toEqual([['nonce=v'], ['treasury'], 5n + TOKEN_RENT]);
    expect(read(bytes).rentUnits).toBe(String(TOKEN_RENT));
  });

  it('a sweep closes the account that it empties, and no other', async () => {
    const whole = await sign('deposit', 'treasury', 60n);
    expect([whole.sources, read(whole.bytes).takes]).toEqual([
      ['deposit', 'treasury'],
      [
        { address: 'deposit', assetId: 2, units: '60' },
        { address: 'treasury', assetId: 1, units: '5' },
      ],
    ]);
    const kept = { address: 'deposit/2', assetId: 1, units: String(-TOKEN_RENT) };
    expect(read(whole.bytes).rents).toContainEqual(kept);
    expect(read((await sign('deposit', 'treasury', 59n)).bytes).rents).not.toContainEqual(kept);
  });

  it('who has never had anything is not paid less than an account must hold', async () => {
    await expect(sign('treasury', 'receiver', 1_000n, 1)).rejects.toThrow(Unpayable);
    await expect(sign('treasury', 'receiver', 890_880n, 1)).resolves.toMatchObject({ feeUnits: 5n });
  });

  it('what opens nonce accounts expires, and gives each what it keeps', async () => {
    const payee = { address: 'nonce-0-of-treasury', memo: null, assetId: 1, units: 2n * chain.nonceRent };
    const opening = await chain.sign({ payees: [payee], source: 'treasury', opens: [0, 1], feeRate: 5n });
    expect(opening).toMatchObject({ feeUnits: 5n, expiresAt: 1_000 + EXPIRES_S });
    expect(opening.spends).toEqual([`treasury@${opening.txid}`]);
    expect(read(opening.bytes).rents?.map(({ units }) => BigInt(units))).toEqual([
      -2n * chain.nonceRent,
      chain.nonceRent,
      chain.nonceRent,
    ]);
  });
});

it("a chain of Bitcoin's family has coins, another has accounts, with nonces, nonce accounts or an expiry", () => {
  const kinds = (['bitcoin', 'evm', 'solana', 'tron'] as const).map((space) => {
    const chain = openSimChain(NO_NETWORK, optionsOf(space));
    return chain.spending === 'coins' ? chain.spending : chain.excluding;
  });
  expect(kinds).toEqual(['coins', 'nonce', 'durable nonce', 'expiry']);
});
