import { type Says, SelectField, TextField } from '../../design/field.tsx';
import { texts } from '../../texts/console.ts';
import { SPANS, type SpanUnit } from './in-units.ts';
import type { Setting } from './setting.ts';

interface Entry {
  readonly text: string;
  readonly span: SpanUnit;
}

interface Props {
  readonly unit: Setting['unit'];
  readonly typed: Entry;
  readonly onTyped: (typed: Entry) => void;
  readonly says: Says;
}

/** A number in the unit that people say it in; a span of time in one that they choose. */
export function NumberEntry({ unit, typed, onTyped, says }: Props) {
  const words = texts.console.settings;
  const { text, span } = typed;
  return (
    <>
      <TextField
        label={words.valueIn(words.units[unit])}
        value={text}
        onText={(next) => onTyped({ text: next, span })}
        inputMode="decimal"
        autocomplete="off"
        says={says}
      />
      {unit === 's' && (
        <SelectField
          label={words.spanUnit}
          value={span}
          options={(Object.keys(SPANS) as SpanUnit[]).map((value) => ({ value, title: value }))}
          onChoose={(value) => onTyped({ text, span: value as SpanUnit })}
        />
      )}
    </>
  );
}
