import { base58 } from '@scure/base';
import { unfitText } from '../address-text.ts';
import { type AddressForm, type AddressVerdict, accept, ONE_KIND, refuse } from '../family.ts';
import { isProgram } from './programs.ts';
import { isWalletKey } from './wallet-key.ts';

const KEY_BYTES = 32;
const MAX_TEXT = 44;

/** The addresses of Solana: bare ed25519 keys, the same on its test networks. They have no checksum. */
export const solanaForm: AddressForm = {
  curve: 'ed25519',
  ...ONE_KIND,
  check,
  encode,
  // SLIP-0010 has no public derivation on ed25519: who holds no seed takes addresses from the pool.
  accountPath: () => "m/44'/501'",
};

function check(text: string): AddressVerdict {
  const unfit = unfitText(text);
  if (unfit) return unfit;
  const key = decode(text);
  if (key?.length !== KEY_BYTES || base58.encode(key) !== text) {
    return refuse(
      'FORM',
      'A Solana address is 32 bytes in base58: 32 to 44 letters and digits without 0, O, I and l',
    );
  }
  if (isProgram(text)) return refuse('NO_WALLET', 'This is a program or a system account, not a wallet');
  if (!isWalletKey(key)) {
    const words = 'This is not the key of a wallet: it is mistyped, or the account of a token or a program';
    return refuse('NO_WALLET', words);
  }
  return accept(text);
}

function decode(text: string): Uint8Array | null {
  if (text.length > MAX_TEXT) return null;
  try {
    return base58.decode(text);
  } catch {
    return null;
  }
}

function encode(publicKey: Uint8Array): string {
  if (publicKey.length !== KEY_BYTES) throw new RangeError('an ed25519 key has 32 bytes');
  return base58.encode(publicKey);
}
