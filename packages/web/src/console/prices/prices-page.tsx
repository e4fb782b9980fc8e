import type { ConsolePricesData } from '@swapdesk/contract';
import { useState } from 'preact/hooks';
import { Badge, Notice } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { type Column, Table } from '../../design/table.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import { useResource } from '../api/use-resource.ts';
import { durationText, grouped } from '../parts/format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Moment } from '../parts/moment.tsx';
import { PageHead } from '../parts/panel.tsx';
import { ConfirmPrice, type Price } from './confirm-price.tsx';
import { VenuesCard } from './venues-card.tsx';

const EVERY_MS = 3_000;

/** What every quote is made from, and what waits to be confirmed. */
export function PricesPage() {
  const desk = useDesk();
  const words = texts.console.prices;
  const [confirming, setConfirming] = useState<Price | null>(null);
  const prices = useResource(
    'prices',
    (signal) => desk.read<ConsolePricesData>('/prices', {}, signal),
    EVERY_MS,
  );
  const maxAge = prices.value?.max_age_s;
  const mayConfirm = desk.may('admin') && prices.value?.prices.some(isToConfirm);
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
            {value.faults.length > 0 && (
              <Notice tone="danger">{words.faults(value.faults.join('; '))}</Notice>
            )}
            <div class="card">
              <Table
                caption={texts.console.frame.pages.prices}
                rows={value.prices}
                keyOf={({ abbr }) => abbr}
                empty={words.none}
                columns={[...COLUMNS, ...(mayConfirm ? [confirmColumn(setConfirming)] : [])]}
              />
            </div>
            {value.venues.length > 0 && <VenuesCard venues={value.venues} />}
          </>
        )}
      </Loaded>
      {confirming !== null && (
        <ConfirmPrice price={confirming} onDone={prices.again} onClose={() => setConfirming(null)} />
      )}
    </>
  );
}

const isToConfirm = ({ pending, is_frozen }: Price) => pending !== null || is_frozen;
const words = texts.console.prices;

const COLUMNS: readonly Column<Price>[] = [
  { title: words.coin, cell: ({ abbr }) => <b>{abbr}</b> },
  { title: words.price, align: 'end', cell: ({ price }) => grouped(price) },
  { title: words.age, align: 'end', cell: ({ age_s }) => durationText(Number(age_s)) },
  { title: words.unchanged, align: 'end', cell: ({ unchanged_s }) => durationText(Number(unchanged_s)) },
  { title: words.state, cell: (price) => <State price={price} /> },
  {
    title: words.pending,
    align: 'end',
    cell: ({ pending }) => (pending === null ? '' : grouped(pending.price)),
  },
  { title: words.read, cell: ({ at }) => <Moment at={at} /> },
  { title: words.source, cell: ({ source }) => source },
];

function State({ price: { no_quote, no_fixed, is_frozen } }: { readonly price: Price }) {
  if (no_quote !== '') return <Badge tone="danger">{words.noQuote[no_quote]}</Badge>;
  if (no_fixed !== '')
    return (
      <Badge tone="warning">
        {words.noFixed}: {words.noQuote[no_fixed]}
      </Badge>
    );
  return is_frozen ? <Badge tone="warning">{words.frozen}</Badge> : <Badge tone="good">{words.fresh}</Badge>;
}

function confirmColumn(onConfirm: (price: Price) => void): Column<Price> {
  return {
    title: texts.console.change,
    staysInSight: true,
    cell: (price) =>
      isToConfirm(price) && (
        <Button size="small" onClick={() => onConfirm(price)}>
          {words.confirm}
        </Button>
      ),
  };
}
