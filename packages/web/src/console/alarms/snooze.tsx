import { Decimal } from '@swapdesk/contract/plain';
import { useState } from 'preact/hooks';
import { serviceSeconds } from '../../api/service-clock.ts';
import { SelectField } from '../../design/field.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import { Confirm } from '../parts/confirm.tsx';
import { momentText } from '../parts/format.ts';
import type { Alarming } from './open-alarm.ts';

/** What is critical comes back after a day at the latest. */
const LONGEST_CRITICAL_S = 86_400;

interface Props {
  readonly alarm: Alarming;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Puts an alarm off. */
export function Snooze({ alarm: { what, is_critical }, onDone, onClose }: Props) {
  const desk = useDesk();
  const words = texts.console.alarms;
  const [seconds, setSeconds] = useState('3600');
  const until = serviceSeconds() + Number(seconds) - 5;
  const times = Object.entries(words.snoozeTimes).filter(
    ([value]) => !is_critical || Number(value) <= LONGEST_CRITICAL_S,
  );
  return (
    <Confirm
      title={words.snoozeTitle(what)}
      act={words.snooze}
      done={words.putOff}
      onConfirm={() => desk.act('/alarms/snooze', { what, until: Decimal.parse(String(until)) as Decimal })}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{words.snoozeLead}</p>
      <SelectField
        label={words.snoozeFor}
        value={seconds}
        onChoose={setSeconds}
        options={times.map(([value, title]) => ({ value, title }))}
        says={{ tone: 'hint', text: words.snoozeUntil(momentText(until)) }}
      />
    </Confirm>
  );
}
