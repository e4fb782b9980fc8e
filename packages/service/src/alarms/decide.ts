import { MESSAGE } from '@swapdesk/contract';
import type { Actor, Done } from '../operators/audit.ts';
import { Refusal } from '../refusal.ts';
import type { Queryable } from '../store/database.ts';
import type { OpenAlarm, Wrong } from './alarm.ts';
import { lockOpenAlarm, openAlarm, storeDecision, tellAlarm } from './alarm-store.ts';
import { fromNow, isSnoozed, latestSnooze } from './life.ts';

/** What somebody decides about an alarm that is open. One that stands before them and that no engine has stored yet begins with it. */
export interface AlarmDecision {
  readonly what: string;
  /** What is wrong now, as whoever decides has it before them. */
  readonly seen: readonly Wrong[];
}

/** Somebody is on it. It may have been somebody else. */
export function takeAlarm(
  client: Queryable,
  decision: AlarmDecision,
  { name }: Actor,
  now: number,
): Promise<Done<void>> {
  return decide(client, decision, now, async (alarm) => {
    if (alarm.owner === name) throw new Refusal(MESSAGE.nothingToChange);
    await storeDecision(client, { ...alarm, owner: name });
    await tellAlarm(client, alarm.id, { at: now, kind: 'taken', by: name, detail: '' });
    return done('alarm take', alarm, 'owner', alarm.owner, name);
  });
}

/** Nobody is on it any more. */
export function leaveAlarm(
  client: Queryable,
  decision: AlarmDecision,
  { name }: Actor,
  now: number,
): Promise<Done<void>> {
  return decide(client, decision, now, async (alarm) => {
    if (alarm.owner === '') throw new Refusal(MESSAGE.nothingToChange);
    await storeDecision(client, { ...alarm, owner: '' });
    await tellAlarm(client, alarm.id, { at: now, kind: 'left', by: name, detail: '' });
    return done('alarm leave', alarm, 'owner', alarm.owner, '');
  });
}

/** Nobody wants to hear of it until then, unless it becomes critical. */
export function snoozeAlarm(
  client: Queryable,
  decision: AlarmDecision & { readonly until: number },
  { name }: Actor,
  now: number,
): Promise<Done<void>> {
  const { until } = decision;
  return decide(client, decision, now, async (alarm) => {
    if (until <= now || until > latestSnooze(alarm, now)) throw new Refusal(MESSAGE.snoozeOutOfBounds);
    await storeDecision(client, { ...alarm, snoozedUntil: until, snoozedBy: name });
    await tellAlarm(client, alarm.id, { at: now, kind: 'snoozed', by: name, detail: String(until) });
    return done('alarm snooze', alarm, 'snoozed until', untilText(alarm, now), timeText(until));
  });
}

/** It is to be heard of again. */
export function wakeAlarm(
  client: Queryable,
  decision: AlarmDecision,
  { name }: Actor,
  now: number,
): Promise<Done<void>> {
  return decide(client, decision, now, async (alarm) => {
    if (!isSnoozed(alarm, now)) throw new Refusal(MESSAGE.nothingToChange);
    await storeDecision(client, { ...alarm, snoozedUntil: 0, snoozedBy: '' });
    await tellAlarm(client, alarm.id, { at: now, kind: 'woken', by: name, detail: '' });
    return done('alarm wake', alarm, 'snoozed until', untilText(alarm, now), '');
  });
}

async function decide(
  client: Queryable,
  { what, seen }: AlarmDecision,
  now: number,
  work: (alarm: OpenAlarm) => Promise<Done<void>>,
): Promise<Done<void>> {
  const wrong = seen.find((each) => each.what === what);
  if (wrong !== undefined) await openAlarm(client, fromNow(wrong, now));
  const alarm = await lockOpenAlarm(client, what);
  if (alarm === null) throw new Refusal(MESSAGE.alarmNotFound);
  return work(alarm);
}

function done(act: string, { what: subject }: OpenAlarm, what: string, before: string, after: string) {
  const changes = [{ what, before: before || null, after: after || null }];
  return { act, subject, changes, result: undefined };
}

function untilText(alarm: OpenAlarm, now: number): string {
  return isSnoozed(alarm, now) ? timeText(alarm.snoozedUntil) : '';
}

function timeText(seconds: number): string {
  return new Date(seconds * 1_000).toISOString();
}
