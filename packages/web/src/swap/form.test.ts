import { describe, expect, it } from 'vitest';
import { asset } from './an-asset.ts';
import {
  type Form,
  turnedRound,
  whatIsFixed,
  wishOf,
  withAnother,
  withCoin,
  withReceiver,
  withSource,
} from './form.ts';
import { formFromLink } from './form-link.ts';
import { matchingAssets } from './matching-assets.ts';

const BTC = asset('Bitcoin/BTC');
const ETH = asset('Ethereum/ETH');
const USDT = asset('TRON/USDT', { protocol: 'TRC20', name: 'Tether USD', aliases: ['dollar'] });
const ARB = asset('Arbitrum/ARB', { canSend: false, canReceive: false });
const ASSETS = [BTC, ETH, USDT, ARB];

const fromLink = (link: string): Form => formFromLink(ASSETS, new URLSearchParams(link)).form;

describe('a form', () => {
  it.each(['', '0', '0.0', 'abc', '0.000000001'])('with the amount %j asks for no price', (amount) => {
    expect(wishOf({ ...fromLink(''), amount })).toBeNull();
  });

  it.each([
    ['to=TRON/USDT&amount=25&address=T1', 'payment'],
    ['from=Ethereum/ETH&receive=25&to=TRON/USDT&address=T1&fixed=to amount address', 'payment'],
    // What is sent is set, and what is received follows the market.
    ['from=Ethereum/ETH&amount=0.5&to=TRON/USDT&address=T1&fixed=to amount address', 'all'],
    // Nothing is left to be chosen.
    ['from=Ethereum/ETH&receive=25&to=TRON/USDT&address=T1&fixed=from to amount address', 'all'],
    ['from=Ethereum/ETH&amount=0.5&to=TRON/USDT&address=T1&fixed=to amount', null],
  ])('of the link %s says what it has fixed: %s', (link, fixed) => {
    expect(whatIsFixed(fromLink(link))).toBe(fixed);
  });

  it('asks for shares that add up to one', () => {
    const three = withAnother(withAnother(fromLink(''), ''), '');
    const shares = wishOf(three)?.entries.map(({ share }) => share.toString());
    expect(shares).toEqual(['0.34', '0.33', '0.33']);
  });

  it('is quoted from what is sent as soon as there are several receivers', () => {
    const form: Form = { ...fromLink(''), side: 'receive', amount: '3' };
    expect(withAnother(form, '0.1')).toMatchObject({ side: 'send', amount: '0.1' });
  });

  it('turned round sends what was received; addresses stay on their chains, and the amount with its coin', () => {
    const form = { ...withReceiver(fromLink('amount=2'), 0, { address: '0x1' }), refundAddress: 'bc1' };
    const turned = turnedRound(form);
    expect(turned).toMatchObject({
      from: ETH,
      side: 'receive',
      amount: '2',
      refundAddress: '0x1',
      receivers: [{ asset: BTC, address: 'bc1' }],
    });
    expect(turnedRound(turned)).toEqual(form);
  });

  it('keeps an address where another coin of its chain is chosen, and no other', () => {
    const form = {
      ...withReceiver(fromLink('from=Ethereum/ETH&to=Ethereum/ETH'), 0, { address: '0x1' }),
      refundAddress: '0x2',
    };
    const usdc = asset('Ethereum/USDC');
    expect(withSource(withCoin(form, 0, usdc), usdc)).toMatchObject({
      refundAddress: '0x2',
      receivers: [{ address: '0x1' }],
    });
    expect(withSource(withCoin(form, 0, BTC), BTC)).toMatchObject({
      refundAddress: '',
      receivers: [{ address: '' }],
    });
  });
});

describe('a search for a coin', () => {
  const found = (text: string) => matchingAssets(ASSETS, text).map(({ key }) => key);

  it.each([
    ['usdt', ['TRON/USDT']],
    ['usdt on tron', ['TRON/USDT']],
    ['trc20', ['TRON/USDT']],
    ['TRON', ['TRON/USDT']],
    ['tether', ['TRON/USDT']],
    ['Dollar', ['TRON/USDT']],
    ['eth', ['Ethereum/ETH']],
    ['nothing', []],
  ])('%j finds %j', (text, keys) => {
    expect(found(text)).toEqual(keys);
  });

  it('without words shows all', () => {
    expect(found(' ')).toHaveLength(ASSETS.length);
  });
});
