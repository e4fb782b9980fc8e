import { describe, expect, it } from 'vitest';
import { type Coin, type CoinRequest, NotEnough } from '../chain.ts';
import { SimAccountChain } from './sim-account-chain.ts';
import { openSimChain } from './sim-chain.ts';
import { SimCoinChain } from './sim-coin-chain.ts';
import type { SimNetwork } from './sim-network.ts';

/** Signing asks nobody: it needs no network. */
const NO_NETWORK = {} as SimNetwork;

function optionsOf(space: 'bitcoin' | 'evm') {
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

it("a chain of Bitcoin's family has coins, another has accounts", () => {
  expect(openSimChain(NO_NETWORK, optionsOf('bitcoin')).spending).toBe('coins');
  expect(openSimChain(NO_NETWORK, optionsOf('evm')).spending).toBe('account');
});
