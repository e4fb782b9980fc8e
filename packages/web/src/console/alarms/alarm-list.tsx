import { serviceNow } from '../../api/service-clock.ts';
import { Notice } from '../../design/badge.tsx';
import { texts } from '../../texts/console.ts';
import './alarms.css';
import { AlarmCard } from './alarm-card.tsx';
import { type Alarming, isPutOff } from './open-alarm.ts';

interface Props {
  readonly alarms: readonly Alarming[];
  /** What to say if there is none. */
  readonly none: string;
  readonly onChanged: () => void;
}

/** What is wrong: first what is to be heard of, then, closed, what was put off. */
export function AlarmList({ alarms, none, onChanged }: Props) {
  const words = texts.console.alarms;
  const now = serviceNow();
  const heard = alarms.filter((alarm) => !isPutOff(alarm, now));
  const putOff = alarms.filter((alarm) => isPutOff(alarm, now));
  const cards = (some: readonly Alarming[]) =>
    some.map((alarm) => <AlarmCard key={alarm.what} alarm={alarm} onChanged={onChanged} />);
  return (
    <>
      {/* Said when another one comes or goes, and not whenever a figure in it changes. */}
      <p class="unseen" role="status">
        {heard.length > 0 && words.news(heard.map(({ what }) => what).join(', '))}
      </p>
      {heard.length === 0 && <Notice tone="good">{none}</Notice>}
      {heard.length > 0 && (
        <section class="alarms" aria-label={words.open}>
          {cards(heard)}
        </section>
      )}
      {putOff.length > 0 && (
        <details class="alarms-off">
          <summary>{words.snoozed(putOff.length)}</summary>
          <div class="alarms">{cards(putOff)}</div>
        </details>
      )}
    </>
  );
}
