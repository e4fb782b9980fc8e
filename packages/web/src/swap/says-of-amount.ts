import { isTooFine, readTyped, writtenAmount } from '../design/amounts.ts';
import type { Says } from '../design/field.tsx';
import { texts } from '../texts/now.ts';

/** What is wrong with an amount that was typed, before the service is asked; or what was understood, where that is written otherwise. */
export function saysOfAmount(text: string, coin: string): Says | null {
  const { needs, understood } = texts.swap;
  if (text.trim() === '') return null;
  const typed = readTyped(text);
  if (typed === null) return { tone: 'wrong', text: needs.notANumber };
  if ('either' in typed) return { tone: 'wrong', text: needs.either(/[.,]/.exec(text)?.[0] ?? ',') };
  if (typed.amount.coefficient === 0n) return { tone: 'wrong', text: needs.aboveZero };
  if (isTooFine(typed.amount)) return { tone: 'wrong', text: needs.tooFine };
  const written = writtenAmount(typed.amount);
  return text.trim() === written ? null : { tone: 'hint', text: understood(`${written} ${coin}`) };
}
