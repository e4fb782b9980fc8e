import { describe, expect, it } from 'vitest';
import { type Coin, NotEnough, type PaymentRequest } from '../chain.ts';
import { SimChain } from './sim-chain.ts';
import type { SimNetwork } from './sim-network.ts';

/** Signing asks nobody: it needs no network. */
const NO_NETWORK = {} as SimNetwork;

function chainOf(space: 'bitcoin' | 'evm'): SimChain {
  const chain = { id: 1, name: 'Test', space, nativeAbbr: 'T', evmChainId: null, confirmations: 2 };
  return new SimChain(NO_NETWORK, { chain, nativeAssetId: 1, transferCost: 5n, treasury: 'treasury' });
}

const coin = (spend: string, units: bigint): Coin => ({ spend, address: `of ${spend}`, assetId: 1, units });
const payee = (units: bigint) => ({ address: 'somebody', memo: null, assetId: 1, units });
const request = (changes: Partial<PaymentRequest> = {}): PaymentRequest => ({
  payees: [payee(60n), payee(30n)],
  coins: [coin('a', 10n), coin('b', 70n), coin('c', 50n)],
  source: null,
  nonce: null,
  feeRate: 5n,
  spendAll: false,
  ...changes,
});
const read = (bytes: Uint8Array) => JSON.parse(Buffer.from(bytes).toString());

describe('on a chain of coins', () => {
  const chain = chainOf('bitcoin');

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
  it('a payment takes the number that it is given, and all of it from the treasury', async () => {
    const { spends, sources, bytes } = await chainOf('evm').sign(
      request({ payees: [{ ...payee(60n), assetId: 2 }], coins: [], nonce: 7 }),
    );
    expect([spends, sources]).toEqual([['treasury#7'], ['treasury']]);
    expect(read(bytes).takes).toEqual([
      { address: 'treasury', assetId: 2, units: '60' },
      { address: 'treasury', assetId: 1, units: '5' },
    ]);
  });
});
