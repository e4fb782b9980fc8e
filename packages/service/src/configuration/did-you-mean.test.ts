import { describe, expect, it } from 'vitest';
import { closest } from './did-you-mean.ts';

const NAMES = ['endpoint', 'endpoints', 'confirmations', 'fees', 'user', 'Bitcoin', 'Litecoin'];

describe('the word that was meant', () => {
  it.each([
    ['endpont', 'endpoint'],
    ['endpiont', 'endpoint'],
    ['confirmation', 'confirmations'],
    ['LITECOIN', 'Litecoin'],
    ['Litcoin', 'Litecoin'],
    ['usre', 'user'],
    ['fee', 'fees'],
  ])('for %s is %s', (word, meant) => {
    expect(closest(word, NAMES)).toBe(meant);
  });

  it.each(['zebra', 'x', '', 'Solana', 'constructor'])('for %j is none of these', (word) => {
    expect(closest(word, NAMES)).toBeUndefined();
  });
});
