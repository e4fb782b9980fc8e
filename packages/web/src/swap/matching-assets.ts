import type { Asset } from '../api/assets.ts';

/** The assets that every word is part of: `usdt tron`, `eth`, `trc20`. Those whose coin begins with it come first. */
export function matchingAssets(assets: readonly Asset[], text: string): readonly Asset[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const [first] = words;
  if (first === undefined) return assets;
  const found = assets.filter(({ abbr, chain, protocol }) => {
    const names = `${abbr} ${chain} ${protocol}`.toLowerCase();
    // "USDT on TRON" is how people say it.
    return words.every((word) => word === 'on' || names.includes(word));
  });
  const rank = ({ abbr }: Asset) => (abbr.toLowerCase().startsWith(first) ? 0 : 1);
  return found.toSorted((a, b) => rank(a) - rank(b));
}
