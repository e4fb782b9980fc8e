import { BITCOIN_CHAINS, type CoinSpace, type KnownBitcoinChain } from '../known/bitcoin-chains.ts';
import type { PerNetwork } from '../known/known-chain.ts';
import type { Network } from '../network.ts';

/** What tells one coin of the Bitcoin family from another: its entry, and what follows from that. */
export interface CoinParams
  extends Pick<
    KnownBitcoinChain,
    'name' | 'beginnings' | 'prefixes' | 'keyHash' | 'scriptHash' | 'genesis' | 'maturity'
  > {
  readonly space: CoinSpace;
  /** Forms known and refused, with the reason, by prefix or version byte. */
  readonly refused: ReadonlyMap<string | number, string>;
  readonly account: PerNetwork<string>;
  /** The account of P2TR addresses (BIP-86); null where the coin has none. */
  readonly taprootAccount: PerNetwork<string> | null;
  readonly dust: { readonly perKvb: bigint } | { readonly units: bigint };
  readonly pegOutMaturity: number | null;
}

/** Wallets look for segwit addresses as BIP-84 says, for others as BIP-44 does, and for P2TR as BIP-86 does. */
const [PLAIN, SEGWIT, TAPROOT] = [44, 84, 86];
/** SLIP-44, of all test networks. */
const TEST_COIN = 1;

function accountsOf(purpose: number, coinType: number): PerNetwork<string> {
  const account = (coin: number) => `m/${purpose}'/${coin}'/0'`;
  return { main: account(coinType), test: account(TEST_COIN), regtest: account(TEST_COIN) };
}

function paramsOf(chain: KnownBitcoinChain): CoinParams {
  const { coinType, prefixes, hasTaproot, refused, dust, pegOutMaturity = null } = chain;
  return {
    ...chain,
    refused: new Map(refused),
    account: accountsOf(prefixes.main.length > 0 ? SEGWIT : PLAIN, coinType),
    taprootAccount: hasTaproot ? accountsOf(TAPROOT, coinType) : null,
    dust: 'units' in dust ? { units: BigInt(dust.units) } : { perKvb: BigInt(dust.perKvb) },
    pegOutMaturity,
  };
}

export const COINS: readonly CoinParams[] = BITCOIN_CHAINS.map(paramsOf);

/** What may be received on a network: on those without real money the main forms too. */
export function received<T>(forms: PerNetwork<readonly T[]>, network: Network): readonly T[] {
  return network === 'main' ? forms.main : [...forms[network], ...forms.main];
}
