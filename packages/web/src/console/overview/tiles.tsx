import type { FiguresData, OverviewData } from '@swapdesk/contract';
import type { ComponentChildren } from 'preact';
import { texts } from '../../texts/console.ts';
import { type Read, sumOf } from '../api/read.ts';
import { hrefOf } from '../frame/location.ts';
import { durationText, grouped, toCents } from '../parts/format.ts';
import type { Step } from './step.ts';

interface Props {
  readonly overview: Read<OverviewData>;
  readonly figures: Read<FiguresData>;
  readonly step: Step;
}

const OPEN: readonly string[] = ['1', '2', '3'];

/** The few numbers that one looks at first. */
export function Tiles({ overview, figures, step }: Props) {
  const { tiles, span } = texts.console.overview;
  const count = (statuses: readonly string[]) =>
    overview.orders
      .filter(({ status }) => statuses.includes(status))
      .reduce((sum, each) => sum + Number(each.orders), 0);
  const undecided = overview.frozen.reduce(
    (sum, each) => sum + Number(each.orders) - Number(each.decided),
    0,
  );
  const total = (name: 'volume' | 'margin') =>
    grouped(toCents(sumOf(figures.steps.map((each) => each[name]))));
  const { latest } = figures;
  const hasTimes = latest.orders !== '0';
  return (
    <ul class="tiles">
      <Tile title={tiles.open} lead={tiles.openLead}>
        <a href={hrefOf('/orders')}>{grouped(String(count(OPEN)))}</a>
      </Tile>
      <Tile title={tiles.frozen} lead={tiles.frozenLead(undecided)} isAlarming={undecided > 0}>
        <a href={hrefOf('/orders?status=7')}>{grouped(String(count(['7'])))}</a>
      </Tile>
      <Tile title={tiles.decide} lead={tiles.decideLead} isAlarming={overview.to_decide !== '0'}>
        <a href={hrefOf('/queue')}>{grouped(overview.to_decide)}</a>
      </Tile>
      <Tile title={tiles.volume} lead={span[step]}>
        {total('volume')}
      </Tile>
      <Tile title={tiles.margin} lead={span[step]}>
        {total('margin')}
      </Tile>
      <Tile
        title={tiles.time}
        lead={hasTimes ? tiles.timeLead(durationText(Number(latest.p90_s))) : tiles.none}
      >
        {hasTimes ? durationText(Number(latest.p50_s)) : '—'}
      </Tile>
    </ul>
  );
}

interface TileProps {
  readonly title: string;
  readonly lead: string;
  readonly isAlarming?: boolean;
  readonly children: ComponentChildren;
}

/** One number, and what it is. */
export function Tile({ title, lead, isAlarming = false, children }: TileProps) {
  return (
    <li class="card tile" data-alarming={isAlarming || undefined}>
      <span class="tile-title">{title}</span>
      <span class="tile-value">{children}</span>
      <span class="soft small">{lead}</span>
    </li>
  );
}
