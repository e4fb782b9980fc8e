import type { PairDuration } from '@swapdesk/contract';
import type { Asset } from './assets.ts';
import { type Exact, get } from './call.ts';

/** How long exchanges of a pair have taken, from the payment being seen to its coins being there. */
export interface PairTime {
  /** As `pairOf` names it. */
  readonly pair: string;
  /** Half of them took no longer. */
  readonly halfS: number;
  /** Nine of ten took no longer. */
  readonly mostS: number;
}

/** A page that can do without it does not wait for it any longer. */
const PATIENCE_MS = 4_000;

type Coin = Pick<Asset, 'chain' | 'abbr'>;

/** Both coins: `TRON/USDT Bitcoin/BTC`. */
export function pairOf(sent: Coin, received: Coin): string {
  return `${sent.chain}/${sent.abbr} ${received.chain}/${received.abbr}`;
}

/** Of the pairs that had enough orders. It is good to know and no more: where nobody can say, there are none. */
export async function loadDurations(): Promise<readonly PairTime[]> {
  try {
    const measured = (await get('/openapi/durations', {}, { patienceMs: PATIENCE_MS })) as readonly Exact<
      PairDuration,
      'half_s' | 'most_s'
    >[];
    return measured.map(({ from_chain, from_abbr, to_chain, to_abbr, half_s, most_s }) => ({
      pair: pairOf({ chain: from_chain, abbr: from_abbr }, { chain: to_chain, abbr: to_abbr }),
      halfS: half_s.toInteger() ?? 0,
      mostS: most_s.toInteger() ?? 0,
    }));
  } catch {
    return [];
  }
}
