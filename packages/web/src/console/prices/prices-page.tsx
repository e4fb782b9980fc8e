import type { ConsolePricesData } from '@swapdesk/contract';
import { Badge, Notice } from '../../design/badge.tsx';
import { Table } from '../../design/table.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import { useResource } from '../api/use-resource.ts';
import { durationText, grouped } from '../parts/format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Moment } from '../parts/moment.tsx';
import { PageHead } from '../parts/panel.tsx';

const EVERY_MS = 3_000;

/** What every quote is made from. */
export function PricesPage() {
  const desk = useDesk();
  const words = texts.console.prices;
  const prices = useResource(
    'prices',
    (signal) => desk.read<ConsolePricesData>('/prices', {}, signal),
    EVERY_MS,
  );
  const maxAge = prices.value?.max_age_s;
  return (
    <>
      <PageHead
        title={texts.console.frame.pages.prices}
        lead={maxAge === undefined ? texts.console.loading : words.lead(durationText(Number(maxAge)))}
      />
      <Loaded of={prices}>
        {(value) => (
          <>
            {value.missing.length > 0 && (
              <Notice tone="danger">{words.missing(value.missing.join(', '))}</Notice>
            )}
            <div class="card">
              <Table
                caption={texts.console.frame.pages.prices}
                rows={value.prices}
                keyOf={({ abbr }) => abbr}
                empty={words.none}
                columns={[
                  { title: words.coin, cell: ({ abbr }) => <b>{abbr}</b> },
                  { title: words.price, align: 'end', cell: ({ price }) => grouped(price) },
                  { title: words.age, align: 'end', cell: ({ age_s }) => durationText(Number(age_s)) },
                  {
                    title: words.state,
                    cell: ({ is_fresh }) => (
                      <Badge tone={is_fresh ? 'good' : 'danger'}>
                        {is_fresh ? words.fresh : words.stale}
                      </Badge>
                    ),
                  },
                  { title: words.read, cell: ({ at }) => <Moment at={at} /> },
                  { title: words.source, cell: ({ source }) => source },
                ]}
              />
            </div>
          </>
        )}
      </Loaded>
    </>
  );
}
