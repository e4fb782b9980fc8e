import type { ProfitData } from '@swapdesk/contract';
import { Table } from '../../design/table.tsx';
import { texts } from '../../texts/console.ts';
import type { Read } from '../api/read.ts';
import { hrefOf } from '../frame/location.ts';
import { Coin, Shortly } from '../parts/amount.tsx';
import { grouped, toCents } from '../parts/format.ts';
import { Panel } from '../parts/panel.tsx';
import type { By } from './by.ts';

type Data = Read<ProfitData>;
type Group = Data['groups'][number];

/** An amount of dollars to look at; all of it where one points. */
export function Dollars({ amount }: { readonly amount: string }) {
  return (
    <span class="nowrap" title={grouped(amount)}>
      {grouped(toCents(amount))}
    </span>
  );
}

/** What each day, pair, venue or order brought. */
export function Groups({ data, by }: { readonly data: Data; readonly by: By }) {
  const words = texts.console.profit;
  const names = by === 'order' ? ['day', 'order', 'pair'] : [by];
  // Of days the newest first, as orders are.
  const rows = by === 'day' ? [...data.groups].reverse() : data.groups;
  const part = (name: string) => ({
    title: words.parts[name] ?? name,
    align: 'end' as const,
    cell: ({ parts }: Group) => <Dollars amount={parts.find((each) => each.part === name)?.value ?? '0'} />,
  });
  return (
    <Panel title={words.groups} lead={data.is_cut ? words.cut : words.groupsLead}>
      <Table
        caption={words.groups}
        rows={rows}
        keyOf={(group) => group.names.join(' ')}
        empty={words.none}
        columns={[
          ...names.map((name, n) => ({
            title: words.names[name] ?? name,
            cell: (group: Group) => <Name name={name} text={group.names[n] ?? ''} />,
          })),
          ...data.parts.map(part),
          {
            title: words.result,
            align: 'end',
            cell: ({ result }) => (
              <b>
                <Dollars amount={result} />
              </b>
            ),
          },
        ]}
      />
    </Panel>
  );
}

function Name({ name, text }: { readonly name: string; readonly text: string }) {
  const words = texts.console.profit;
  if (text === '') return <span class="soft">{name === 'venue' ? words.noVenue : words.ofNone}</span>;
  return name === 'order' ? (
    <a href={hrefOf(`/orders/${text}`)}>{text}</a>
  ) : (
    <span class="nowrap">{text}</span>
  );
}

/** What is held now, at cost and at the market. */
export function Held({ held }: { readonly held: Data['held'] }) {
  const words = texts.console.profit;
  const orNone = (amount: string | null) => (amount === null ? '—' : <Dollars amount={amount} />);
  return (
    <Panel title={words.held} lead={words.heldLead}>
      <Table
        caption={words.held}
        rows={held}
        keyOf={({ chain, abbr }) => `${chain} ${abbr}`}
        empty={words.nothingHeld}
        columns={[
          { title: words.coin, cell: (asset) => <Coin {...asset} /> },
          { title: words.amount, align: 'end', cell: ({ amount }) => <Shortly amount={amount} /> },
          { title: words.cost, align: 'end', cell: ({ cost }) => <Dollars amount={cost} /> },
          {
            title: words.price,
            align: 'end',
            cell: ({ price }) => (price === null ? '—' : <Shortly amount={price} />),
          },
          { title: words.value, align: 'end', cell: ({ value }) => orNone(value) },
          { title: words.unrealised, align: 'end', cell: ({ unrealised }) => orNone(unrealised) },
        ]}
      />
    </Panel>
  );
}
