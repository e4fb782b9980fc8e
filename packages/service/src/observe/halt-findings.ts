import type { Asset } from '../catalog/catalogue.ts';
import { loadHalts } from '../engine/books/halts.ts';
import { shutChains } from '../engine/books/open-gate.ts';
import { fromUnits } from '../money/units.ts';
import type { Finding, Patient } from './finding.ts';

/** A chain that is followed is known to its tip, and its books agree, long before. */
const SHUT_LONG_S = 600;

/** Chains on which nothing is signed, as the nodes that work on them said last. */
export async function gateFindings({ database, chains, now }: Patient): Promise<Finding[]> {
  const shut = await shutChains(database);
  return chains.map(({ id, name }) => {
    const gate = shut.find(({ chainId }) => chainId === id);
    const what = `${name}: signing`;
    if (gate === undefined) {
      return { what, isWell: true, facts: 'followed to its tip, and the books agreed there', advice: '' };
    }
    return {
      what,
      isWell: false,
      isCritical: now - gate.since > SHUT_LONG_S,
      facts: `nothing is signed for ${now - gate.since} s: ${gate.why}`,
      advice:
        'It begins by itself when the chain is followed to its tip and the books agree. See: npx swapdesk halt list',
    };
  });
}

/** Assets in which nothing is paid out, and why. */
export async function haltFindings({ database, catalogue }: Patient): Promise<Finding[]> {
  const found = await loadHalts(database);
  if (found.length === 0) return [{ what: 'halts', isWell: true, facts: 'none', advice: '' }];
  return found.map(({ assetId, ledgerUnits, walletUnits, since, cause, reason }) => {
    const asset = catalogue.get(assetId);
    const when = new Date(since * 1000).toISOString();
    return {
      what: `${asset.chain.name} ${asset.abbr}: halted`,
      isWell: false,
      // One that somebody wanted is no surprise.
      isCritical: reason !== 'operator',
      facts: `since ${when}: ${cause || `ledger ${amount(asset, ledgerUnits)}, wallet ${amount(asset, walletUnits)}`}`,
      advice: `Nothing is paid out in it. What would settle it: npx swapdesk halt clear ${asset.chain.name} ${asset.abbr}`,
      page: '/chains',
    };
  });
}

function amount(asset: Asset, units: bigint): string {
  return `${fromUnits(units, asset.decimals)} ${asset.abbr}`;
}
