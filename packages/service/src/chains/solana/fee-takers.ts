import type { AccountChanges } from './account-changes.ts';
import { TOKEN_2022 } from './program-ids.ts';

/** Tokens of which less arrived in all than was sent: the newer token program lets a mint keep a part. */
export function takersIn(changes: AccountChanges, tokens: ReadonlyMap<string, number>): number[] {
  const sums = new Map<number, bigint>();
  for (const { mint, program, before, after } of changes.isFailed ? [] : changes.tokens()) {
    const assetId = tokens.get(mint);
    if (assetId === undefined || program !== TOKEN_2022) continue;
    sums.set(assetId, (sums.get(assetId) ?? 0n) + after - before);
  }
  return [...sums].flatMap(([assetId, sum]) => (sum < 0n ? [assetId] : []));
}
