import { addressForm } from '../chains/address-forms.ts';
import type { AddressSpace, Network } from '../chains/family.ts';

/** An address as it was given, and as each kind of chain writes it. */
export function addressesOf(text: string, spaces: readonly AddressSpace[], network: Network): string[] {
  const written = spaces
    .map((space) => addressForm(space).check(text, network))
    .flatMap((verdict) => (verdict.valid ? [verdict.address] : []));
  return [...new Set([text, ...written])];
}

/** Ids of transactions are stored in small letters, where they are hexadecimal; and wallets leave their 0x out. */
export function transactionsOf(text: string): string[] {
  if (!/^(0x)?[0-9a-f]{64}$/i.test(text)) return [text];
  const plain = text.toLowerCase().replace(/^0x/, '');
  return [plain, `0x${plain}`];
}
