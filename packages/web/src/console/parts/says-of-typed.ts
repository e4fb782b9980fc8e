import type { Says } from '../../design/field.tsx';
import { texts } from '../../texts/console.ts';
import { grouped } from './format.ts';
import { amountOf, signedOf, typedIn } from './typed.ts';

interface About {
  /** What the field is for. */
  readonly hint?: string;
  /** What the amount is of. */
  readonly coin?: string;
  /** What it is now, as the wire has it; absent: nothing yet. */
  readonly before?: string;
  readonly isSigned?: boolean;
}

/** What is said below the field of an amount: what is wrong with it, else what was understood, before anything is done with it. */
export function saysOfTyped(text: string, { hint = '', coin = '', before, isSigned = false }: About): Says {
  const words = texts.console.typed;
  const amount = isSigned ? signedOf(text) : amountOf(text);
  if (amount === null && (text.trim() !== '' || before !== undefined))
    return { tone: 'wrong', text: eitherOf(text) ?? words.none };
  if (amount === null || amount.toString() === before) return { tone: 'hint', text: hint };
  const after = `${grouped(amount.toString())} ${coin}`.trim();
  const understood = before === undefined ? words.understood(after) : words.change(grouped(before), after);
  return { tone: 'hint', text: `${understood} ${hint}`.trim() };
}

/** How to write what could be two amounts; null: this is one, or none. */
export function eitherOf(text: string): string | null {
  const typed = typedIn(text);
  if (typed === null || 'amount' in typed) return null;
  const [thousands, decimals] = typed.either.map(String);
  return texts.console.typed.either(text.trim(), thousands as string, decimals as string);
}
