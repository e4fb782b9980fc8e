/**
 * For a first swap on test networks, so that nobody needs a wallet. They come from the words "abandon … about" that
 * every wallet's documentation uses: on a real chain whatever is sent there is gone.
 */
const EVM = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';

const SAMPLES: Readonly<Record<string, string>> = {
  Bitcoin: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
  Litecoin: 'ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh',
  Dogecoin: 'DBus3bamQjgJULBJtYXpEzDWQRwF5iwxgC',
  Ethereum: EVM,
  Arbitrum: EVM,
  BSC: EVM,
  Polygon: EVM,
  Base: EVM,
  TRON: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
  Solana: 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk',
};

/** An address to try things with; null on a chain that has none here. */
export function sampleAddress(chain: string): string | null {
  return SAMPLES[chain] ?? null;
}
