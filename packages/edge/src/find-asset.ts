import type { ListedAsset } from '@swapdesk/client';
import { readAssetId } from './asset-id.ts';
import { chainIdOf } from './chain-ids.ts';
import type { EdgeCurrencyWallet, EdgeDenomination, EdgeTokenId } from './edge-core.ts';
import { decimalsOf } from './native-amount.ts';

/** What a desk calls an asset, and how to count it. */
export interface DeskAsset {
  readonly chainId: string;
  readonly caip19: string;
  readonly decimals: number;
}

/** The asset of a wallet as the desk lists it; null where it has none, or counts it in other units than the wallet. */
export function findAsset(
  listed: readonly ListedAsset[],
  wallet: EdgeCurrencyWallet,
  tokenId: EdgeTokenId,
): DeskAsset | null {
  const chainId = chainIdOf(wallet.currencyInfo);
  const contract = tokenId === null ? null : contractOf(wallet, tokenId);
  if (chainId === null || contract === undefined) return null;
  const wanted = contract === null ? null : comparable(chainId, contract);
  for (const { caip19, decimal } of listed) {
    if (caip19 === undefined) continue;
    const asset = readAssetId(caip19);
    const has = asset.contract === null ? null : comparable(asset.chainId, asset.contract);
    if (asset.chainId !== chainId || has !== wanted) continue;
    return decimal === walletDecimals(wallet, tokenId) ? { chainId, caip19, decimals: decimal } : null;
  }
  return null;
}

/** Undefined for what has no contract that a desk could know it by. */
function contractOf(wallet: EdgeCurrencyWallet, tokenId: string): string | undefined {
  const address = wallet.currencyConfig.allTokens[tokenId]?.networkLocation?.contractAddress;
  return typeof address === 'string' ? address : undefined;
}

/** Contracts of EVM chains are the same in any case, those of others are not. */
function comparable(chainId: string, contract: string): string {
  return chainId.startsWith('eip155:') ? contract.toLowerCase() : contract;
}

function walletDecimals(wallet: EdgeCurrencyWallet, tokenId: EdgeTokenId): number | null {
  const { denominations, currencyCode } =
    tokenId === null ? wallet.currencyInfo : (wallet.currencyConfig.allTokens[tokenId] as Counted);
  const own = denominations.find(({ name }) => name === currencyCode);
  return own === undefined ? null : decimalsOf(own.multiplier);
}

interface Counted {
  readonly currencyCode: string;
  readonly denominations: readonly EdgeDenomination[];
}
