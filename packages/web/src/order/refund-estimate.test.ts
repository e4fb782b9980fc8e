import { Decimal } from '@swapdesk/contract/plain';
import { describe, expect, it } from 'vitest';
import { estimateRefund } from './refund-estimate.ts';

const decimal = (text: string) => Decimal.parse(text) as Decimal;
const of = (amounts: readonly string[], fee: string) => {
  const { back, lost } = estimateRefund(amounts.map(decimal), decimal(fee));
  return [back.toString(), lost.toString()];
};

describe('what giving back comes to', () => {
  it('is what came less the fee, to the last digit', () => {
    expect(of(['0.4'], '0.000000000000000001')).toEqual(['0.399999999999999999', '0']);
    expect(of(['98765.432109'], '1.3')).toEqual(['98764.132109', '0']);
  });

  it('is nothing where the fee is as much, or more', () => {
    expect(of(['1.1'], '1.3')).toEqual(['0', '1.1']);
    expect(of(['1.3'], '1.30')).toEqual(['0', '1.3']);
  });

  it('is reckoned for each payment: none pays the fee of another', () => {
    expect(of(['600', '1.1', '1.2'], '1.3')).toEqual(['598.7', '2.3']);
    expect(of(['2', '3'], '0.5')).toEqual(['4', '0']);
  });
});
