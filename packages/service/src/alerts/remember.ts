import { createHash } from 'node:crypto';
import { oneOfEachName } from '../alarms/one-of-each-name.ts';
import { type Alarm, NOTICE, type Notice, type NoticeKind, type StoredAlert } from './alert.ts';

/** What passes sooner is not told, neither that it began nor that it is over. */
export const PATIENCE_S = 30;
/** More than a person reads. What stops the most comes first. */
export const MOST_ALARMS = 100;

/** What is remembered after a look that found these. */
export function afterLook(
  stored: readonly StoredAlert[],
  found: readonly Alarm[],
  now: number,
): StoredAlert[] {
  const seen = new Map(bounded(found).map((alarm) => [alarm.what, alarm]));
  const known = stored.flatMap((alert) => {
    const alarm = seen.get(alert.what);
    if (alarm !== undefined) return [{ ...alert, ...alarm, seenAt: now, endedAt: 0 }];
    if (alert.endedAt > 0) return [alert];
    return isBlip(alert) ? [] : [{ ...alert, endedAt: now }];
  });
  const names = new Set(stored.map(({ what }) => what));
  const fresh = [...seen.values()].filter(({ what }) => !names.has(what));
  return [
    ...known,
    ...fresh.map((alarm) => ({ ...alarm, since: now, seenAt: now, toldAt: 0, times: 0, endedAt: 0 })),
  ];
}

/** What is to be told now: that something began, that it lasts after a while again, that it is over. */
export function dueNotices(stored: readonly StoredAlert[], now: number, againS: number): Notice[] {
  return stored.flatMap((alert) => {
    const kind = dueKind(alert, now, againS);
    return kind === null ? [] : [noticeOf(alert, kind, now)];
  });
}

function dueKind({ since, toldAt, endedAt }: StoredAlert, now: number, againS: number): NoticeKind | null {
  if (endedAt > 0) return now - endedAt >= PATIENCE_S ? NOTICE.over : null;
  if (toldAt === 0) return now - since >= PATIENCE_S ? NOTICE.began : null;
  return now - toldAt >= againS ? NOTICE.lasts : null;
}

function noticeOf(alert: StoredAlert, kind: NoticeKind, now: number): Notice {
  const { what, facts, advice, since, times, endedAt } = alert;
  const name = createHash('sha256')
    .update(JSON.stringify([what, since, times, kind]))
    .digest('base64url');
  const at = kind === NOTICE.over ? endedAt : now;
  return { id: `alert_${name.slice(0, 24)}`, kind, what, facts, advice, since, at };
}

/** Nobody was told of it, nor should have been. */
function isBlip({ since, seenAt, toldAt }: StoredAlert): boolean {
  return toldAt === 0 && seenAt - since < PATIENCE_S;
}

/** Of one name each, and no more than can be told. */
function bounded(found: readonly Alarm[]): Alarm[] {
  const all = oneOfEachName(found).map(({ what, facts, advice }) => ({ what, facts, advice }));
  if (all.length <= MOST_ALARMS) return all;
  const more = all.length - MOST_ALARMS + 1;
  const others = {
    what: 'and more',
    facts: `${more} other things are wrong as well`,
    advice: 'See all of them: npx swapdesk doctor',
  };
  return [...all.slice(0, MOST_ALARMS - 1), others];
}
