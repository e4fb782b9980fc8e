import { type PlacedOrder, SwapdeskClient } from '@swapdesk/client';
import { beforeEach, expect, it } from 'vitest';
import type { Exchange } from './exchange.ts';
import { makeQuote } from './quote.ts';
import { TestWallet } from './testing/test-wallet.ts';
import { BITCOIN, ETHEREUM, USDT } from './testing/wallet-kinds.ts';

/** What a quote does without asking the desk again: it is not there. */

const nowhere = new SwapdeskClient({ url: 'http://127.0.0.1:1', retries: 0 });
const END_S = 1_800_000_000;
const order: PlacedOrder = {
  order_no: 'N',
  no: 'N',
  query_code: 'CODE',
  manage_code: 'secret',
  address: BITCOIN.address,
  memo: '17',
  from_quantity: '1.5',
  expire_at: END_S,
  to: [
    {
      group_quantity: '0.05',
      to_abbr: 'BTC',
      to_address: BITCOIN.address,
      to_chain: 'Bitcoin',
      to_group_ratio: '1',
      to_quantity: '0.05',
      to_ratio: '1',
    },
  ],
  payment_uri: '',
  status_url: 'https://desk.example/order/CODE#secret',
};

let wallet: TestWallet;
let warned: unknown[];
beforeEach(() => {
  wallet = new TestWallet(nowhere, ETHEREUM);
  warned = [];
});

/** 1.5 USDT for 0.05 BTC, in `now` seconds. */
function quoteAt(now: number, mode: 'fixed' | 'float' = 'fixed') {
  const swapInfo = { pluginId: 'swapdesk', displayName: 'Swapdesk', supportEmail: '' };
  const toWallet = new TestWallet(nowhere, BITCOIN);
  const side = { chainId: '', caip19: '' };
  const exchange: Exchange = {
    swapInfo,
    request: {
      fromWallet: wallet,
      toWallet,
      fromTokenId: USDT,
      toTokenId: null,
      nativeAmount: '',
      quoteFor: 'from',
    },
    from: { wallet, tokenId: USDT, asset: { ...side, decimals: 6 }, address: ETHEREUM.address },
    to: { wallet: toWallet, tokenId: null, asset: { ...side, decimals: 8 }, address: BITCOIN.address },
  };
  const options = { mode, refCode: undefined, markup: undefined };
  const warn = (...words: unknown[]) => warned.push(...words);
  return makeQuote({ client: nowhere, options, warn }, exchange, order, () => now * 1_000);
}

it('says both amounts in native units, and the fee in the coin of the chain', async () => {
  expect(await quoteAt(END_S - 600)).toMatchObject({
    fromNativeAmount: '1500000',
    toNativeAmount: '5000000',
    minReceiveAmount: '5000000',
    isEstimate: false,
    networkFee: { nativeAmount: '1000', tokenId: null, currencyCode: 'ETH' },
    expirationDate: new Date((END_S - 30) * 1_000),
  });
  const estimate = await quoteAt(END_S - 600, 'float');
  expect([estimate.isEstimate, estimate.minReceiveAmount]).toEqual([true, undefined]);
});

it('sends nothing in the last moments of its order', async () => {
  const quote = await quoteAt(END_S - 30);
  await expect(quote.approve()).rejects.toThrow('expired');
  expect(wallet.saved).toEqual([]);
});

it('is not cancelled once its transfer may be on its way, whatever became of that', async () => {
  const quote = await quoteAt(END_S - 600);
  await expect(quote.approve()).rejects.toThrow('could not be reached');
  await quote.close();
  expect(warned).toEqual([]);
});

it('is cancelled when it is closed before, and a desk that does not answer stops nobody', async () => {
  await (await quoteAt(END_S - 600)).close();
  expect(warned[0]).toBe('the order CODE was not cancelled');
  expect(JSON.stringify(warned)).not.toContain('secret');
});
