import { type ListedAsset, SwapdeskClient } from '@swapdesk/client';
import { expect, it } from 'vitest';
import { findAsset } from './find-asset.ts';
import { TestWallet, type WalletKind } from './testing/test-wallet.ts';
import { BITCOIN, ETHEREUM, MONERO, SOLANA, token, USDC, USDT } from './testing/wallet-kinds.ts';

const nowhere = new SwapdeskClient({ url: 'http://127.0.0.1:1' });
const wallet = (kind: WalletKind) => new TestWallet(nowhere, kind);
const listed = [
  { caip19: 'bip122:000000000019d6689c085ae165831e93/slip44:0', decimal: 8 },
  { caip19: 'eip155:1/slip44:60', decimal: 18 },
  { caip19: 'eip155:1/erc20:0xdAC17F958D2ee523a2206206994597C13D831ec7', decimal: 6 },
  { caip19: `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp/token:${USDC}`, decimal: 6 },
  { decimal: 8 },
] as ListedAsset[];

it('knows coins by their chain, and tokens by their contract', () => {
  expect(findAsset(listed, wallet(BITCOIN), null)).toMatchObject({ caip19: listed[0]?.caip19, decimals: 8 });
  expect(findAsset(listed, wallet(ETHEREUM), null)).toMatchObject({ chainId: 'eip155:1', decimals: 18 });
  expect(findAsset(listed, wallet(ETHEREUM), USDT)).toMatchObject({ caip19: listed[2]?.caip19 });
  expect(findAsset(listed, wallet(SOLANA), USDC)).toMatchObject({ caip19: listed[3]?.caip19 });
});

it('minds the case of a contract where the chain does', () => {
  const other = { ...SOLANA, tokens: { other: token('USDC', 6, USDC.toLowerCase()) } };
  expect(findAsset(listed, wallet(other), 'other')).toBeNull();
});

it('finds nothing of a chain, a token or a contract that is not listed', () => {
  expect(findAsset(listed, wallet(MONERO), null)).toBeNull();
  expect(findAsset(listed, wallet(SOLANA), null)).toBeNull();
  expect(findAsset(listed, wallet(ETHEREUM), 'nobody knows')).toBeNull();
  const elsewhere = { ...ETHEREUM, currencyInfo: { ...ETHEREUM.currencyInfo, evmChainId: 56 } };
  expect(findAsset(listed, wallet(elsewhere), USDT)).toBeNull();
});

it('takes no asset that the wallet counts in other units: amounts would be off by powers of ten', () => {
  const wrong = { ...ETHEREUM, tokens: { [USDT]: token('USDT', 18, `0x${USDT}`) } };
  expect(findAsset(listed, wallet(wrong), USDT)).toBeNull();
});
