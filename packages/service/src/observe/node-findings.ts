import type { Catalogue } from '../catalog/catalogue.ts';
import type { Chain, Examination } from '../chains/chain.ts';
import { lastFollowed } from '../engine/followed.ts';
import type { Database } from '../store/database.ts';
import type { Finding } from './finding.ts';

/** Each node and token of a chain by itself: of several endpoints one can be down for long without being missed. */
export async function nodeFindings(
  patient: { readonly database: Database; readonly catalogue: Catalogue; readonly now: number },
  chain: Chain,
): Promise<Finding[]> {
  const { database, catalogue, now } = patient;
  const assets = catalogue.assets.filter((asset) => asset.chain.id === chain.id && !asset.isAbsent);
  const followed = (await lastFollowed(database, chain.id))?.height ?? null;
  const found = (await chain.examine?.({ assets, followed, now })) ?? [];
  return found.map(({ what, facts, advice }: Examination) => ({
    what: `${chain.name}: ${what}`,
    isWell: advice === null,
    facts,
    advice: advice ?? '',
  }));
}
