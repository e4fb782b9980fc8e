import { describe, expect, it } from 'vitest';
import { writeJson } from '../../api/write-json.ts';
import type { Asset } from './asset.ts';
import { changesOf, draftOf, faultsOf } from './draft.ts';

const asset: Asset = {
  chain: 'Ethereum',
  abbr: 'ETH',
  type: 'ETH',
  decimal: '18',
  contract: '',
  is_stable: false,
  is_absent: false,
  send: true,
  recv: true,
  min: '0.01',
  max: '100',
  float_fee_ppm: null,
  fixed_fee_ppm: '12500',
  free: '50',
  target: '0',
  transfer_cost: '0.0004',
  transfer_cost_abbr: 'ETH',
};

describe('the draft of an asset', () => {
  it('shows fees in percent, and changes nothing by itself', () => {
    const draft = draftOf(asset);
    expect(draft).toMatchObject({ float: '', fixed: '1.25', min: '0.01' });
    expect(faultsOf(draft)).toEqual({});
    expect(changesOf(asset, draft)).toEqual({});
  });

  it('sends what differs and nothing else, digit for digit', () => {
    const draft = {
      ...draftOf(asset),
      recv: false,
      max: '99.000000000000000001',
      float: '0.0001',
      fixed: '',
    };
    expect(writeJson(changesOf(asset, draft))).toBe(
      '{"recv":false,"max":99.000000000000000001,"float_fee_ppm":1,"fixed_fee_ppm":null}',
    );
  });

  it('says what is wrong beside the field that it concerns', () => {
    const wrong = {
      ...draftOf(asset),
      min: '200',
      max: 'many',
      float: '50.1',
      fixed: '0.00001',
      target: '-1',
    };
    expect(Object.keys(faultsOf(wrong)).sort()).toEqual(['fixed', 'float', 'max', 'target']);
    expect(Object.keys(faultsOf({ ...draftOf(asset), min: '200' }))).toEqual(['min']);
  });
});
