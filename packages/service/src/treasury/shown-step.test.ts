import { describe, expect, it } from 'vitest';
import { planTreasury } from './plan-treasury.ts';
import { shownStep } from './shown-step.ts';
import { assetOf, holdingOf, LIMITS } from './testing/holdings.ts';

const CHAIN = {
  id: 4,
  name: 'Ethereum',
  space: 'evm',
  nativeAbbr: 'ETH',
  evmChainId: 1,
  confirmations: 12,
} as const;

const shown = (chain: object, given: object) => {
  const asset = assetOf(0, { chain: { ...CHAIN, ...chain }, decimals: 18 });
  return planTreasury([holdingOf(asset, given)], LIMITS).map(shownStep);
};

describe('a step of the plan, as it is shown', () => {
  it('asks for what is missing at the treasury’s address, with a link for a wallet', () => {
    expect(shown({ treasury: '0xAb' }, { target: 5n * 10n ** 17n })).toEqual([
      {
        kind: 'request',
        chain: 'Ethereum',
        abbr: 'ETH',
        amount: '0.5',
        why: '0 ETH is free of the target of 0.5 ETH',
        waits: '',
        address: '0xAb',
        payment_uri: 'ethereum:0xAb@1?value=500000000000000000',
        wanted: null,
      },
    ]);
  });

  it('has no address before there is a treasury', () => {
    expect(shown({}, { target: 100n })).toMatchObject([{ address: '', payment_uri: '' }]);
  });

  it('says where the cold address is to be named, if it is not', () => {
    const cold = { address: null, stop: null, isUnderWay: false, lastAt: 0 };
    expect(shown({}, { booked: 100n, hotLimit: 50n, cold })).toMatchObject([
      {
        kind: 'cold',
        address: '',
        waits: "for a cold address: the signer's file names none for Ethereum. Or withdraw it by hand",
      },
    ]);
  });
});
