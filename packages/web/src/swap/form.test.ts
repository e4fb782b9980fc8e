import { describe, expect, it } from 'vitest';
import type { Asset } from '../api/assets.ts';
import {
  type Form,
  formFromLink,
  NothingToExchange,
  turnedRound,
  wishOf,
  withAnother,
  withReceiver,
} from './form.ts';
import { matchingAssets } from './matching-assets.ts';

function asset(key: string, changes: Partial<Asset> = {}): Asset {
  const [chain = '', abbr = ''] = key.split('/');
  return {
    key,
    abbr,
    chain,
    protocol: abbr,
    decimals: 8,
    canSend: true,
    canReceive: true,
    isPaused: false,
    confirmations: 1,
    ...changes,
  };
}

const BTC = asset('Bitcoin/BTC');
const ETH = asset('Ethereum/ETH');
const USDT = asset('TRON/USDT', { protocol: 'TRC20' });
const ARB = asset('Arbitrum/ARB', { canSend: false, canReceive: false });
const ASSETS = [BTC, ETH, USDT, ARB];

const fromLink = (link: string): Form => formFromLink(ASSETS, new URLSearchParams(link));

describe('a link', () => {
  it('without anything gives an exchange that can be placed at once', () => {
    expect(fromLink('')).toMatchObject({ from: BTC, amount: '0.05', mode: 'float', refCode: null });
  });

  it('fills in coins, amount, mode and referral code', () => {
    const form = fromLink('from=tron/usdt&to=Bitcoin/BTC&amount=100&mode=fixed&ref=friend');
    expect(form).toMatchObject({ from: USDT, amount: '100', mode: 'fixed', refCode: 'friend' });
    expect(form.receivers).toMatchObject([{ asset: BTC, address: '' }]);
  });

  it('that names what does not exist or is switched off is read without it', () => {
    expect(fromLink('from=Nowhere/NIX&to=Arbitrum/ARB')).toMatchObject({
      from: BTC,
      receivers: [{ asset: ETH }],
    });
  });

  it('finds nothing where everything is switched off', () => {
    expect(() => formFromLink([ARB], new URLSearchParams())).toThrow(NothingToExchange);
  });
});

describe('a form', () => {
  it.each(['', '0', '0.0', 'abc', '0.000000001'])('with the amount %j asks for no price', (amount) => {
    expect(wishOf({ ...fromLink(''), amount })).toBeNull();
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

  it('turned round sends what was received, and its addresses stay on their chains', () => {
    const form = { ...withReceiver(fromLink(''), 0, { address: '0x1' }), refundAddress: 'bc1' };
    const turned = turnedRound(form);
    expect(turned).toMatchObject({
      from: ETH,
      refundAddress: '0x1',
      receivers: [{ asset: BTC, address: 'bc1' }],
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
    ['eth', ['Ethereum/ETH']],
    ['nothing', []],
  ])('%j finds %j', (text, keys) => {
    expect(found(text)).toEqual(keys);
  });

  it('without words shows all', () => {
    expect(found(' ')).toHaveLength(ASSETS.length);
  });
});
