/**
 * What of Edge's core a swap plugin speaks to, as far as this one does: https://github.com/EdgeApp/edge-core-js, src/types/types.ts.
 * Its wallets fit these types; nothing of it is needed to build or test the plugin.
 */

/** Null: the coin of the chain itself. */
export type EdgeTokenId = string | null;

export interface EdgeDenomination {
  /** What one of it is in native units: 1 and as many zeros as it has decimals. */
  readonly multiplier: string;
  readonly name: string;
}

export interface EdgeToken {
  readonly currencyCode: string;
  readonly denominations: readonly EdgeDenomination[];
  /** Has `contractAddress`, on the chains that are served here. */
  readonly networkLocation: Readonly<Record<string, unknown>> | undefined;
}

export interface EdgeMemoOption {
  readonly type: 'text' | 'number' | 'hex';
}

export interface EdgeCurrencyInfo {
  readonly pluginId: string;
  readonly currencyCode: string;
  readonly denominations: readonly EdgeDenomination[];
  readonly evmChainId?: number;
  readonly memoOptions?: readonly EdgeMemoOption[];
}

export interface EdgeMemo {
  type: 'text' | 'number' | 'hex';
  value: string;
}

export interface EdgeAssetAmount {
  pluginId: string;
  tokenId: EdgeTokenId;
  nativeAmount?: string;
}

export interface EdgeSwapInfo {
  readonly pluginId: string;
  readonly displayName: string;
  readonly isDex?: boolean;
  readonly supportEmail: string;
}

export interface EdgeTxActionSwap {
  actionType: 'swap';
  swapInfo: EdgeSwapInfo;
  orderId?: string;
  orderUri?: string;
  isEstimate?: boolean;
  fromAsset: EdgeAssetAmount;
  toAsset: EdgeAssetAmount;
  payoutAddress: string;
  payoutWalletId: string;
  refundAddress?: string;
}

export interface EdgeAssetAction {
  assetActionType: 'swap' | 'swapNetworkFee';
}

export interface EdgeSpendInfo {
  tokenId: EdgeTokenId;
  spendTargets: { nativeAmount?: string; publicAddress?: string }[];
  memos?: EdgeMemo[];
  networkFeeOption?: 'high' | 'standard' | 'low' | 'custom';
  assetAction?: EdgeAssetAction;
  savedAction?: EdgeTxActionSwap;
}

export interface EdgeMetadata {
  name?: string;
  category?: string;
  notes?: string;
}

export interface EdgeTransaction {
  readonly txid: string;
  readonly tokenId: EdgeTokenId;
  readonly networkFee: string;
  /** Of a token: what is paid in the coin of the chain. */
  readonly parentNetworkFee?: string;
  metadata?: EdgeMetadata;
}

export interface EdgeAddress {
  readonly addressType: string;
  readonly publicAddress: string;
}

export interface EdgeCurrencyWallet {
  readonly id: string;
  readonly currencyInfo: EdgeCurrencyInfo;
  readonly currencyConfig: {
    readonly currencyInfo: EdgeCurrencyInfo;
    readonly allTokens: Readonly<Record<string, EdgeToken>>;
  };
  getAddresses(options: { tokenId: EdgeTokenId }): Promise<readonly EdgeAddress[]>;
  getMaxSpendable(spend: EdgeSpendInfo): Promise<string>;
  makeSpend(spend: EdgeSpendInfo): Promise<EdgeTransaction>;
  signTx(transaction: EdgeTransaction): Promise<EdgeTransaction>;
  broadcastTx(transaction: EdgeTransaction): Promise<EdgeTransaction>;
  saveTx(transaction: EdgeTransaction): Promise<void>;
  saveTxAction(action: EdgeSavedAction): Promise<void>;
}

/** What a wallet is told to keep about a transaction that is sent already. */
export interface EdgeSavedAction {
  txid: string;
  tokenId: EdgeTokenId;
  assetAction: EdgeAssetAction;
  savedAction: EdgeTxActionSwap;
}

export interface EdgeSwapRequest {
  readonly fromWallet: EdgeCurrencyWallet;
  readonly toWallet: EdgeCurrencyWallet;
  readonly fromTokenId: EdgeTokenId;
  readonly toTokenId: EdgeTokenId;
  /** Of the side that `quoteFor` names; with `max` it says nothing. */
  readonly nativeAmount: string;
  readonly quoteFor: 'from' | 'max' | 'to';
}

export interface EdgeSwapResult {
  readonly orderId?: string;
  readonly destinationAddress?: string;
  readonly transaction: EdgeTransaction;
}

export interface EdgeSwapQuote {
  readonly swapInfo: EdgeSwapInfo;
  readonly pluginId: string;
  readonly request: EdgeSwapRequest;
  readonly isEstimate: boolean;
  readonly fromNativeAmount: string;
  readonly toNativeAmount: string;
  readonly minReceiveAmount?: string;
  readonly networkFee: {
    readonly nativeAmount: string;
    readonly tokenId: EdgeTokenId;
    readonly currencyCode: string;
  };
  readonly expirationDate?: Date;
  approve(options?: { metadata?: EdgeMetadata }): Promise<EdgeSwapResult>;
  close(): Promise<void>;
}

export interface EdgeSwapPlugin {
  readonly swapInfo: EdgeSwapInfo;
  fetchSwapQuote(request: EdgeSwapRequest): Promise<EdgeSwapQuote>;
}

export interface EdgeFetchResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
}

export type EdgeFetchFunction = (
  uri: string,
  options?: { method?: string; headers?: Record<string, string>; body?: string },
) => Promise<EdgeFetchResponse>;

/** What a plugin is made with. */
export interface EdgeCorePluginOptions {
  readonly initOptions: unknown;
  readonly io: { readonly fetch: EdgeFetchFunction };
  readonly log: { readonly warn: (...words: unknown[]) => void };
}
