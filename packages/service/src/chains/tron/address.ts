import { unfitText } from '../address-text.ts';
import { decodeVersionedHash, encodeVersionedHash, looksLikeVersionedHash } from '../base58check.ts';
import { type AddressForm, type AddressVerdict, accept, ONE_KIND, refuse } from '../family.ts';
import { accountOf, unspendableAccount } from '../keccak-account.ts';
import { hexOf } from './account.ts';

const VERSION = 0x41;

/** The addresses of TRON, the same on its test networks. */
export const tronForm: AddressForm = {
  curve: 'secp256k1',
  ...ONE_KIND,
  check,
  encode: (publicKey) => encodeVersionedHash({ version: VERSION, hash: accountOf(publicKey) }),
  accountPath: () => "m/44'/195'/0'",
  asInBlocks: hexOf,
};

function check(text: string): AddressVerdict {
  const unfit = unfitText(text);
  if (unfit) return unfit;
  if (/^(0x)?(41)?[0-9a-f]{40}$/i.test(text))
    return refuse('FORM_NOT_TAKEN', 'Hex forms are not accepted; use the one that starts with T');

  const decoded = decodeVersionedHash(text);
  if (!decoded) {
    return text.startsWith('T') && looksLikeVersionedHash(text)
      ? refuse('CHECKSUM', 'The checksum does not match: a character is missing or mistyped')
      : refuse('FORM', 'TRON addresses start with T and have 34 characters');
  }
  if (decoded.version !== VERSION)
    return refuse('OTHER_CHAIN', 'This is an address of another chain; those of TRON start with T');
  return unspendableAccount(decoded.hash) ?? accept(text);
}
