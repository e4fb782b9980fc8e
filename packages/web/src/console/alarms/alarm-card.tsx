import { useState } from 'preact/hooks';
import { serviceNow } from '../../api/service-clock.ts';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { toast } from '../../design/toast.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import { hrefOf } from '../frame/location.ts';
import { momentText } from '../parts/format.ts';
import { failureText } from '../parts/loaded.tsx';
import { Moment } from '../parts/moment.tsx';
import { Advice } from './advice.tsx';
import { AlarmHistory } from './alarm-history.tsx';
import { type Alarming, isPutOff, pageTitle } from './open-alarm.ts';
import { Snooze } from './snooze.tsx';

interface Props {
  readonly alarm: Alarming;
  readonly onChanged: () => void;
}

/** Something that is wrong: what, since when, where to do something about it, and who is on it. */
export function AlarmCard({ alarm, onChanged }: Props) {
  const desk = useDesk();
  const words = texts.console.alarms;
  const { id, what, facts, advice, is_critical, since, owner, snoozed_by, snoozed_until } = alarm;
  const [shows, setShows] = useState<'history' | 'snooze' | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const act = async (verb: 'take' | 'leave' | 'wake', done: string) => {
    try {
      await desk.act(`/alarms/${verb}`, { what });
      setFailure(null);
      toast(done);
    } catch (error) {
      setFailure(error);
    }
    onChanged();
  };
  const isOff = isPutOff(alarm, serviceNow());
  return (
    <article class="alarm" data-critical={is_critical || undefined} aria-label={what}>
      <header class="row">
        <Badge tone={is_critical ? 'danger' : 'warning'}>
          {is_critical ? words.critical : words.warning}
        </Badge>
        <h2>{what}</h2>
        <span class="soft small alarm-since">
          {id === '0' ? (
            words.justSeen
          ) : (
            <>
              {words.since} <Moment at={since} />
            </>
          )}
        </span>
      </header>
      <p>{facts}</p>
      <Advice text={advice} />
      {isOff && <p class="soft small">{words.putOffUntil(momentText(Number(snoozed_until)), snoozed_by)}</p>}
      {failure !== null && (
        <p class="small" role="alert">
          {failureText(failure)}
        </p>
      )}
      <footer class="row small">
        <Ways alarm={alarm} />
        <span class="soft">{owner === '' ? words.nobody : words.owner(owner)}</span>
        {desk.may('support') && (
          <>
            {owner === desk.session.name ? (
              <Button size="small" onClick={() => void act('leave', words.left)}>
                {words.leave}
              </Button>
            ) : (
              <Button size="small" onClick={() => void act('take', words.taken)}>
                {owner === '' ? words.take : words.takeOver}
              </Button>
            )}
            {isOff ? (
              <Button size="small" onClick={() => void act('wake', words.woken)}>
                {words.wake}
              </Button>
            ) : (
              <Button size="small" onClick={() => setShows('snooze')}>
                {words.snooze}
              </Button>
            )}
          </>
        )}
        <Button size="small" kind="quiet" onClick={() => setShows('history')}>
          {words.history}
        </Button>
      </footer>
      {shows === 'history' && <AlarmHistory id={id} what={what} onClose={() => setShows(null)} />}
      {shows === 'snooze' && <Snooze alarm={alarm} onDone={onChanged} onClose={() => setShows(null)} />}
    </article>
  );
}

/** Where something can be done about it: its order, and its page; what no page is about leads to the alarms. */
function Ways({ alarm: { order, page } }: { readonly alarm: Alarming }) {
  const words = texts.console.alarms;
  const to = page === '' ? '/alarms' : page;
  return (
    <>
      {order !== '' && <a href={hrefOf(`/orders/${order}`)}>{words.toOrder(order)}</a>}
      <a href={hrefOf(to)}>{words.toPage(pageTitle(to))}</a>
    </>
  );
}
