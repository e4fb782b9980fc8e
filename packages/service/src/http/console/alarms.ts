import {
  type Alarm,
  AlarmHistoryRequest,
  AlarmHistoryResponse,
  AlarmRequest,
  AlarmsRequest,
  AlarmsResponse,
  CountsRequest,
  CountsResponse,
  DoneResponse,
  MESSAGE,
  SnoozeAlarmRequest,
} from '@swapdesk/contract';
import type { OpenAlarm, Wrong } from '../../alarms/alarm.ts';
import { loadAlarmEvents, loadOpenAlarms, loadPastAlarms, type PastPlace } from '../../alarms/alarm-store.ts';
import { type AlarmDecision, leaveAlarm, snoozeAlarm, takeAlarm, wakeAlarm } from '../../alarms/decide.ts';
import { fromNow, isSnoozed } from '../../alarms/life.ts';
import { oneOfEachName } from '../../alarms/one-of-each-name.ts';
import { whyWaiting } from '../../engine/payments/why-waiting.ts';
import { withPage } from '../../observe/finding-page.ts';
import type { Health } from '../../observe/health.ts';
import { signing } from '../../observe/signing.ts';
import { audited } from '../../operators/audit.ts';
import { openProposals } from '../../operators/proposals.ts';
import { Refusal } from '../../refusal.ts';
import { type ConsoleCall, consoleEndpoint } from './endpoint.ts';
import type { ConsoleServices } from './services.ts';

const PAGE_SIZE = 50;
/** What only an engine can see: whether a signer apart answers it. */
const OF_ENGINES = ['signer'];

const list = consoleEndpoint({
  method: 'GET',
  path: '/alarms',
  request: AlarmsRequest,
  response: AlarmsResponse,
  changes: false,
  async handle(services, { params: { cursor, page_size } }) {
    const size = page_size?.toInteger() ?? PAGE_SIZE;
    const before = cursor === undefined || cursor === '' ? null : readPlace(cursor);
    // One more than is shown, to know whether there are more.
    const past = await loadPastAlarms(services.database, before, size + 1);
    const last = past.length > size ? past[size - 1] : undefined;
    const over = past
      .slice(0, size)
      .map(({ id, what, facts, isCritical, order, since, closedAt, owner }) => ({
        id,
        what,
        facts,
        is_critical: isCritical,
        order,
        since,
        closed_at: closedAt,
        owner,
      }));
    const open = before === null ? shownAlarms(await openAlarms(services, await services.health())) : [];
    return { data: { open, over, next: last === undefined ? null : `${last.closedAt}-${last.id}` } };
  },
});

const history = consoleEndpoint({
  method: 'GET',
  path: '/alarms/history',
  request: AlarmHistoryRequest,
  response: AlarmHistoryResponse,
  changes: false,
  async handle({ database }, { params }) {
    return { data: await loadAlarmEvents(database, params.id.toInteger() as number) };
  },
});

const take = consoleEndpoint({
  method: 'POST',
  path: '/alarms/take',
  request: AlarmRequest,
  response: DoneResponse,
  changes: true,
  handle: (services, call) => decided(services, call, takeAlarm),
});

const leave = consoleEndpoint({
  method: 'POST',
  path: '/alarms/leave',
  request: AlarmRequest,
  response: DoneResponse,
  changes: true,
  handle: (services, call) => decided(services, call, leaveAlarm),
});

const wake = consoleEndpoint({
  method: 'POST',
  path: '/alarms/wake',
  request: AlarmRequest,
  response: DoneResponse,
  changes: true,
  handle: (services, call) => decided(services, call, wakeAlarm),
});

const snooze = consoleEndpoint({
  method: 'POST',
  path: '/alarms/snooze',
  request: SnoozeAlarmRequest,
  response: DoneResponse,
  changes: true,
  handle: (services, call) =>
    decided(services, call, (client, decision, actor, now) =>
      snoozeAlarm(client, { ...decision, until: call.params.until.toInteger() as number }, actor, now),
    ),
});

