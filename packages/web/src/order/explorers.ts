/** Where a transaction can be looked at. Links only: the page itself asks nobody but the service. */
const EXPLORERS: Readonly<Record<string, string>> = {
  Bitcoin: 'https://mempool.space/tx/',
  Litecoin: 'https://litecoinspace.org/tx/',
  Dogecoin: 'https://dogechain.info/tx/',
  Ethereum: 'https://etherscan.io/tx/',
  Arbitrum: 'https://arbiscan.io/tx/',
  Base: 'https://basescan.org/tx/',
  BSC: 'https://bscscan.com/tx/',
  Polygon: 'https://polygonscan.com/tx/',
  TRON: 'https://tronscan.org/#/transaction/',
  Solana: 'https://solscan.io/tx/',
};

/** The address of a transaction's page; null where nobody shows it, as on test networks. */
export function explorerUrl(chain: string, txid: string, network: string): string | null {
  const explorer = EXPLORERS[chain];
  return network === 'main' && explorer !== undefined ? explorer + encodeURIComponent(txid) : null;
}
