import type { Queryable } from '../store/database.ts';
import { type LivingNode, livingNodes, versionText } from '../store/living-nodes.ts';
import type { Finding } from './finding.ts';

/** As long as an upgrade takes, give or take: after that somebody has forgotten a node. */
const UPGRADE_S = 3_600;

/** Which versions run, and whether one was forgotten while the others were brought up to date. */
export async function versionFinding(client: Queryable, now: number): Promise<Finding> {
  const nodes = await livingNodes(client);
  const versions = new Set(nodes.map(versionText));
  // The newest are the last.
  const newest = nodes.at(-1)?.knows;
  const since = nodes.find(({ knows }) => knows === newest)?.beganAt ?? 0;
  return {
    what: 'versions',
    isWell: versions.size <= 1 || now - since < UPGRADE_S,
    facts: nodes.length === 0 ? 'no node says that it runs' : countsOf(nodes, versions),
    advice: 'Bring the others up to date as well: npx swapdesk node list, and docs/operators.md, "Upgrades"',
  };
}

function countsOf(nodes: readonly LivingNode[], versions: ReadonlySet<string>): string {
  const countOf = (version: string) => nodes.filter((node) => versionText(node) === version).length;
  const counts = Array.from(versions, (version) => `${countOf(version)} of ${version}`);
  return `${counts.join(', ')}${versions.size > 1 ? ': an upgrade is under way' : ''}`;
}
