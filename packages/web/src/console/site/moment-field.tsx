import { useEffect, useState } from 'preact/hooks';
import { Field } from '../../design/field.tsx';
import { texts } from '../../texts/console.ts';
import { isTooEarly, localText, utcText } from './local-time.ts';

interface Props {
  readonly label: string;
  /** Such as 2026-12-01T08:00Z; empty: none. */
  readonly value: string;
  readonly onValue: (value: string) => void;
}

/**
 * A moment, typed in the operator's own time and kept in that of all. What stands in the field is what was typed: written back
 * from the moment that it comes to, a year could not be typed digit by digit.
 */
export function MomentField({ label, value, onValue }: Props) {
  const words = texts.console.site;
  const [local, setLocal] = useState(localText(value));
  // It was changed elsewhere, as by taking a draft back.
  useEffect(() => {
    if (utcText(local) !== value) setLocal(localText(value));
  }, [value]);
  return (
    <Field
      label={label}
      says={
        isTooEarly(local) ? { tone: 'wrong', text: words.tooEarly } : { tone: 'hint', text: words.moment }
      }
    >
      {(control) => (
        <input
          {...control}
          class="input"
          type="datetime-local"
          value={local}
          onInput={({ currentTarget }) => {
            setLocal(currentTarget.value);
            onValue(utcText(currentTarget.value));
          }}
        />
      )}
    </Field>
  );
}
