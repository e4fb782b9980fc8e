import { post } from '../load/requests.ts';

const EVM = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const TRON = 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC';
const BITCOIN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const SOLANA = '7EqQdEULxWcraVx3mXKFjc84LhCkMGZCkRuDpvcMwJeK';

/** The exchanges that seeded orders are of. From chain, coin, quantity; to chain, coin, address. */
const EXCHANGES = [
  ['Bitcoin', 'BTC', 0.05, 'Ethereum', 'ETH', EVM],
  ['TRON', 'USDT', 250, 'Bitcoin', 'BTC', BITCOIN],
  ['Ethereum', 'ETH', 1.5, 'TRON', 'USDT', TRON],
  ['Solana', 'SOL', 10, 'Solana', 'USDC', SOLANA],
  ['Litecoin', 'LTC', 5, 'Ethereum', 'ETH', EVM],
] as const;

/** Float orders, one receive entry each, of five exchanges in turn. */
export const PLACE_REQUESTS: readonly Buffer[] = EXCHANGES.map((exchange) => placement(exchange));

/** The same by so many callers in turn, each from a network of their own, as behind a proxy. */
export function placementsOf(callers: number): Buffer[] {
  return Array.from({ length: callers }, (_, n) =>
    placement(EXCHANGES[n % EXCHANGES.length] as Exchange, `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`),
  );
}

type Exchange = (typeof EXCHANGES)[number];

function placement([chain, abbr, quantity, toChain, toAbbr, address]: Exchange, from?: string): Buffer {
  return post(
    '/openapi/order/place',
    {
      exchange_mode: 'float',
      from_chain: chain,
      from_abbr: abbr,
      from_quantity: quantity,
      to_address: [{ to_chain: toChain, to_abbr: toAbbr, to_address: address, to_ratio: 1 }],
    },
    from,
  );
}
