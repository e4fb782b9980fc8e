import { expect, it } from 'vitest';
import { explorerUrl } from './explorers.ts';

it('a transaction or an address is looked at where the service names an explorer', () => {
  const explorers = new Map([
    ['Bitcoin', { transaction: 'https://mempool.space/tx/', address: 'https://mempool.space/address/' }],
    ['Base', { transaction: '', address: '' }],
  ]);
  expect(explorerUrl(explorers, 'Bitcoin', 'transaction', 'ab')).toBe('https://mempool.space/tx/ab');
  expect(explorerUrl(explorers, 'Bitcoin', 'address', 'a/b')).toBe('https://mempool.space/address/a%2Fb');
  expect(explorerUrl(explorers, 'Bitcoin', 'address', '')).toBeNull();
  expect(explorerUrl(explorers, 'Base', 'transaction', 'ab')).toBeNull();
  expect(explorerUrl(explorers, 'Nowhere', 'address', 'ab')).toBeNull();
});
