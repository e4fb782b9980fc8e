import { hexToBytes } from '@noble/hashes/utils.js';
import { unfitText } from '../address-text.ts';
import { type AddressForm, type AddressVerdict, accept, ONE_KIND, refuse } from '../family.ts';
import { accountOf, unspendableAccount } from '../keccak-account.ts';
import { checksummed } from './checksum.ts';

/** The addresses of Ethereum and every chain like it: the same on all of them and on their test networks. */
export const evmForm: AddressForm = {
  curve: 'secp256k1',
  ...ONE_KIND,
  check,
  encode: (publicKey) => checksummed(accountOf(publicKey)),
  accountPath: () => "m/44'/60'/0'",
};

function check(text: string): AddressVerdict {
  const unfit = unfitText(text);
  if (unfit) return unfit;
  if (!/^0x[0-9a-fA-F]{40}$/.test(text))
    return refuse('FORM', 'The address must be 0x and 40 characters of 0-9 and a-f');

  const digits = text.slice(2);
  const account = hexToBytes(digits);
  const lost = unspendableAccount(account);
  if (lost) return lost;

  const canonical = checksummed(account);
  const mixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
  if (mixed && text !== canonical) {
    const words = 'The checksum (EIP-55) does not match: a character is mistyped, or its case was changed';
    return refuse('CHECKSUM', words);
  }
  return accept(canonical);
}
