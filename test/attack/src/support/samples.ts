/** Requests that are right in every way, to be sent as they are or to be spoilt. */

/** A valid receiving address per chain. */
export const ADDRESS: Record<string, string> = {
  Bitcoin: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  Litecoin: 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9',
  Dogecoin: 'DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L',
  Ethereum: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  Arbitrum: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  BSC: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  Polygon: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  Base: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  TRON: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
  Solana: '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV',
};

/** An amount of each asset that is well within its limits. */
export const AMOUNT: Record<string, number> = {
  'Bitcoin/BTC': 0.05,
  'Litecoin/LTC': 10,
  'Dogecoin/DOGE': 20_000,
  'Ethereum/ETH': 2,
  'Ethereum/USDT': 4000,
  'Ethereum/USDC': 4000,
  'Arbitrum/ETH': 2,
  'Arbitrum/USDT': 4000,
  'BSC/BNB': 10,
  'BSC/USDT': 4000,
  'Polygon/POL': 9000,
  'Polygon/USDC': 4000,
  'Base/ETH': 2,
  'Base/USDC': 4000,
  'TRON/TRX': 20_000,
  'TRON/USDT': 4000,
  'Solana/SOL': 30,
  'Solana/USDC': 4000,
};
export const ASSETS = Object.keys(AMOUNT);
/** Seeded as disabled. */
export const DISABLED = 'Arbitrum/ARB';

export interface Entry {
  to_chain: string;
  to_abbr: string;
  to_address: string;
  to_ratio?: number;
  to_group_ratio?: number;
}

export interface Placement {
  exchange_mode: 'float' | 'fixed';
  from_chain: string;
  from_abbr: string;
  from_quantity: number;
  to_address: Entry[];
  calc_id?: string;
  client_order_id?: string;
}

/** A float order of the first asset for the second, ready to be placed. */
export function placement(from = 'Ethereum/ETH', to = 'TRON/USDT'): Placement {
  const [fromChain = '', fromAbbr = ''] = from.split('/');
  return {
    exchange_mode: 'float',
    from_chain: fromChain,
    from_abbr: fromAbbr,
    from_quantity: AMOUNT[from] as number,
    to_address: [entry(to)],
  };
}

export function entry(asset: string): Entry {
  const [chain = '', abbr = ''] = asset.split('/');
  return { to_chain: chain, to_abbr: abbr, to_address: ADDRESS[chain] as string };
}
