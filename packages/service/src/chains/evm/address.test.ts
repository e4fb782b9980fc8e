import { describe, expect, it } from 'vitest';
import { addressForm } from '../address-forms.ts';

const evm = addressForm('evm');

const EIP55 = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
];

const CONTRACTS = {
  'Ethereum USDT': '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  'Ethereum USDC': '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  'Arbitrum ARB': '0x912CE59144191C1204E64559FE8253a0e49E6548',
  'Arbitrum USDT': '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9',
  'BSC USDT': '0x55d398326f99059fF775485246999027B3197955',
  'Polygon USDC': '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
};

describe('EVM addresses', () => {
  it.each(EIP55)('accepts %s of EIP-55 in each case', (address) => {
    const digits = address.slice(2);
    for (const text of [address, `0x${digits.toLowerCase()}`, `0x${digits.toUpperCase()}`]) {
      expect(evm.check(text, 'main')).toEqual({ valid: true, address });
      expect(evm.check(text, 'test')).toEqual({ valid: true, address });
    }
  });

  it.each(Object.entries(CONTRACTS))('the contract of %s carries its checksum', (_, address) => {
    expect(evm.check(address, 'main')).toEqual({ valid: true, address });
  });

  it('refuses a wrong checksum', () => {
    expect(evm.check('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed', 'main')).toMatchObject({
      reason: expect.stringContaining('EIP-55'),
    });
  });

  it.each([
    '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0X5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed0',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeg',
    'XE7338O073KYGTWWZN0F2WZ0R8PX5ZPPZS',
    'vitalik.eth',
  ])('refuses %s by its form', (text) => {
    expect(evm.check(text, 'main')).toMatchObject({
      reason: expect.stringContaining('0x and 40 characters'),
    });
  });

  it.each([
    '0x0000000000000000000000000000000000000000',
    '0x0000000000000000000000000000000000000001',
    '0x00000000000000000000000000000000000000ff',
    '0x0000000000000000000000000000000000000100',
    '0x0000000000000000000000000000000000001010',
    '0x000000000000000000000000000000000000dEaD',
    '0xdEAD000000000000000042069420694206942069',
    '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE',
    '0xffffffffffffffffffffffffffffffffffffffff',
  ])('refuses %s, which nobody holds', (text) => {
    expect(evm.check(text, 'main')).toMatchObject({
      reason: expect.stringContaining('funds sent there are lost'),
    });
  });
});
