import { describe, expect, it } from 'vitest';
import type { PaymentUriParts } from './family.ts';
import { paymentUri } from './payment-uri.ts';

const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const USDT = '0xdAC17F958D2ee523a2206206994597C13D831ec7';

function request(address: string, more: Partial<PaymentUriParts> = {}): PaymentUriParts {
  return { address, amount: '0.015', units: 1_500_000n, contract: null, chainId: null, ...more };
}

describe('payment links', () => {
  it.each(['bitcoin', 'litecoin', 'dogecoin'] as const)('of %s follow BIP-21', (space) => {
    expect(paymentUri(space, space, request('addr'))).toBe(`${space}:addr?amount=0.015`);
  });

  it('of an EVM coin follow EIP-681 in base units', () => {
    const coin = request(EVM, { units: 15_000_000_000_000_000n, chainId: 42161 });
    expect(paymentUri('evm', 'Arbitrum', coin)).toBe(`ethereum:${EVM}@42161?value=15000000000000000`);
  });

  it('of an EVM token call its transfer', () => {
    const token = request(EVM, { units: 15_000n, contract: USDT, chainId: 1 });
    expect(paymentUri('evm', 'Ethereum', token)).toBe(
      `ethereum:${USDT}@1/transfer?address=${EVM}&uint256=15000`,
    );
  });

  it('of an EVM chain are never made without its id', () => {
    expect(() => paymentUri('evm', 'Polygon', request(EVM))).toThrow('Polygon has no chain id');
  });

  it('of TRON and Solana name the token', () => {
    expect(paymentUri('tron', 'TRON', request('T1'))).toBe('tron:T1?amount=0.015');
    expect(paymentUri('tron', 'TRON', request('T1', { contract: 'T2' }))).toBe(
      'tron:T1?amount=0.015&token=T2',
    );
    expect(paymentUri('solana', 'Solana', request('A'))).toBe('solana:A?amount=0.015');
    expect(paymentUri('solana', 'Solana', request('A', { contract: 'M' }))).toBe(
      'solana:A?amount=0.015&spl-token=M',
    );
  });

  it.each(['1e-8', '.5', '', '-1', 'NaN', '1,5', '1.'])('refuse the amount "%s"', (amount) => {
    expect(() => paymentUri('bitcoin', 'Bitcoin', request('a', { amount }))).toThrow(RangeError);
  });
});
