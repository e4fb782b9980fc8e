import { type PairTime, pairOf } from '../api/durations.ts';

export type ExpectedTime = Omit<PairTime, 'pair'>;
type Coin = Parameters<typeof pairOf>[0];

/** How long the whole will take: as long as the slowest part. Null where nobody can tell of one of them. */
export function expectedTime(
  sent: Coin,
  received: readonly Coin[],
  times: readonly PairTime[],
): ExpectedTime | null {
  const parts = received.map((coin) => times.find(({ pair }) => pair === pairOf(sent, coin)));
  const known = parts.filter((part) => part !== undefined);
  if (known.length === 0 || known.length < parts.length) return null;
  const slowest = (field: keyof ExpectedTime) => Math.max(...known.map((part) => part[field]));
  return { halfS: slowest('halfS'), mostS: slowest('mostS') };
}
