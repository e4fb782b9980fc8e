import { grouped } from './format.ts';

interface Coins {
  readonly chain: string;
  readonly abbr: string;
  readonly amount: string;
}

/** So much of a coin, with all its digits. */
export function Amount({ chain, abbr, amount }: Coins) {
  return (
    <span class="nowrap">
      {grouped(amount)} <span title={chain === '' ? abbr : `${abbr} on ${chain}`}>{abbr}</span>
    </span>
  );
}

/** A coin and its chain. */
export function Coin({ chain, abbr }: Pick<Coins, 'chain' | 'abbr'>) {
  return (
    <span class="nowrap">
      <b>{abbr}</b> <span class="soft">{chain}</span>
    </span>
  );
}

const SHOWN_DECIMALS = 8;

/** An amount that is only looked at: its first decimals, and all of them where one points. */
export function Shortly({ amount }: { readonly amount: string }) {
  const [whole = '', fraction = ''] = amount.split('.');
  if (fraction.length <= SHOWN_DECIMALS) return <span class="nowrap">{grouped(amount)}</span>;
  return (
    <span class="nowrap" title={grouped(amount)}>
      {grouped(`${whole}.${fraction.slice(0, SHOWN_DECIMALS)}`)}…
    </span>
  );
}
