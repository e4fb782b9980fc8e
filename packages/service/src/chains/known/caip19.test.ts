import { describe, expect, it } from 'vitest';
import { CAIP19 } from './caip19.ts';
import { assetsOf, KNOWN_CHAINS } from './known-chains.ts';

const nameOf = (chainName: string, abbr: string) => {
  const chain = KNOWN_CHAINS.find(({ name }) => name === chainName);
  const asset = chain && assetsOf(chain).find(({ coin }) => coin.abbr === abbr);
  return asset && CAIP19.get(asset.id);
};

describe('the CAIP-19 name of an asset', () => {
  it.each([
    ['Bitcoin', 'BTC', 'bip122:000000000019d6689c085ae165831e93/slip44:0'],
    ['Litecoin', 'LTC', 'bip122:12a765e31ffd4059bada1e25190f6e98/slip44:2'],
    ['Dogecoin', 'DOGE', 'bip122:1a91e3dace36e2be3bf030a65679fe82/slip44:3'],
    ['Ethereum', 'ETH', 'eip155:1/slip44:60'],
    ['Ethereum', 'USDT', 'eip155:1/erc20:0xdAC17F958D2ee523a2206206994597C13D831ec7'],
    ['BSC', 'BNB', 'eip155:56/slip44:714'],
    ['Polygon', 'POL', 'eip155:137/slip44:966'],
    ['TRON', 'TRX', 'tron:728126428/slip44:195'],
    ['TRON', 'USDT', 'tron:728126428/trc20:TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
    ['Solana', 'SOL', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp/slip44:501'],
  ])('of %s %s is %s', (chain, abbr, name) => {
    expect(nameOf(chain, abbr)).toBe(name);
  });

  it('has the form of the standard, and no two have the same', () => {
    const names = [...CAIP19.values()];
    for (const name of names)
      expect(name).toMatch(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}\/[-a-z0-9]{3,8}:[-.%a-zA-Z0-9]{1,128}$/);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBe(KNOWN_CHAINS.flatMap(assetsOf).length);
  });
});
