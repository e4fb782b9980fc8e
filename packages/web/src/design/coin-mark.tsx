import './coin-mark.css';

/** The sign and the colour that people know a coin by. */
const KNOWN: Readonly<Record<string, readonly [sign: string, colour: string]>> = {
  BTC: ['₿', '#c26a0a'],
  LTC: ['Ł', '#3d5f97'],
  DOGE: ['Ð', '#94761a'],
  ETH: ['Ξ', '#4b5fb8'],
  USDT: ['₮', '#1d7f62'],
  USDC: ['$', '#2566b8'],
  ARB: ['A', '#2b5f86'],
  BNB: ['B', '#9a7400'],
  POL: ['P', '#6a3fc2'],
  TRX: ['T', '#b8202e'],
  SOL: ['S', '#6d3fb0'],
};
const OTHER_COLOUR = '#57645e';

/** A coin's picture. Its name stands beside it, so that it need not be seen. */
export function CoinMark({ abbr, size = 32 }: { abbr: string; size?: number }) {
  const [sign, colour] = KNOWN[abbr] ?? [abbr.slice(0, 1), OTHER_COLOUR];
  return (
    <svg class="coin" viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" focusable="false">
      <circle cx="16" cy="16" r="16" fill={colour} />
      <text x="16" y="21.5">
        {sign}
      </text>
    </svg>
  );
}
