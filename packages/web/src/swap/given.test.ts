import { describe, expect, it } from 'vitest';
import { asset } from './an-asset.ts';
import { formFromLink } from './form-link.ts';
import { givenAddresses } from './given.ts';

const ASSETS = [asset('Bitcoin/BTC'), asset('Ethereum/ETH')];
const { form } = formFromLink(ASSETS, new URLSearchParams('from=Bitcoin/BTC&address=0xa1&refund=bc1q2'));

describe('addresses that nobody has typed', () => {
  it.each([null, undefined, 7, 'given', {}, { given: 'bc1q2' }])(
    'are those of the link where the history has %j',
    (state) => {
      expect(givenAddresses(form, state)).toEqual(['0xa1', 'bc1q2']);
    },
  );

  it('are what they were when the page was opened first, though others stand in its address by now', () => {
    expect(givenAddresses(form, { given: ['0xb3', 4] })).toEqual(['0xb3']);
    expect(givenAddresses(form, { given: [] })).toEqual([]);
  });

  it('are none where the link has none', () => {
    expect(givenAddresses(formFromLink(ASSETS, new URLSearchParams()).form, null)).toEqual([]);
  });
});
