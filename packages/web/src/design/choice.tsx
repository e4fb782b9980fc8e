import { useId } from 'preact/hooks';
import './choice.css';

interface ChoiceProps<Value extends string> {
  /** What is chosen, for those who cannot see it. */
  readonly legend: string;
  readonly options: readonly { readonly value: Value; readonly title: string }[];
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
}

/** One of a few, side by side. */
export function Choice<Value extends string>({ legend, options, chosen, onChoose }: ChoiceProps<Value>) {
  const name = useId();
  return (
    <fieldset>
      <legend class="unseen">{legend}</legend>
      <div class="choice">
        {options.map(({ value, title }) => (
          <label key={value}>
            <input
              class="unseen"
              type="radio"
              name={name}
              value={value}
              checked={value === chosen}
              onChange={() => onChoose(value)}
            />
            {title}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
