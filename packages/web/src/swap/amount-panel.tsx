import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { FieldSays, type Says } from '../design/field.tsx';
import './amount-panel.css';

/** On a phone, more characters than these have to be smaller. */
const ROOM = 8;

interface AmountPanelProps {
  readonly label: string;
  readonly value: string;
  /** True if it follows from the other side. */
  readonly isComputed: boolean;
  readonly isBusy: boolean;
  /** Nobody can change it. */
  readonly isFixed: boolean;
  /** What it is worth. */
  readonly worth: string | null;
  readonly says: Says | null;
  readonly onText: (text: string) => void;
  /** The coin. */
  readonly picker: ComponentChildren;
  readonly fills?: ComponentChildren;
}

/** An amount of a coin, large: one side of the exchange. */
export function AmountPanel(props: AmountPanelProps) {
  const { label, value, isComputed, isBusy, isFixed, worth, says, onText, picker, fills } = props;
  const id = useId();
  return (
    <div class="amount">
      <div class="amount-line">
        <label for={id}>{label}</label>
        <span class="amount-worth">{worth}</span>
      </div>
      <div class="amount-line">
        <input
          id={id}
          class="amount-input left-to-right"
          inputMode="decimal"
          autocomplete="off"
          placeholder="0"
          value={value}
          readOnly={isFixed}
          data-computed={isComputed}
          data-long={value.length > ROOM}
          aria-busy={isBusy}
          aria-describedby={`${id}-says`}
          aria-invalid={says?.tone === 'wrong'}
          onInput={(event) => onText(event.currentTarget.value)}
        />
        {picker}
      </div>
      <div class="amount-foot">
        <FieldSays id={`${id}-says`} says={says} />
        {fills}
      </div>
    </div>
  );
}
