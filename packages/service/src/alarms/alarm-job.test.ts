import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import type { Engine } from '../engine/context.ts';
import { takeLease } from '../engine/lease.ts';
import { audited } from '../operators/audit.ts';
import type { Wrong } from './alarm.ts';
import { alarmJob } from './alarm-job.ts';
import { loadAlarmEvents, loadOpenAlarms, loadPastAlarms, pruneAlarms } from './alarm-store.ts';
import { type AlarmDecision, leaveAlarm, snoozeAlarm, takeAlarm, wakeAlarm } from './decide.ts';

const START = 1_800_000_000;
const DAY_S = 86_400;
const ADA = { name: 'ada', via: 'console', address: '' } as const;
const BOB = { name: 'bob', via: 'command line', address: '' } as const;
const alarm = (what: string, isCritical = false): Wrong => ({
  what,
  facts: 'so it is',
  advice: '',
  isCritical,
});

let store: TestDatabase;
let now: number;
let wrong: Wrong[];
let round: () => Promise<void>;
beforeAll(async () => {
  store = await createTestDatabase();
});
afterAll(() => store.drop());
beforeEach(async () => {
  [now, wrong] = [START, []];
  await store.database.query('TRUNCATE alarm, alarm_event, lease');
  round = await engine();
});

/** An engine as if it had just been started. */
async function engine(): Promise<() => Promise<void>> {
  const context = { database: store.database, clock: () => now } as unknown as Engine;
  const job = alarmJob(async () => wrong);
  await store.database.query('DELETE FROM lease');
  const lease = (await takeLease(store.database, job.name, 'us', now, 1_000_000))!;
  return () => job.round(context, lease);
}

/** Rounds until so many seconds have passed. */
async function pass(seconds: number): Promise<void> {
  for (const end = now + seconds; now < end; ) {
    now += Math.min(5, end - now);
    await round();
  }
}

const open = () => loadOpenAlarms(store.database);
const past = () => loadPastAlarms(store.database, null, 100);
const acts = async () =>
  (await store.database.query('SELECT actor, act, subject FROM audit_entry ORDER BY id')).rows;
const decide = (
  decision: typeof takeAlarm,
  what: string,
  actor: typeof ADA | typeof BOB = ADA,
  seen: AlarmDecision['seen'] = [],
) =>
  audited(store.database, actor, now, (client) =>
    decision(client, { what, seen }, actor, now),
  ) as Promise<void>;
const snooze = (what: string, forS: number) =>
  audited(store.database, ADA, now, (client) =>
    snoozeAlarm(client, { what, seen: [], until: now + forS }, ADA, now),
  );

describe('an alarm in the store', () => {
  it('is open while it lasts, whoever is started anew, and history afterwards', async () => {
    wrong = [alarm('prices'), alarm('treasury')];
    await pass(60);
    round = await engine();
    await pass(60);
    expect((await open()).map(({ what, since }) => [what, since])).toEqual([
      ['prices', START + 5],
      ['treasury', START + 5],
    ]);
    wrong = [alarm('treasury')];
    await pass(120);
    expect((await open()).map(({ what }) => what)).toEqual(['treasury']);
    const [over] = await past();
    expect(over).toMatchObject({ what: 'prices', since: START + 5 });
    expect((await loadAlarmEvents(store.database, over!.id)).map(({ kind }) => kind)).toEqual([
      'opened',
      'closed',
    ]);
  });

  it('is taken, handed over, left, put off and heard of again; each is in its history and in the audit log', async () => {
    wrong = [alarm('prices')];
    await pass(20);
    await decide(takeAlarm, 'prices');
    await decide(takeAlarm, 'prices', BOB);
    expect((await open())[0]?.owner).toBe('bob');
    await decide(leaveAlarm, 'prices', BOB);
    await snooze('prices', 3_600);
    await pass(60);
    expect((await open())[0]).toMatchObject({ owner: '', snoozedBy: 'ada' });
    await decide(wakeAlarm, 'prices');
    const told = await loadAlarmEvents(store.database, (await open())[0]!.id!);
    expect(told.map(({ kind, by }) => `${kind} ${by}`.trim())).toEqual([
      'opened',
      'taken ada',
      'taken bob',
      'left bob',
      'snoozed ada',
      'woken ada',
    ]);
    expect(await acts()).toEqual(
      [
        ['ada', 'alarm take'],
        ['bob', 'alarm take'],
        ['bob', 'alarm leave'],
        ['ada', 'alarm snooze'],
        ['ada', 'alarm wake'],
      ].map(([actor, act]) => ({ actor, act, subject: 'prices' })),
    );
  });

  it('ends its snooze when it becomes critical, and says so', async () => {
    wrong = [alarm('payouts: to sign')];
    await pass(20);
    await snooze('payouts: to sign', 3_600);
    wrong = [alarm('payouts: to sign', true)];
    await pass(20);
    const [worse] = await open();
    expect(worse).toMatchObject({ snoozedUntil: 0, isCritical: true });
    expect((await loadAlarmEvents(store.database, worse!.id!)).at(-1)?.kind).toBe('worse');
  });

  it('cannot be put off for ever, for no time, or twice as critical as that; nor is what is over', async () => {
    wrong = [alarm('prices'), alarm('halted', true)];
    await pass(20);
    const refused = /put off for a week/;
    await expect(snooze('prices', 0)).rejects.toThrow(refused);
    await expect(snooze('prices', 7 * DAY_S + 1)).rejects.toThrow(refused);
    await expect(snooze('halted', DAY_S + 1)).rejects.toThrow(refused);
    await snooze('halted', DAY_S);
    await expect(snooze('nothing', 60)).rejects.toThrow('there is no such alarm');
    await expect(decide(leaveAlarm, 'prices')).rejects.toThrow('nothing to change');
    await expect(decide(wakeAlarm, 'prices')).rejects.toThrow('nothing to change');
  });

  it('that no engine has stored yet begins with whoever takes it, and is one with what an engine then sees', async () => {
    await decide(takeAlarm, 'orders: worker', ADA, [alarm('orders: worker', true)]);
    wrong = [alarm('orders: worker', true)];
    await pass(30);
    expect(await open()).toHaveLength(1);
    expect((await open())[0]).toMatchObject({ owner: 'ada', since: START, isCritical: true });
  });

  it('is not taken for over by who cannot look', async () => {
    wrong = [alarm('prices')];
    await pass(60);
    const job = alarmJob(() => Promise.reject(new Error('a node does not answer')));
    await store.database.query('DELETE FROM lease');
    const lease = (await takeLease(store.database, job.name, 'them', now, 1_000_000))!;
    const context = { database: store.database, clock: () => now } as unknown as Engine;
    for (let looks = 0; looks < 10; looks++) {
      now += 30;
      await expect(job.round(context, lease)).rejects.toThrow('does not answer');
    }
    expect((await open()).map(({ what }) => what)).toEqual(['prices']);
  });

  it('that is over is forgotten after 90 days, with its history', async () => {
    wrong = [alarm('prices')];
    await pass(60);
    wrong = [];
    await pass(120);
    expect(await past()).toHaveLength(1);
    await pruneAlarms(store.database, now + 89 * DAY_S);
    expect(await past()).toHaveLength(1);
    await pruneAlarms(store.database, now + 91 * DAY_S);
    expect(await past()).toHaveLength(0);
    expect((await store.database.query('SELECT FROM alarm_event')).rowCount).toBe(0);
  });
});
