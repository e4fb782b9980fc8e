import type { HedgingData } from '@swapdesk/contract';
import { useState } from 'preact/hooks';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { Table } from '../../design/table.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import type { Read } from '../api/read.ts';
import { useResource } from '../api/use-resource.ts';
import { Shortly } from '../parts/amount.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Moment } from '../parts/moment.tsx';
import { PageHead, Panel } from '../parts/panel.tsx';
import { WithReason } from '../parts/with-reason.tsx';
import { BookVenue } from './book-venue.tsx';
import { Trades } from './trades.tsx';

type Data = Read<HedgingData>;

const EVERY_MS = 10_000;

/** What the desk is long or short of, what venues hold, and what was traded. */
export function HedgingPage() {
  const desk = useDesk();
  const words = texts.console.hedging;
  const hedging = useResource(
    'hedging',
    (signal) => desk.read<HedgingData>('/hedging', {}, signal),
    EVERY_MS,
  );
  /** What is asked about: where hedging begins, a booking, or the venue that goes on. */
  const [asked, setAsked] = useState<'begin' | 'book' | { readonly venue: string } | null>(null);
  const done = { onDone: hedging.again, onClose: () => setAsked(null) };
  return (
    <>
      <PageHead
        title={texts.console.frame.pages.hedging}
        lead={words.lead}
        actions={
          desk.may('admin') && (
            <>
              <Button onClick={() => setAsked('book')}>{words.book}</Button>
              <Button onClick={() => setAsked('begin')}>{words.begin}</Button>
            </>
          )
        }
      />
      <Loaded of={hedging}>
        {(data) => (
          <>
            <Panel title={words.exposure} lead={stateText(data)}>
              <Table
                caption={words.exposure}
                rows={data.coins}
                keyOf={({ abbr }) => abbr}
                empty={words.noCoins}
                columns={[
                  { title: words.coin, cell: ({ abbr }) => <b>{abbr}</b> },
                  { title: words.long, align: 'end', cell: ({ exposure }) => <Shortly amount={exposure} /> },
                  {
                    title: words.value,
                    align: 'end',
                    cell: ({ value }) => (value === null ? '—' : <Shortly amount={value} />),
                  },
                  { title: words.waits, cell: ({ waits }) => <span class="wrap">{waits || '—'}</span> },
                ]}
              />
            </Panel>
            <Panel title={words.venues}>
              <Table
                caption={words.venues}
                rows={data.venues}
                keyOf={({ venue }) => venue}
                empty={words.noVenues}
                columns={[
                  { title: words.venue, cell: ({ venue }) => <b>{venue}</b> },
                  { title: words.state, cell: (venue) => <Standing of={venue} /> },
                  {
                    title: texts.console.change,
                    staysInSight: true,
                    cell: ({ venue, halted_at }) =>
                      halted_at !== '0' &&
                      desk.may('admin') && (
                        <Button
                          size="small"
                          aria-label={words.goTitle(venue)}
                          onClick={() => setAsked({ venue })}
                        >
                          {words.go}
                        </Button>
                      ),
                  },
                ]}
              />
            </Panel>
            <Panel title={words.stocks} lead={words.stocksLead}>
              <Table
                caption={words.stocks}
                rows={data.stocks}
                keyOf={({ venue, abbr }) => `${venue} ${abbr}`}
                empty={words.noVenues}
                columns={[
                  { title: words.venue, cell: ({ venue }) => venue },
                  { title: words.coin, cell: ({ abbr }) => <b>{abbr}</b> },
                  { title: words.ledger, align: 'end', cell: ({ ledger }) => <Shortly amount={ledger} /> },
                  {
                    title: words.told,
                    align: 'end',
                    cell: ({ told }) => (told === null ? '—' : <Shortly amount={told} />),
                  },
                  {
                    title: words.difference,
                    align: 'end',
                    cell: (row) => <Shortly amount={row.difference} />,
                  },
                ]}
              />
            </Panel>
            <Trades trades={data.trades} />
          </>
        )}
      </Loaded>
      {asked === 'book' && <BookVenue {...done} />}
      {asked === 'begin' && (
        <WithReason
          title={words.begin}
          act={words.beginAct}
          done={words.done}
          isDangerous
          onConfirm={(reason) => desk.act('/hedging/begin', { reason })}
          {...done}
        >
          <p>{words.beginLead}</p>
        </WithReason>
      )}
      {asked !== null && typeof asked === 'object' && (
        <WithReason
          title={words.goTitle(asked.venue)}
          act={words.go}
          done={words.done}
          onConfirm={(reason) => desk.act('/venues/go', { venue: asked.venue, reason })}
          {...done}
        >
          <p>{words.goLead}</p>
        </WithReason>
      )}
    </>
  );
}

function stateText({ mode, stopped }: Data): string {
  const words = texts.console.hedging;
  if (mode === '') return words.nobody;
  return stopped === '' ? words.is(mode) : words.isStopped(mode, stopped);
}

function Standing({ of }: { readonly of: Data['venues'][number] }) {
  const words = texts.console.hedging;
  if (of.halted_at !== '0')
    return (
      <span class="wrap">
        <Badge tone="danger">{words.halted}</Badge> {of.halt_why} <Moment at={of.halted_at} />
      </span>
    );
  if (of.away_since !== '0')
    return (
      <span class="wrap">
        <Badge tone="warning">{words.away}</Badge> {of.away_why} <Moment at={of.away_since} />
      </span>
    );
  return of.agreed_at === '0' ? (
    <Badge>{words.notCompared}</Badge>
  ) : (
    <Badge tone="good">{words.agrees}</Badge>
  );
}
