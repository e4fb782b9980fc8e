import type { ProfitData } from '@swapdesk/contract';
import type { ComponentChildren } from 'preact';
import { SelectField, TextField } from '../../design/field.tsx';
import { texts } from '../../texts/console.ts';
import { PREFIX, useDesk } from '../api/desk.ts';
import { useResource } from '../api/use-resource.ts';
import { navigate, useLocation } from '../frame/location.ts';
import '../overview/overview.css';
import { Tile } from '../overview/tiles.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { PageHead } from '../parts/panel.tsx';
import { latestDays } from './days.ts';
import './profit.css';
import { BYS, type By } from './by.ts';
import { ProfitPlots } from './profit-plots.tsx';
import { Dollars, Groups, Held } from './profit-tables.tsx';

const EVERY_MS = 15_000;
const SHOWN_DAYS = 30;

/** What the desk earned, by the ledger. What is chosen stands in the address, so that a view can be kept and sent on. */
export function ProfitPage() {
  const desk = useDesk();
  const { search } = useLocation();
  const words = texts.console.profit;
  const by = BYS.find((each) => each === search.get('by')) ?? 'day';
  const latest = latestDays(Date.now(), SHOWN_DAYS);
  const days = { from: search.get('from') ?? latest.from, to: search.get('to') ?? latest.to };
  const query = Object.fromEntries(Object.entries(days).filter(([, day]) => day !== ''));
  const show = (next: Record<string, string>) =>
    navigate(`/profit?${new URLSearchParams({ by, ...days, ...next })}`, { replace: true });
  const profit = useResource(
    JSON.stringify([by, query]),
    (signal) => desk.read<ProfitData>('/profit', { by, ...query }, signal),
    EVERY_MS,
  );
  return (
    <>
      <PageHead
        title={texts.console.frame.pages.profit}
        lead={words.lead}
        actions={desk.may('support') && <Downloads kind={by} query={query} />}
      />
      <div class="card profit-filters">
        <SelectField
          label={words.by}
          value={by}
          onChoose={(next) => show({ by: next })}
          options={BYS.map((value) => ({ value, title: words.bys[value] }))}
        />
        <TextField label={words.from} type="date" value={days.from} onText={(from) => show({ from })} />
        <TextField label={words.to} type="date" value={days.to} onText={(to) => show({ to })} />
      </div>
      <Loaded of={profit}>
        {(data) => (
          <>
            <ul class="tiles">
              <Tile title={words.result} lead={words.resultLead}>
                <Dollars amount={data.total.result} />
              </Tile>
              <Tile title={words.unrealised} lead={words.unrealisedLead}>
                <Dollars amount={data.unrealised} />
              </Tile>
              <Tile title={words.capital} lead={words.capitalLead}>
                <Dollars amount={data.total.capital} />
              </Tile>
            </ul>
            <ProfitPlots days={data.days} />
            <Groups data={data} by={by} />
            <Held held={data.held} />
          </>
        )}
      </Loaded>
    </>
  );
}

interface DownloadsProps {
  readonly kind: By;
  readonly query: Readonly<Record<string, string>>;
}

function Downloads({ kind, query }: DownloadsProps) {
  const words = texts.console.profit;
  const file = (format: 'csv' | 'jsonl', hint: string, title: ComponentChildren) => (
    <a
      class="button"
      data-kind="plain"
      href={`${PREFIX}/profit/${format}?${new URLSearchParams({ kind, ...query })}`}
      download={`profit.${format}`}
      title={hint}
    >
      {title}
    </a>
  );
  return (
    <>
      {file('csv', words.csvHint, words.csv)}
      {file('jsonl', words.jsonlHint, words.jsonl)}
    </>
  );
}
