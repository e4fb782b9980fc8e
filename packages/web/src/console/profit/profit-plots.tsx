import type { ProfitData } from '@swapdesk/contract';
import type { Moment, Point, Series } from '../../design/plot/plot.ts';
import { Plot } from '../../design/plot/plot.tsx';
import { texts } from '../../texts/console.ts';
import { type Read, sumOf } from '../api/read.ts';
import { grouped, toCents } from '../parts/format.ts';
import { everyDay, runningSums } from './days.ts';

const SHORT = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const LONG = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

/** Those with a colour of their own; whatever else there is has one together. */
const SHOWN = ['fee', 'spread', 'network'];

type Group = Read<ProfitData>['days'][number];

/** What each day brought, and all of it so far. */
export function ProfitPlots({ days }: { readonly days: readonly Group[] }) {
  const words = texts.console.profit;
  const byDay = new Map(days.map((group) => [group.names[0], group]));
  const all = everyDay(days.map(({ names }) => names[0] ?? ''));
  const moments = all.map(momentOf);
  const series = (name: string, tone: Series['tone'], amountOf: (group: Group) => string): Series => {
    const value = (day: string) => {
      const group = byDay.get(day);
      return group === undefined ? '0' : amountOf(group);
    };
    return { name, tone, points: all.map((day) => dollars(value(day))) };
  };
  const partsOf = ({ parts }: Group, isShown: (part: string) => boolean) =>
    sumOf(parts.filter(({ part }) => isShown(part)).map(({ value }) => value));
  const results = all.map((day) => byDay.get(day)?.result ?? '0');
  const soFar: Series = { name: words.soFar, tone: 1, points: runningSums(results).map(dollars) };
  return (
    <div class="plots">
      <div class="card">
        <Plot
          title={words.byDay}
          kind="stack"
          texts={words.plot}
          data={{
            moments,
            series: [
              ...SHOWN.map((name, n) =>
                series(words.parts[name] ?? name, (n + 1) as Series['tone'], (group) =>
                  partsOf(group, (part) => part === name),
                ),
              ),
              series(words.others, 4, (group) => partsOf(group, (part) => !SHOWN.includes(part))),
            ],
          }}
        />
      </div>
      <div class="card">
        <Plot title={words.soFar} kind="lines" texts={words.plot} data={{ moments, series: [soFar] }} />
      </div>
    </div>
  );
}

function momentOf(day: string): Moment {
  const date = new Date(`${day}T00:00:00Z`);
  return { short: SHORT.format(date), long: LONG.format(date) };
}

const dollars = (amount: string): Point => ({ value: Number(amount), text: grouped(toCents(amount)) });
