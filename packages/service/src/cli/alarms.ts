import { MESSAGE } from '@swapdesk/contract';
import { loadOpenAlarms } from '../alarms/alarm-store.ts';
import { leaveAlarm, snoozeAlarm, takeAlarm, wakeAlarm } from '../alarms/decide.ts';
import { isSnoozed } from '../alarms/life.ts';
import { systemClock } from '../clock.ts';
import { act, inWords, whoeverTypes } from './act.ts';
import { readArguments } from './arguments.ts';
import { type Command, WrongArguments, withStore } from './command.ts';
import { table } from './table.ts';
import { timeText } from './time-text.ts';

const HOUR_S = 3_600;
const NAMES = {
  [MESSAGE.alarmNotFound]: 'No such alarm is open. Their names, in quotes: npx swapdesk alarm list',
};

export const alarmList: Command = {
  name: 'alarm list',
  usage: '',
  summary: 'Show what is wrong, as the engines have seen it: since when, who is on it, what is put off',
  run: (args, env) =>
    withStore(env, async (database) => {
      readArguments(args, { words: [], options: [] });
      const open = await loadOpenAlarms(database);
      if (open.length === 0) return console.log('Nothing is wrong, as far as engines have looked.');
      const now = systemClock();
      const rows = open.map((alarm) => [
        alarm.isCritical ? 'critical' : 'warning',
        alarm.what,
        timeText(alarm.since),
        alarm.owner || '-',
        isSnoozed(alarm, now) ? `${timeText(alarm.snoozedUntil)} by ${alarm.snoozedBy}` : '-',
        alarm.facts,
      ]);
      console.log(table(['', 'alarm', 'since', 'who is on it', 'put off until', 'facts'], rows));
    }),
};

type Decide = typeof takeAlarm;

function decision(verb: string, summary: string, decide: Decide, said: (what: string) => string): Command {
  return {
    name: `alarm ${verb}`,
    usage: 'ALARM',
    summary,
    run: (args, env) =>
      withStore(env, async (database) => {
        const { words } = readArguments(args, { words: ['ALARM'], options: [] });
        const what = words[0] as string;
        await act(database, (client, now) => decide(client, { what, seen: [] }, whoeverTypes(), now)).catch(
          inWords(NAMES),
        );
        console.log(said(what));
      }),
  };
}

export const alarmTake = decision(
  'take',
  'Say that you are on an alarm, for the others',
  takeAlarm,
  (what) => `You are on "${what}".`,
);
export const alarmLeave = decision(
  'leave',
  'Say that nobody is on an alarm any more',
  leaveAlarm,
  (what) => `Nobody is on "${what}" any more.`,
);
export const alarmWake = decision(
  'wake',
  'End before its time what "alarm snooze" began',
  wakeAlarm,
  (what) => `"${what}" is not put off any more.`,
);

export const alarmSnooze: Command = {
  name: 'alarm snooze',
  usage: 'ALARM --hours N',
  summary: 'Put an alarm off for some hours. If it becomes critical, that ends',
  run: (args, env) =>
    withStore(env, async (database) => {
      const { words, options } = readArguments(args, { words: ['ALARM'], options: ['hours'] });
      const what = words[0] as string;
      if (!/^\d{1,3}$/.test(options.hours ?? '')) throw new WrongArguments('Say for how long: --hours N.');
      const until = systemClock() + Number(options.hours) * HOUR_S;
      await act(database, (client, now) =>
        snoozeAlarm(client, { what, seen: [], until }, whoeverTypes(), now),
      ).catch(inWords(NAMES));
      console.log(`"${what}" is put off until ${timeText(until)}.`);
    }),
};
