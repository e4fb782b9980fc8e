import './coin-mark.css';

/** What people know a coin by: its colour, and a sign drawn in a circle of 32 units. */
interface Mark {
  readonly colour: string;
  readonly path: string;
}

/** Drawn, not written: few fonts have the signs of coins. */
const MARKS: Readonly<Record<string, Mark>> = {
  BTC: {
    colour: '#c26a0a',
    path: 'M12 9h6a3.3 3.3 0 0 1 0 6.8h-6m6 0a3.5 3.5 0 0 1 0 7.2h-6zM14 6.5V9m4-2.5V9m-4 14v2.5m4-2.5v2.5',
  },
  LTC: { colour: '#3d5f97', path: 'm15 8-3 15h9m-11-5.5 8-3' },
  DOGE: { colour: '#94761a', path: 'M13 9h3.5a7 7 0 0 1 0 14H13zm-3 7h7' },
  ETH: { colour: '#4b5fb8', path: 'm16 6.5 6.5 10L16 20.5l-6.5-4zm-6 13 6 6 6-6' },
  USDT: { colour: '#1d7f62', path: 'M9.5 9h13M16 9v15m-7-9.5c3 2 11 2 14 0' },
  USDC: {
    colour: '#2566b8',
    path: 'M20 12c-1-2-7.5-2.5-7.5.8 0 4 7.5 2 7.5 6.2 0 3.5-7 3-8 .5M16 7.5v2.4m0 12.2v2.4',
  },
  ARB: { colour: '#2b5f86', path: 'm10 23 6-14 6 14m-9.5-5h7' },
  BNB: {
    colour: '#8a6800',
    path: 'm16 8 3.5 3.5M16 8l-3.5 3.5M16 24l3.5-3.5M16 24l-3.5-3.5M8 16l2-2m-2 2 2 2m14-2-2-2m2 2-2 2m-6-5 3 3-3 3-3-3z',
  },
  POL: { colour: '#6a3fc2', path: 'm12.5 11.5 4-2.5 4 2.5v4.5l-8 4.5v-4m8-2v6l-4 2.5-4-2.5' },
  TRX: { colour: '#b8202e', path: 'm8.5 9.5 12 2.5 3 3-9 9.5zm0 0 7 6.5-1 8.5m6-12.5-5 4 8-1' },
  SOL: { colour: '#6d3fb0', path: 'M11.5 10.5H23L20.5 13H9zm9 4H9l2.5 2.5H23zm-9 4.5H23l-2.5 2.5H9z' },
};
const OTHER: Mark = { colour: '#57645e', path: 'M16 10a6 6 0 1 0 0 12 6 6 0 0 0 0-12' };

/** A coin's picture. Its name stands beside it, so that it need not be seen. */
export function CoinMark({ abbr, size = 32 }: { abbr: string; size?: number }) {
  const { colour, path } = MARKS[abbr] ?? OTHER;
  return (
    <svg class="coin" viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" focusable="false">
      <circle cx="16" cy="16" r="16" fill={colour} />
      <path class="coin-sign" d={path} />
    </svg>
  );
}
