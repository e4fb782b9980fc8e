import type { ListedAsset, SwapdeskClient } from '@swapdesk/client';

const GOOD_FOR_MS = 10 * 60_000;

/** What the desk exchanges, asked for at most every ten minutes: whether it does so now, each quote says. */
export function listedAssets(
  client: SwapdeskClient,
  now: () => number,
): () => Promise<readonly ListedAsset[]> {
  let known: { readonly assets: readonly ListedAsset[]; readonly at: number } | null = null;
  return async () => {
    if (known === null || now() - known.at >= GOOD_FOR_MS)
      known = { assets: await client.assets(), at: now() };
    return known.assets;
  };
}
