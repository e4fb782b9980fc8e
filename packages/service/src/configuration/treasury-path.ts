import type { ChainConfig } from './chains-config.ts';
import { below } from './problems.ts';
import type { Reading } from './reading.ts';

/** Unless the file says otherwise: the first of BIP-44's internal chain. */
const USUAL = '1/0';
/** From here on steps are hardened, and public keys do not lead there. */
const STEP_LIMIT = 2 ** 31;

/** Where a chain's treasury is below its account: two steps that public keys can take, beside the deposit addresses. */
export function readTreasuryPath(reading: Reading, path: string, given = USUAL): string {
  const [branch, index] = given.split('/').map(Number) as [number, number];
  if (branch === 0)
    reading.report(
      path,
      `must not begin with 0, where deposit addresses are; write ${JSON.stringify(USUAL)}`,
    );
  if (branch >= STEP_LIMIT || index >= STEP_LIMIT)
    reading.report(path, `must have steps below ${STEP_LIMIT}, without hardened ones`);
  return given;
}

/** Chains with the same keys have one treasury: what is sent to it on another of them is still found. */
export function refuseTwoTreasuries(reading: Reading, chains: Iterable<ChainConfig>): void {
  const first = new Map<string, ChainConfig>();
  for (const chain of chains) {
    const path = below(below('chains', chain.name), 'treasury');
    if (!reading.isSound(path)) continue;
    const other = first.get(chain.space);
    if (other === undefined) first.set(chain.space, chain);
    else if (other.treasury !== chain.treasury)
      reading.report(
        path,
        `must be "${other.treasury}" as for ${other.name}: chains with the same keys have one treasury`,
      );
  }
}
