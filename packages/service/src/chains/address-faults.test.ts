import { ADDRESS_FAULTS } from '@swapdesk/contract';
import { describe, expect, it } from 'vitest';
import { addressForm } from './address-forms.ts';

const ETHER = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
/** A Cyrillic letter in place of the first A. */
const LOOKS_ALIKE = ETHER.replace('A', '\u0410');

const CASES = [
  ['FORM', 'evm', '0x1234'],
  ['SPACES', 'evm', `${ETHER.slice(0, 20)} ${ETHER.slice(20)}`],
  ['UNKNOWN_CHARACTERS', 'evm', LOOKS_ALIKE],
  ['NOT_ALONE', 'evm', `ethereum:${ETHER}`],
  ['CHECKSUM', 'evm', ETHER.replace('dA6', 'Da6')],
  ['CHECKSUM', 'bitcoin', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyv'],
  ['OTHER_CHAIN', 'tron', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['TEST_NETWORK', 'bitcoin', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
  ['FORM_NOT_TAKEN', 'litecoin', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
  ['LOST', 'evm', `0x${'0'.repeat(40)}`],
  ['NO_WALLET', 'solana', '1'.repeat(32)],
] as const;

describe('what is wrong with an address', () => {
  it.each(CASES)('is %s: on %s, of %s', (fault, space, text) => {
    expect(addressForm(space).check(text, 'main')).toMatchObject({ valid: false, fault });
  });

  it('has a case here for each that a chain can tell', () => {
    const told: readonly string[] = CASES.map(([fault]) => fault);
    expect(ADDRESS_FAULTS.filter((fault) => !told.includes(fault))).toEqual(['OUR_OWN']);
  });
});
