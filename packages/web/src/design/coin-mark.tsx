import { useContext } from 'preact/hooks';
import './coin-mark.css';
import { Known, type Mark } from './known.ts';

const OTHER: Mark = { colour: '#57645e', sign: 'M16 10a6 6 0 1 0 0 12 6 6 0 0 0 0-12' };

/** A coin's picture: drawn, as few fonts have the signs of coins. Its name stands beside it, so that it need not be seen. */
export function CoinMark({ abbr, size = 32 }: { abbr: string; size?: number }) {
  const { colour, sign } = useContext(Known).marks.get(abbr) ?? OTHER;
  return (
    <svg class="coin" viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" focusable="false">
      <circle cx="16" cy="16" r="16" fill={colour} />
      <path class="coin-sign" d={sign} />
    </svg>
  );
}
