import { expect, it } from 'vitest';
import type { Asset } from '../api/assets.ts';
import { draftFromLink, linkOfDraft } from './request-link.ts';
import { givenAddress } from './use-request-link.ts';

const ASSETS = ['Bitcoin/BTC', 'TRON/USDT'].map((key) => ({ key, abbr: key.split('/')[1] }) as Asset);
const read = (search: string) => draftFromLink(ASSETS, new URLSearchParams(search));

it('what was typed to ask for a payment comes back from the page’s address, with what could be two amounts', () => {
  for (const amount of ['0.02', '1234.5', '50,000', '50.000', 'much', ''])
    for (const reference of ['', 'bill 8 & more'])
      for (const address of ['', 'bc1qexample']) {
        const draft = { key: 'Bitcoin/BTC', amount, address, reference };
        const again = read(linkOfDraft(draft, '?lang=de&amount=7&reference=old'));
        expect({ ...again, amount: again.amount.trim() }).toEqual(draft);
      }
});

it('an address of nothing is the first draft, and the language stays', () => {
  expect(read('')).toEqual({ key: 'TRON/USDT', amount: '', address: '', reference: '' });
  expect(read('?to=bitcoin/btc').key).toBe('Bitcoin/BTC');
  expect(linkOfDraft(read(''), '?lang=de')).toBe('?lang=de&to=TRON/USDT');
});

it('an address to be paid to that came with a link is known as such, until somebody types one', () => {
  const draft = read('?address=bc1qother');
  expect(givenAddress(draft, null)).toBe('bc1qother');
  expect(givenAddress(draft, { given: '' })).toBe('');
});
