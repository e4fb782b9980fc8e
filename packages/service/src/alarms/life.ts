import type { AlarmEventKind } from '@swapdesk/contract';
import type { OpenAlarm, Wrong } from './alarm.ts';
import { oneOfEachName } from './one-of-each-name.ts';

/** What was not seen for so long is over. */
export const OVER_AFTER_S = 60;
/** What was seen for less, and nobody has touched, leaves no history. */
export const BLIP_S = 30;
/** So many are open at most: what stops the most comes first. */
export const MOST_OPEN = 200;
/** Nobody puts something off for longer than this. */
export const LONGEST_SNOOZE_S = 7 * 86_400;
export const LONGEST_CRITICAL_SNOOZE_S = 86_400;

/** What became of an alarm: `forgotten` leaves nothing behind, `seen` is not worth telling. */
export interface AlarmStep {
  readonly alarm: OpenAlarm;
  readonly step: 'seen' | 'forgotten' | Extract<AlarmEventKind, 'opened' | 'worse' | 'closed'>;
}

/**
 * The alarms after a look that found these. What was critical once stays so until it is over; becoming so ends a snooze: whoever put it
 * off did not know.
 */
export function afterLook(open: readonly OpenAlarm[], found: readonly Wrong[], now: number): AlarmStep[] {
  const seen = new Map(oneOfEachName(found).map((wrong) => [wrong.what, wrong]));
  const known = open.map((alarm): AlarmStep => {
    const wrong = seen.get(alarm.what);
    seen.delete(alarm.what);
    return wrong === undefined ? unseen(alarm, now) : seenAgain(alarm, wrong, now);
  });
  const room = Math.max(0, MOST_OPEN - known.length);
  const fresh = [...seen.values()].slice(0, room);
  return [...known, ...fresh.map((wrong): AlarmStep => ({ alarm: fromNow(wrong, now), step: 'opened' }))];
}

/** An alarm that begins. */
export function fromNow(wrong: Wrong, now: number): OpenAlarm {
  const { what, facts, advice, isCritical = false, order = '', page = '' } = wrong;
  const untouched = { owner: '', snoozedUntil: 0, snoozedBy: '' };
  return {
    id: null,
    what,
    facts,
    advice,
    isCritical,
    order,
    page,
    since: now,
    seenAt: now,
    ...untouched,
  };
}

function seenAgain(alarm: OpenAlarm, wrong: Wrong, now: number): AlarmStep {
  const { facts, advice, isCritical, order, page } = fromNow(wrong, now);
  const seen = { ...alarm, facts, advice, order, page, seenAt: now };
  if (!isCritical || alarm.isCritical) return { alarm: seen, step: 'seen' };
  return { alarm: { ...seen, isCritical, snoozedUntil: 0, snoozedBy: '' }, step: 'worse' };
}

function unseen(alarm: OpenAlarm, now: number): AlarmStep {
  if (now - alarm.seenAt < OVER_AFTER_S) return { alarm, step: 'seen' };
  const isBlip = alarm.seenAt - alarm.since < BLIP_S && alarm.owner === '' && alarm.snoozedBy === '';
  return { alarm, step: isBlip ? 'forgotten' : 'closed' };
}

export function isSnoozed({ snoozedUntil }: Pick<OpenAlarm, 'snoozedUntil'>, now: number): boolean {
  return snoozedUntil > now;
}

/** Until when an alarm can be put off at most. */
export function latestSnooze({ isCritical }: Pick<OpenAlarm, 'isCritical'>, now: number): number {
  return now + (isCritical ? LONGEST_CRITICAL_SNOOZE_S : LONGEST_SNOOZE_S);
}
