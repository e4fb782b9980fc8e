import type { Asset } from '../api/assets.ts';

/**
 * The assets that every word is part of: `usdt tron`, `eth`, `trc20`, `tether`. The coin that is called just so comes first, then
 * those that begin so.
 */
export function matchingAssets(assets: readonly Asset[], text: string): readonly Asset[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const [first] = words;
  if (first === undefined) return assets;
  const found = assets.filter(({ abbr, name, aliases, chain, protocol }) => {
    const names = `${abbr} ${chain} ${protocol}`.toLowerCase();
    // Of what it is called, the beginnings: there is "eth" in "tether" too.
    const called = [name, ...aliases].join(' ').toLowerCase().split(/\s+/);
    const isPart = (word: string) => names.includes(word) || called.some((each) => each.startsWith(word));
    // "USDT on TRON" is how people say it.
    return words.every((word) => word === 'on' || isPart(word));
  });
  const rank = ({ abbr, name, aliases }: Asset) => {
    const called = [abbr, name, ...aliases].map((each) => each.toLowerCase());
    if (called.includes(first)) return 0;
    return called.some((each) => each.startsWith(first)) ? 1 : 2;
  };
  return found.toSorted((a, b) => rank(a) - rank(b));
}
