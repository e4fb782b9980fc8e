import { Decimal } from '@swapdesk/contract/plain';
import { useState } from 'preact/hooks';
import { Button } from '../../design/button.tsx';
import { TextField } from '../../design/field.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import { Confirm } from '../parts/confirm.tsx';
import { grouped } from '../parts/format.ts';
import type { Setting } from './setting.ts';

interface Props {
  readonly setting: Setting;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Changes one setting. The default is no number of its own: it follows what the service has. */
export function SetSetting({ setting, onDone, onClose }: Props) {
  const desk = useDesk();
  const words = texts.console.settings;
  const [text, setText] = useState(setting.value);
  const value = Decimal.parse(text.trim());
  const whole = value?.toInteger() ?? null;
  const fits = whole !== null && whole >= Number(setting.min) && whole <= Number(setting.max);
  const isDefault = text.trim() === setting.default;
  const range = words.range(grouped(setting.min), grouped(setting.max));
  return (
    <Confirm
      title={words.title(setting.name)}
      act={words.act}
      done={words.did(setting.name)}
      isReady={fits && text.trim() !== setting.value}
      onConfirm={() => desk.act('/settings/set', { name: setting.name, value: isDefault ? null : value })}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{setting.about}</p>
      <TextField
        label={words.value}
        value={text}
        onText={setText}
        inputMode="numeric"
        note={
          <Button kind="quiet" size="small" onClick={() => setText(setting.default)}>
            {words.reset}
          </Button>
        }
        says={{ tone: fits ? 'hint' : 'wrong', text: range }}
      />
      {fits && text.trim() !== setting.value && (
        <p role="status">{words.from(grouped(setting.value), grouped(text.trim()))}</p>
      )}
    </Confirm>
  );
}
