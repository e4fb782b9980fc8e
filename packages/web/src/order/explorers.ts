import type { Known } from '../design/known.ts';

/** The address of a transaction's page; null where nobody shows it. Links only: the page itself asks nobody but the service. */
export function explorerUrl(
  { explorers }: Pick<Known, 'explorers'>,
  chain: string,
  txid: string,
): string | null {
  const explorer = explorers.get(chain) ?? '';
  return explorer === '' ? null : explorer + encodeURIComponent(txid);
}
