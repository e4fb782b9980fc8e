import { readTyped, typedAmount } from '../design/amounts.ts';
import { texts } from '../texts/now.ts';

/** True if what was typed could be two amounts. */
export function isEither(text: string): boolean {
  const typed = readTyped(text);
  return typed !== null && 'either' in typed;
}

/** Asks which of two amounts was meant: one click each, written so that it can be only that. */
export function Either({
  text,
  onChoose,
}: {
  readonly text: string;
  readonly onChoose: (amount: string) => void;
}) {
  const typed = readTyped(text);
  if (typed === null || !('either' in typed)) return null;
  return (
    <div class="amount-fills">
      {typed.either.map(typedAmount).map((amount) => (
        <button key={amount} type="button" onClick={() => onChoose(amount)}>
          {texts.swap.meant(amount)}
        </button>
      ))}
    </div>
  );
}
