import { Field } from '../../design/field.tsx';
import { texts } from '../../texts/console.ts';

interface Props {
  readonly label: string;
  /** Such as 2026-12-01T08:00Z; empty: none. */
  readonly value: string;
  readonly onValue: (value: string) => void;
}

const MINUTES = 16;

/** A moment, typed in the operator's own time and kept in that of all. */
export function MomentField({ label, value, onValue }: Props) {
  return (
    <Field label={label} says={{ tone: 'hint', text: texts.console.site.moment }}>
      {(control) => (
        <input
          {...control}
          class="input"
          type="datetime-local"
          value={value === '' ? '' : localText(new Date(value))}
          onInput={({ currentTarget }) => onValue(utcText(currentTarget.value))}
        />
      )}
    </Field>
  );
}

function localText(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, MINUTES);
}

function utcText(local: string): string {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? '' : `${at.toISOString().slice(0, MINUTES)}Z`;
}
