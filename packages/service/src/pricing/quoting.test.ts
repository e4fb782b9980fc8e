import { MESSAGE } from '@swapdesk/contract';
import { describe, expect, it } from 'vitest';
import { quoting } from './quoting.ts';
import type { Market } from './terms.ts';

const MARKET = { now: 1 } as Market;

function desk({ isHeld = false, isTimeSettled = true }): () => Market {
  return quoting(() => MARKET, { isHeld: () => isHeld, isTimeSettled: () => isTimeSettled });
}

describe('a quote', () => {
  it('is given at the market of now', () => {
    expect(desk({})()).toBe(MARKET);
  });

  it.each([
    ['the desk is held', { isHeld: true }],
    ['the clock has jumped', { isTimeSettled: false }],
  ])('is not given while %s: whoever asks is to come again', (_why, standstill) => {
    expect(desk(standstill)).toThrow(MESSAGE.busy);
  });
});
