import { expect, it } from 'vitest';
import { CAIP2 } from '../../service/src/chains/known/caip19.ts';
import { currencyOf, type NamedAsset } from './currency.ts';

it('names every chain that a desk serves as Ledger does, which writes its names in small letters', () => {
  const names = [...CAIP2].map(([chain, id]) => {
    const { blockchain } = currencyOf({ chain: `another ${chain}`, caip19: `${id}/slip44:0` } as NamedAsset);
    return blockchain;
  });
  expect(names.filter((name) => !/^[a-z_]+$/.test(name))).toEqual([]);
  expect(names).toEqual(expect.arrayContaining(['bitcoin', 'ethereum', 'bsc', 'solana', 'tron']));
});

it('goes by the name of the desk where a chain of EVM is new', () => {
  const asset = { chain: 'Newchain', caip19: 'eip155:7777/erc20:0xAb' } as NamedAsset;
  expect(currencyOf(asset)).toEqual({
    id: 'eip155:7777/erc20:0xAb',
    type: 'token',
    blockchain: 'newchain',
    chainId: 7777,
    contract: '0xAb',
  });
});
