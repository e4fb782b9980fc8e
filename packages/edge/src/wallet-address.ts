import type { EdgeCurrencyWallet } from './edge-core.ts';

/** Where a wallet receives: its segwit address if it has one, as that costs least. Tokens come to the same address as coins. */
export async function walletAddress(wallet: EdgeCurrencyWallet): Promise<string> {
  const addresses = await wallet.getAddresses({ tokenId: null });
  const segwit = addresses.find(({ addressType }) => addressType === 'segwitAddress');
  const [first] = addresses;
  const address = (segwit ?? first)?.publicAddress;
  if (address === undefined) throw new Error(`the wallet ${wallet.id} has no address`);
  return address;
}
