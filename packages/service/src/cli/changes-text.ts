import type { Change } from '@swapdesk/contract';

/** What was changed, for a person: `min 0.1 → 0.2, send on → off`. */
export function changesText(changes: readonly Change[]): string {
  return changes
    .map(({ what, before, after }) => `${what} ${before ?? 'none'} → ${after ?? 'none'}`)
    .join(', ');
}
