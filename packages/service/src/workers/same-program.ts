import { versionText } from '../store/living-nodes.ts';
import type { ProgramVersion } from '../store/program-version.ts';

/**
 * Why a worker is of no use to the process that looks after it; null if it is. A worker is started from the files that are there: those
 * of another version may have taken their place since.
 */
export function whyOther(ours: ProgramVersion, theirs: ProgramVersion | undefined): string | null {
  if (theirs?.version === ours.version && theirs.knows === ours.knows) return null;
  const other = theirs === undefined ? 'another version' : versionText(theirs);
  return `the files of this program were replaced while it runs (${versionText(ours)} by ${other}): stop this node and start it again`;
}
