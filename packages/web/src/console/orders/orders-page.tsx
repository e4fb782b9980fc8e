import type { ConsoleOrdersData, FoundOrder, OrderLine } from '@swapdesk/contract';
import { TextField } from '../../design/field.tsx';
import { texts } from '../../texts/console.ts';
import { PREFIX, useDesk } from '../api/desk.ts';
import type { Read } from '../api/read.ts';
import { useList } from '../api/use-list.ts';
import { useResource } from '../api/use-resource.ts';
import { navigate, useLocation } from '../frame/location.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Paged } from '../parts/paged.tsx';
import { PageHead } from '../parts/panel.tsx';
import { useSettled } from '../parts/use-settled.ts';
import { FilterBar } from './filter-bar.tsx';
import { asQuery, type Filters, readFilters, writeFilters } from './filters.ts';
import { OrderTable } from './order-table.tsx';
import './orders.css';

const EVERY_MS = 4_000;
const MOST_EXPORTED = '50,000';

/** All orders, newest first, by filters; or one, by anything that names it. */
export function OrdersPage() {
  const desk = useDesk();
  const { search } = useLocation();
  const words = texts.console.orders;
  const text = search.get('text') ?? '';
  const filters = readFilters(search);
  const exported = `${PREFIX}/orders/export?${new URLSearchParams(asQuery(filters))}`;
  // What one types or chooses is no step to go back by.
  const show = (to: string) => navigate(`/orders${to}`, { replace: true });
  const setText = (next: string) => show(next === '' ? '' : `?${new URLSearchParams({ text: next })}`);
  return (
    <>
      <PageHead
        title={texts.console.frame.pages.orders}
        actions={
          desk.may('support') && (
            <a
              class="button"
              data-kind="plain"
              href={exported}
              download="orders.csv"
              title={words.exportHint(MOST_EXPORTED)}
            >
              {words.export}
            </a>
          )
        }
      />
      <div class="card orders">
        <TextField
          label={words.find}
          type="search"
          value={text}
          onText={setText}
          autocomplete="off"
          spellcheck={false}
          says={{ tone: 'hint', text: words.findHint }}
        />
        {text.trim() === '' ? (
          <>
            <FilterBar filters={filters} onChange={(next) => show(writeFilters(next))} />
            <Listed filters={filters} />
          </>
        ) : (
          <Found text={text.trim()} />
        )}
      </div>
    </>
  );
}

const LIVE = { everyMs: EVERY_MS, keyOf: ({ no }: Read<OrderLine>) => no };

function Listed({ filters }: { readonly filters: Filters }) {
  const words = texts.console.orders;
  const list = useList('/orders', asQuery(filters), (page: Read<ConsoleOrdersData>) => page.orders, LIVE);
  return (
    <Paged list={list} shown={words.shown(list.rows.length)} newer={words.newer}>
      <OrderTable
        rows={list.rows}
        orderOf={(order) => order}
        empty={list.hasMore ? words.noneSoFar : words.none}
      />
    </Paged>
  );
}

function Found({ text }: { readonly text: string }) {
  const desk = useDesk();
  const words = texts.console.orders;
  const settled = useSettled(text);
  const found = useResource(settled, (signal) =>
    desk.read<FoundOrder[]>('/orders/find', { text: settled }, signal),
  );
  return (
    <Loaded of={found}>
      {(rows) => (
        <>
          <p class="soft small" role="status">
            {words.found(rows.length)}
          </p>
          {rows.length > 0 && (
            <OrderTable
              rows={rows}
              orderOf={({ order }) => order}
              first={{ title: words.foundBy, cell: ({ by, is_part }) => (is_part ? words.begins(by) : by) }}
              empty={words.none}
            />
          )}
        </>
      )}
    </Loaded>
  );
}
