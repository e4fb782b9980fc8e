import type { Offer } from '../offer.ts';

/** What a desk on simulated networks offers. */
export const OFFER: Offer = {
  from: { chain: 'Bitcoin', abbr: 'BTC' },
  to: { chain: 'Ethereum', abbr: 'ETH' },
  quantity: '0.002',
  half: '0.001',
  address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  refundAddress: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
  sampleAddress: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
};
