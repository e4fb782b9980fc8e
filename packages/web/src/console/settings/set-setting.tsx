import { useState } from 'preact/hooks';
import { Button } from '../../design/button.tsx';
import { SelectField } from '../../design/field.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import { Confirm } from '../parts/confirm.tsx';
import { eitherOf } from '../parts/says-of-typed.ts';
import { effectOf } from './effect.ts';
import { storedOf, typedOf, valueText } from './in-units.ts';
import { NumberEntry } from './number-entry.tsx';
import { aboutText, type Setting } from './setting.ts';

interface Props {
  readonly setting: Setting;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Changes one setting. The default is no number of its own: it follows what the service has. */
export function SetSetting({ setting, onDone, onClose }: Props) {
  const desk = useDesk();
  const words = texts.console.settings;
  const [typed, setTyped] = useState(typedOf(setting, setting.value));
  const stored = storedOf(setting, typed.text, typed.span);
  const text = stored?.toString() ?? '';
  const number = stored?.toInteger() ?? null;
  const fits = number !== null && number >= Number(setting.min) && number <= Number(setting.max);
  const isChanged = fits && text !== setting.value;
  const range = words.range(valueText(bare(setting), setting.min), valueText(bare(setting), setting.max));
  const effect = effectOf(setting.name, text);
  return (
    <Confirm
      title={words.dialog}
      act={words.act}
      done={words.did}
      isReady={isChanged}
      onConfirm={() =>
        desk.act('/settings/set', { name: setting.name, value: text === setting.default ? null : stored })
      }
      onDone={onDone}
      onClose={onClose}
    >
      <p>
        {aboutText(setting)} <code class="soft small">{setting.name}</code>
      </p>
      {setting.unit === 'switch' || setting.unit === 'choice' ? (
        <SelectField
          label={words.value}
          value={text}
          options={valuesOf(setting).map((value) => ({ value, title: valueText(setting, value) }))}
          onChoose={(value) => setTyped(typedOf(setting, value))}
        />
      ) : (
        <NumberEntry
          unit={setting.unit}
          typed={typed}
          onTyped={setTyped}
          says={{
            tone: fits ? 'hint' : 'wrong',
            text: eitherOf(typed.text) ?? (setting.zero === '' ? range : words.rangeOr(range, setting.zero)),
          }}
        />
      )}
      <Button kind="quiet" size="small" onClick={() => setTyped(typedOf(setting, setting.default))}>
        {words.reset(valueText(setting, setting.default))}
      </Button>
      <div role="status">
        {isChanged && <p>{words.from(valueText(setting, setting.value), valueText(setting, text))}</p>}
        {fits && effect !== null && <p>{effect}</p>}
      </div>
    </Confirm>
  );
}

/** The bounds are numbers, whatever 0 means. */
function bare(setting: Setting): Setting {
  const { name, unit, value, min, max, values, about } = setting;
  return { name, unit, value, min, max, values, about, default: setting.default, zero: '' };
}

function valuesOf({ min, max }: Setting): string[] {
  const [least, most] = [Number(min), Number(max)];
  return Array.from({ length: most - least + 1 }, (_, n) => String(least + n));
}
