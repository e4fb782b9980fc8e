import type { SwapdeskClient } from '@swapdesk/client';
import type {
  EdgeAddress,
  EdgeCurrencyInfo,
  EdgeCurrencyWallet,
  EdgeSavedAction,
  EdgeSpendInfo,
  EdgeToken,
  EdgeTokenId,
  EdgeTransaction,
} from '../edge-core.ts';
import { toDecimal } from '../native-amount.ts';

/** What a wallet of the tests is of. */
export interface WalletKind {
  readonly currencyInfo: EdgeCurrencyInfo;
  readonly tokens?: Readonly<Record<string, EdgeToken>>;
  readonly address: string;
  /** In native units, of whatever asset is asked for. */
  readonly balance?: string;
  /** What a transfer costs to an address of its own, and to any other. */
  readonly fees?: readonly [own: bigint, other: bigint];
}

interface Kept extends EdgeTransaction {
  readonly spend: EdgeSpendInfo;
  readonly isSigned: boolean;
}

/** A wallet as Edge's plugins see one, whose transfers are made by the faucet of the test networks. */
export class TestWallet implements EdgeCurrencyWallet {
  readonly id: string;
  readonly currencyInfo: EdgeCurrencyInfo;
  readonly currencyConfig: EdgeCurrencyWallet['currencyConfig'];
  /** What it has been told to keep. */
  readonly saved: EdgeTransaction[] = [];
  readonly actions: EdgeSavedAction[] = [];
  private readonly kind: WalletKind;
  private readonly client: SwapdeskClient;

  constructor(client: SwapdeskClient, kind: WalletKind) {
    this.client = client;
    this.kind = kind;
    this.id = `wallet of ${kind.currencyInfo.pluginId}`;
    this.currencyInfo = kind.currencyInfo;
    this.currencyConfig = { currencyInfo: kind.currencyInfo, allTokens: kind.tokens ?? {} };
  }

  async getAddresses(): Promise<EdgeAddress[]> {
    return [{ addressType: 'publicAddress', publicAddress: this.kind.address }];
  }

  async getMaxSpendable({ tokenId, spendTargets }: EdgeSpendInfo): Promise<string> {
    const fee = tokenId === null ? this.feeTo(spendTargets[0]?.publicAddress) : 0n;
    return String(this.balance() - fee);
  }

  async makeSpend(spend: EdgeSpendInfo): Promise<Kept> {
    const [{ nativeAmount = '', publicAddress = '' } = {}] = spend.spendTargets;
    const fee = this.feeTo(publicAddress);
    if (BigInt(nativeAmount) + (spend.tokenId === null ? fee : 0n) > this.balance())
      throw Object.assign(new Error('insufficient funds'), { name: 'InsufficientFundsError' });
    const cost =
      spend.tokenId === null ? { networkFee: `${fee}` } : { networkFee: '0', parentNetworkFee: `${fee}` };
    return { txid: '', tokenId: spend.tokenId, spend, isSigned: false, ...cost };
  }

  async signTx(transaction: EdgeTransaction): Promise<Kept> {
    return { ...(transaction as Kept), isSigned: true };
  }

  /** Pays the order if it goes to where the order wants it: so an address that is not the desk's would be seen. */
  async broadcastTx(transaction: EdgeTransaction): Promise<Kept> {
    const { spend, isSigned } = transaction as Kept;
    const [{ nativeAmount = '', publicAddress = '' } = {}] = spend.spendTargets;
    const query_code = spend.savedAction?.orderId ?? '';
    const { address } = await this.client.query(query_code);
    if (!isSigned || address !== publicAddress) throw new Error('not sent');
    const amount = toDecimal(nativeAmount, this.decimalsOf(spend.tokenId));
    const { txid } = await this.client.testnet.pay({ query_code, amount });
    return { ...(transaction as Kept), txid };
  }

  async saveTx(transaction: EdgeTransaction): Promise<void> {
    this.saved.push(transaction);
  }

  async saveTxAction(action: EdgeSavedAction): Promise<void> {
    this.actions.push(action);
  }

  private balance(): bigint {
    return BigInt(this.kind.balance ?? '1000000000000000000000000');
  }

  private feeTo(address = ''): bigint {
    const [own, other] = this.kind.fees ?? [1_000n, 1_000n];
    return address === this.kind.address ? own : other;
  }

  private decimalsOf(tokenId: EdgeTokenId): number {
    const { denominations } =
      tokenId === null ? this.currencyInfo : (this.currencyConfig.allTokens[tokenId] as EdgeToken);
    return (denominations[0]?.multiplier.length ?? 0) - 1;
  }
}
