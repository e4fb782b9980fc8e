import type { Asset } from '../api/assets.ts';
import { texts } from '../texts/now.ts';
import type { Form } from './form.ts';
import type { Quoted } from './live-quote.ts';

/** The coins to receive in which nothing is paid out now, each once. A quote knows better than the list, which is read once. */
export function pausedCoins({ receivers }: Pick<Form, 'receivers'>, quoted: Quoted | null): string[] {
  const paused = receivers.filter(({ asset }, n) => quoted?.quote.entries[n]?.isPaused ?? asset.isPaused);
  return [...new Set(paused.map(({ asset: { abbr, chain } }) => texts.shell.asset(abbr, chain)))];
}

/** What the list of coins to receive says beside one. */
export function pausedNote({ isPaused }: Asset): string | null {
  return isPaused ? texts.swap.picker.paused : null;
}
