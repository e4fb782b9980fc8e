import { describe, expect, it } from 'vitest';
import { addressIn } from './address-in.ts';

const ETHEREUM = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const TOKEN = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const BITCOIN = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';

describe('the address in a QR code', () => {
  it.each([
    ['a plain one', ` ${BITCOIN}\n`, BITCOIN],
    ['of BIP-21', `bitcoin:${BITCOIN}?amount=0.1&label=Shop`, BITCOIN],
    ['in capitals, which makes smaller codes', `BITCOIN:${BITCOIN.toUpperCase()}`, BITCOIN.toUpperCase()],
    ['of EIP-681', `ethereum:${ETHEREUM}@1?value=1e18`, ETHEREUM],
    ['of EIP-681, the long way', `ethereum:pay-${ETHEREUM}`, ETHEREUM],
    [
      'of a token: who gets it, not the contract',
      `ethereum:${TOKEN}@1/transfer?address=${ETHEREUM}&uint256=1`,
      ETHEREUM,
    ],
    [
      'of Solana Pay',
      'solana:HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk?amount=1',
      'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk',
    ],
    ['a call without a receiver has none', `ethereum:${TOKEN}@1/transfer?uint256=1`, ''],
    ['what is no link stays', 'no address: none', 'no address: none'],
  ])('%s', (_, code, address) => {
    expect(addressIn(code)).toBe(address);
  });
});
