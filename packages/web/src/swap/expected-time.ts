import type { PairTime } from '../api/durations.ts';
import type { Form } from './form.ts';

/** How long the whole will take: as long as the slowest part. Null where nobody can tell of one of them. */
export function expectedTime(
  { from, receivers }: Pick<Form, 'from' | 'receivers'>,
  times: readonly PairTime[],
): Omit<PairTime, 'pair'> | null {
  const parts = receivers.map(({ asset }) => times.find(({ pair }) => pair === `${from.key} ${asset.key}`));
  const known = parts.filter((part) => part !== undefined);
  if (known.length === 0 || known.length < parts.length) return null;
  const slowest = (field: 'halfS' | 'mostS') => Math.max(...known.map((part) => part[field]));
  return { halfS: slowest('halfS'), mostS: slowest('mostS') };
}
