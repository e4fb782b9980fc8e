import { addressForm } from '../chains/address-forms.ts';
import type { Network } from '../chains/family.ts';
import type { KnownEvmChain } from '../chains/known/evm-chains.ts';
import type { KnownSolanaChain } from '../chains/known/solana-chains.ts';
import type { KnownTronChain } from '../chains/known/tron-chains.ts';
import { closest } from './did-you-mean.ts';
import { below } from './problems.ts';
import type { Reading } from './reading.ts';

/** The contracts of a chain's tokens on a test network, in the canonical form. */
export function readTokens(
  reading: Reading,
  path: string,
  { name, space, tokens: ofChain = [] }: KnownEvmChain | KnownTronChain | KnownSolanaChain,
  network: Network,
  given: Readonly<Record<string, string>>,
): ReadonlyMap<string, string> {
  const known = ofChain.map(({ coin }) => coin.abbr);
  const tokens = new Map<string, string>();
  if (network === 'main' && Object.keys(given).length > 0)
    reading.report(
      path,
      'is for test networks; on the main network the catalogue knows the contracts: remove it',
    );
  for (const [coin, contract] of Object.entries(given)) {
    const verdict = addressForm(space).check(contract, 'main');
    if (!known.includes(coin)) {
      const meant = closest(coin, known);
      const hint = meant === undefined ? `there are ${known.join(', ')}` : `did you mean "${meant}"?`;
      reading.report(below(path, coin), `is no token of ${name}; ${hint}`);
    } else if (!verdict.valid) reading.report(below(path, coin), verdict.reason);
    else tokens.set(coin, verdict.address);
  }
  return tokens;
}