const counts = consoleEndpoint({
  method: 'GET',
  path: '/counts',
  request: CountsRequest,
  response: CountsResponse,
  changes: false,
  async handle(services, { now }) {
    const { database } = services;
    const health = await services.health();
    const heard = (await openAlarms(services, health)).filter((alarm) => !isSnoozed(alarm, now));
    const { deposits, losses } = health.queue;
    const unclaimed = deposits.filter(({ kind }) => kind === 'unclaimed').length;
    return {
      data: {
        alarms: heard.length,
        critical: heard.filter(({ isCritical }) => isCritical).length,
        frozen: health.frozen.reduce((sum, { orders, decided: done }) => sum + orders - done, 0),
        surplus: deposits.length - unclaimed,
        unclaimed,
        unpayable: (await whyWaiting(database)).length,
        losses: losses.length,
        proposals: (await openProposals(database)).length,
      },
    };
  },
});

/** What is wrong, who is on it, and what waits. */
export const ALARM_ENDPOINTS = [list, history, take, leave, snooze, wake, counts];

/**
 * What is wrong by our own look, with what the store knows of it, the critical first. So it is right where no engine runs; and
 * what was put right is gone at once.
 */
export async function openAlarms({ database, clock }: ConsoleServices, health: Health): Promise<OpenAlarm[]> {
  const stored = await loadOpenAlarms(database);
  const known = new Map(stored.map((alarm) => [alarm.what, alarm]));
  // What somebody has just stopped is to be seen at once.
  const findings = [await signing(database), ...health.findings.slice(1)];
  const wrong: Wrong[] = findings.filter(({ isWell }) => !isWell).map(withPage);
  const seen = oneOfEachName(wrong).map((each): OpenAlarm => {
    const now = fromNow(each, clock());
    const before = known.get(each.what);
    if (before === undefined) return now;
    const { id, since, seenAt, owner, isCritical, snoozedUntil, snoozedBy } = before;
    // It has become worse, and no engine has looked since: nobody has put that off.
    const isWorse = now.isCritical && !isCritical;
    const snoozed = isWorse ? { snoozedUntil: 0, snoozedBy: '' } : { snoozedUntil, snoozedBy };
    return { ...now, id, since, seenAt, owner, isCritical: isCritical || now.isCritical, ...snoozed };
  });
  const ofEngines = stored.filter(({ what }) => OF_ENGINES.includes(what));
  return [...ofEngines, ...seen].sort((a, b) => Number(b.isCritical) - Number(a.isCritical));
}

export function shownAlarms(alarms: readonly OpenAlarm[]): Alarm[] {
  return alarms.map(({ id, isCritical, snoozedUntil, snoozedBy, ...alarm }) => ({
    id: id ?? 0,
    what: alarm.what,
    facts: alarm.facts,
    advice: alarm.advice,
    is_critical: isCritical,
    order: alarm.order,
    page: alarm.page,
    since: alarm.since,
    owner: alarm.owner,
    snoozed_until: snoozedUntil,
    snoozed_by: snoozedBy,
  }));
}

async function decided(
  services: ConsoleServices,
  { params: { what }, actor, now }: ConsoleCall<AlarmRequest>,
  decide: typeof takeAlarm,
): Promise<Record<string, never>> {
  const seen = await openAlarms(services, await services.health());
  const decision: AlarmDecision = { what, seen };
  await audited(services.database, actor, now, (client) => decide(client, decision, actor, now));
  return {};
}

function readPlace(text: string): PastPlace {
  const [, closedAt, id] = /^(\d{1,15})-(\d{1,15})$/.exec(text) ?? [];
  if (id === undefined) throw new Refusal(MESSAGE.incorrectParameters);
  return { closedAt: Number(closedAt), id: Number(id) };
}
