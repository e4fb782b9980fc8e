import type { FiguresData } from '@swapdesk/contract';
import type { Moment, Point, Series } from '../../design/plot/plot.ts';
import { Plot } from '../../design/plot/plot.tsx';
import { texts } from '../../texts/console.ts';
import type { Read } from '../api/read.ts';
import { durationText, grouped, toCents } from '../parts/format.ts';
import type { Step } from './step.ts';

type Figure = Read<FiguresData>['steps'][number];

const SHORT: Record<Step, Intl.DateTimeFormat> = {
  hour: new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }),
  day: new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' }),
};
const LONG: Record<Step, Intl.DateTimeFormat> = {
  hour: new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  }),
  day: new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }),
};

/** What was earned and how fast, over time. */
export function FigurePlots({ figures, step }: { readonly figures: Read<FiguresData>; readonly step: Step }) {
  const words = texts.console.overview;
  const moments = figures.steps.map(({ from }) => momentOf(Number(from), step));
  const series = (name: string, tone: Series['tone'], pointOf: (figure: Figure) => Point | null): Series => ({
    name,
    tone,
    points: figures.steps.map(pointOf),
  });
  const plot = (title: string, kind: 'lines' | 'bars' | 'stack', ...all: Series[]) => (
    <div class="card">
      <Plot title={title} kind={kind} data={{ moments, series: all }} texts={words.plot} />
    </div>
  );
  return (
    <div class="plots">
      {plot(
        words.volume,
        'bars',
        series(words.volume, 1, ({ volume }) => dollars(volume)),
      )}
      {plot(
        words.margin,
        'stack',
        series(words.fees, 1, ({ margin }) => dollars(margin)),
        series(words.commissions, 2, ({ commissions }) => dollars(commissions)),
      )}
      {plot(
        words.completed,
        'bars',
        series(words.orders, 1, ({ completed }) => counted(completed)),
      )}
      {plot(
        words.time,
        'lines',
        series(words.median, 1, (figure) => seconds(figure, figure.median_s)),
        series(words.slow, 3, (figure) => seconds(figure, figure.slow_s)),
      )}
    </div>
  );
}

function momentOf(unixSeconds: number, step: Step): Moment {
  const date = new Date(unixSeconds * 1000);
  return { short: SHORT[step].format(date), long: LONG[step].format(date) };
}

const dollars = (amount: string): Point => ({ value: Number(amount), text: grouped(toCents(amount)) });
const counted = (count: string): Point => ({ value: Number(count), text: grouped(count) });
/** Where nothing was completed, nothing took any time. */
const seconds = ({ completed }: Figure, count: string): Point | null =>
  completed === '0' ? null : { value: Number(count), text: durationText(Number(count)) };
