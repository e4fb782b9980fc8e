import { describe, expect, it } from 'vitest';
import { type Coin, type CoinRequest, NotEnough } from '../chain.ts';
import { SimAccountChain } from './sim-account-chain.ts';
import { openSimChain } from './sim-chain.ts';
import { SimCoinChain } from './sim-coin-chain.ts';
import { EXPIRES_S, SimExpiryChain } from './sim-expiry-chain.ts';
import type { SimNetwork } from './sim-network.ts';

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
const read = (bytes: Uint8Array) => JSON.parse(Buffer.from(bytes).toString());

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
  const network = { tip: async () => ({ height: 9, hash: 'h', minedAt: 1_000 }) } as unknown as SimNetwork;
  const chain = new SimExpiryChain(network, optionsOf('tron'));
  const sign = (payout: string) =>
    chain.sign({ payees: [{ ...payee(60n), payout }], source: 'treasury', feeRate: 5n });

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

it("a chain of Bitcoin's family has coins, another has accounts, with nonces or with an expiry", () => {
  const kinds = (['bitcoin', 'evm', 'solana', 'tron'] as const).map((space) => {
    const chain = openSimChain(NO_NETWORK, optionsOf(space));
    return chain.spending === 'coins' ? chain.spending : chain.excluding;
  });
  expect(kinds).toEqual(['coins', 'nonce', 'nonce', 'expiry']);
});
