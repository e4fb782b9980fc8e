import { expect, it } from 'vitest';
import { CAIP2 } from '../../service/src/chains/known/caip19.ts';
import { chainIdOf, evmChainIdOf } from './chain-ids.ts';

const named = (pluginId: string, evmChainId?: number) =>
  chainIdOf({
    pluginId,
    currencyCode: '',
    denominations: [],
    ...(evmChainId === undefined ? {} : { evmChainId }),
  });

it('names every chain that a desk serves, and no other', () => {
  const others = ['bitcoin', 'litecoin', 'dogecoin', 'solana', 'tron'].map((pluginId) => named(pluginId));
  const served = [...CAIP2.values()];
  expect(served.filter((id) => evmChainIdOf(id) === null).sort()).toEqual(others.sort());
  for (const id of served) {
    const evmChainId = evmChainIdOf(id);
    if (evmChainId !== null) expect(named('whatever it is called', evmChainId)).toBe(id);
  }
  expect(named('monero')).toBeNull();
});
