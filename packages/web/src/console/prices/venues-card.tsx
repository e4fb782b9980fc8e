import type { ConsolePricesData } from '@swapdesk/contract';
import { Badge } from '../../design/badge.tsx';
import { type Column, Table } from '../../design/table.tsx';
import { texts } from '../../texts/console.ts';
import type { Read } from '../api/read.ts';
import { durationText, grouped } from '../parts/format.ts';

type Venue = Read<ConsolePricesData>['venues'][number];

const words = texts.console.prices;

/** What each venue says of each coin, how old that is, and why it is left out. */
export function VenuesCard({ venues }: { readonly venues: readonly Venue[] }) {
  return (
    <section class="card" aria-label={words.venues}>
      <h2>{words.venues}</h2>
      <p class="soft">{words.venuesLead}</p>
      <Table
        caption={words.venues}
        rows={venues}
        keyOf={({ venue, abbr }) => `${abbr} ${venue}`}
        empty={words.none}
        columns={COLUMNS}
      />
    </section>
  );
}

const COLUMNS: readonly Column<Venue>[] = [
  { title: words.coin, cell: ({ abbr }) => <b>{abbr}</b> },
  { title: words.venue, cell: ({ venue }) => venue },
  { title: words.price, align: 'end', cell: ({ price }) => (price === null ? '' : grouped(price)) },
  {
    title: words.age,
    align: 'end',
    cell: ({ age_s }) => (age_s === null ? '' : durationText(Number(age_s))),
  },
  {
    title: words.state,
    cell: ({ counts, why }) => (
      <Badge tone={counts ? 'good' : 'warning'}>{counts ? words.counts : why}</Badge>
    ),
  },
];
