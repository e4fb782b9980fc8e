import { expect, it } from 'vitest';
import { withOwn } from './own-languages.ts';
import { swap } from './swap.ts';
import { TEXT_FORMS } from './text-forms.ts';

it('an operator’s own texts stand in the place of ours, and all others stay', () => {
  const own = { place: 'Go', picker: { found: (count: number) => `${count}!` }, nothing: 'like it' };
  const texts = withOwn(swap, own);
  expect(texts.place).toBe('Go');
  expect(texts.picker.found(3)).toBe('3!');
  expect(texts.picker.search).toBe(swap.picker.search);
  expect(Object.keys(texts)).toEqual(Object.keys(swap));
  expect(withOwn(swap, null)).toBe(swap);
});

it('every text is written down in English, with its gaps by their names', () => {
  expect(TEXT_FORMS.shell).toMatchObject({
    close: ['Close', [], []],
    asset: ['{coin} on {chain}', ['coin', 'chain'], ['coin', 'chain']],
  });
  expect(TEXT_FORMS.swap).toMatchObject({
    picker: { found: ['{count} coins', ['count'], ['count']] },
    // What the service says is in English: other languages need not show it.
    receivers: { wrong: { CHECKSUM: ['{why}.', ['chain', 'why'], []] } },
    needs: { either: [expect.stringContaining('{sign}'), ['sign'], []] },
  });
});
