import { Decimal } from '@swapdesk/contract/plain';
import { describe, expect, it } from 'vitest';
import { asset } from './an-asset.ts';
import { type Form, wishOf, withAnother, withReceiver, withSource } from './form.ts';
import { formFromLink } from './form-link.ts';
import type { Quoted, QuoteState, Wish } from './live-quote.ts';
import { isOnItsWay, wantedOf } from './wanted.ts';

const BTC = asset('Bitcoin/BTC');
const ETH = asset('Ethereum/ETH');
const USDT = asset('TRON/USDT');
const number = (text: string) => Decimal.parse(text) as Decimal;

const fromLink = (link: string): Form => formFromLink([BTC, ETH, USDT], new URLSearchParams(link)).form;
const FORM = fromLink('from=Ethereum/ETH&amount=0.5&to=Bitcoin/BTC&address=bc1');

function quotedFor(form: Form): QuoteState {
  const quote: Quoted['quote'] = {
    limits: { least: number('0.01'), most: number('100') },
    calcId: null,
    price: number('1'),
    entries: [],
  };
  const wish = wishOf(form) as Wish;
  return { stage: 'quoted', last: { wish, source: wish.amount, quote, until: null } };
}

describe('what is ordered', () => {
  it('is what the form says', () => {
    expect(wantedOf(FORM, quotedFor(FORM))).toMatchObject({ from: ETH, mode: 'float', addresses: ['bc1'] });
    expect(wantedOf({ ...FORM, amount: '0.50' }, quotedFor(FORM))?.quantity.toString()).toBe('0.5');
    // A price is the same whoever is paid.
    expect(wantedOf(withReceiver(FORM, 0, { address: 'bc2' }), quotedFor(FORM))?.addresses).toEqual(['bc2']);
  });

  it.each<[string, Form]>([
    ['another amount', { ...FORM, amount: '0.55' }],
    ['the amount on the other side', { ...FORM, side: 'receive' }],
    ['another way to set the price', { ...FORM, mode: 'fixed' }],
    ['another coin to send', withSource(FORM, USDT)],
    ['another coin to receive', withReceiver(FORM, 0, { asset: USDT })],
    ['one more receiver', withReceiver(withAnother(FORM, ''), 1, { address: 'bc2' })],
  ])('is nothing while the price is the one of before %s was chosen: it is on its way', (_, form) => {
    expect(wantedOf(form, quotedFor(FORM))).toBeNull();
    expect(isOnItsWay(form, quotedFor(FORM))).toBe(true);
    expect(wantedOf(form, quotedFor(form))).not.toBeNull();
  });

  it('is nothing while the price is one of other shares', () => {
    const two = withReceiver(withAnother(FORM, ''), 1, { address: 'bc2' });
    expect(wantedOf({ ...two, shares: [60, 40] }, quotedFor(two))).toBeNull();
  });

  it('is not on its way where something is missing that nobody but the visitor can add', () => {
    for (const form of [{ ...FORM, amount: '' }, withReceiver(FORM, 0, { address: '' })]) {
      expect(wantedOf(form, quotedFor(FORM))).toBeNull();
      expect(isOnItsWay(form, quotedFor(FORM))).toBe(false);
      expect(isOnItsWay(form, { stage: 'asking', last: null })).toBe(false);
    }
    // A price that has expired has to be asked for again by whoever wants it.
    const { last } = quotedFor(FORM) as Extract<QuoteState, { stage: 'quoted' }>;
    expect(isOnItsWay(FORM, { stage: 'expired', last })).toBe(false);
  });
});
