import type { Fees } from './fees.ts';

/** All that a fixed quote was, so that nothing has to be remembered of it. The desk has sealed what counts into the calc id. */
export interface QuotedTerms {
  readonly calcId: string;
  readonly amount: string;
  readonly fees: Fees;
}

export function writeQuoteId(terms: QuotedTerms): string {
  return Buffer.from(JSON.stringify(terms)).toString('base64url');
}

/** Null for a text that is none of ours. */
export function readQuoteId(text: string): QuotedTerms | null {
  try {
    const { calcId, amount, fees } = JSON.parse(Buffer.from(text, 'base64url').toString()) as QuotedTerms;
    const { providerFees, referralFees, payoutNetworkFees } = fees;
    const texts = [calcId, amount, providerFees, referralFees, payoutNetworkFees];
    if (!texts.every((each) => typeof each === 'string')) return null;
    return { calcId, amount, fees: { providerFees, referralFees, payoutNetworkFees } };
  } catch {
    return null;
  }
}
