import type { ConsoleFiguresData } from '@swapdesk/contract';
import { serviceNow } from '../../api/service-clock.ts';
import { texts } from '../../texts/console.ts';
import { PREFIX, useDesk } from '../api/desk.ts';
import { useResource } from '../api/use-resource.ts';
import { navigate, useLocation } from '../frame/location.ts';
import '../overview/overview.css';
import { Tile } from '../overview/tiles.tsx';
import { momentText } from '../parts/format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { PageHead } from '../parts/panel.tsx';
import { useSettled } from '../parts/use-settled.ts';
import '../profit/profit.css';
import { Dollars } from '../profit/profit-tables.tsx';
import { askedIn, ownZone, queryOf } from './asked.ts';
import { FigureFilters } from './figure-filters.tsx';
import { FigureTable } from './figure-table.tsx';

const EVERY_MS = 15_000;

/** What completed orders came to. What is chosen stands in the address, so that a view can be kept and sent on. */
export function FiguresPage() {
  const desk = useDesk();
  const { search } = useLocation();
  const words = texts.console.figures;
  const zone = ownZone();
  const asked = askedIn(search, serviceNow(), zone);
  const query = useSettled(JSON.stringify(queryOf(asked, zone)));
  const figures = useResource(
    query,
    (signal) => desk.read<ConsoleFiguresData>('/figures', JSON.parse(query), signal),
    EVERY_MS,
  );
  const file = (path: string, name: string, title: string) => (
    <a
      class="button"
      data-kind="plain"
      href={`${PREFIX}${path}?${new URLSearchParams(JSON.parse(query))}`}
      download={name}
    >
      {title}
    </a>
  );
  return (
    <>
      <PageHead
        title={texts.console.frame.pages.figures}
        lead={words.lead}
        actions={
          desk.may('support') && (
            <>
              {file('/figures/csv', 'figures.csv', words.csv)}
              {file('/figures/orders', 'completed-orders.csv', words.ordersCsv)}
            </>
          )
        }
      />
      <FigureFilters
        asked={asked}
        onChange={(next) =>
          navigate(`/figures?${new URLSearchParams({ ...asked, ...next })}`, { replace: true })
        }
      />
      <Loaded of={figures}>
        {(data) => (
          <>
            <p class="soft">
              {words.span(momentText(Number(data.begins)), momentText(Number(data.ends)), zone)}{' '}
              {(data.behind !== '0' || !data.is_past_counted) && words.behind}
            </p>
            <ul class="tiles">
              {(['turnover', 'fees', 'commissions', 'network', 'result'] as const).map((name) => (
                <Tile key={name} title={words.sums[name]} lead={words.leads[name]}>
                  <Dollars amount={data.total[name]} />
                </Tile>
              ))}
            </ul>
            <FigureTable data={data} asked={asked} />
          </>
        )}
      </Loaded>
    </>
  );
}
