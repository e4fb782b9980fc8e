import type { OrderLine } from '@swapdesk/contract';
import type { ComponentChildren } from 'preact';
import { type Column, Table } from '../../design/table.tsx';
import { texts } from '../../texts/console.ts';
import type { Read } from '../api/read.ts';
import { hrefOf } from '../frame/location.ts';
import { Amount } from '../parts/amount.tsx';
import { grouped, toCents } from '../parts/format.ts';
import { Moment } from '../parts/moment.tsx';
import { Status } from '../parts/status.tsx';
import { cameOf, noAmount, outputOf } from './deal.ts';

type Line = Read<OrderLine>;

interface Props<Row> {
  readonly rows: readonly Row[];
  readonly orderOf: (row: Row) => Line;
  /** A column more, before the others. */
  readonly first?: Column<Row>;
  readonly empty: ComponentChildren;
}

/** Orders as rows. The number leads to the order. */
export function OrderTable<Row>({ rows, orderOf, first, empty }: Props<Row>) {
  const words = texts.console.orders;
  const column = (title: string, cell: (order: Line) => ComponentChildren, align?: 'end'): Column<Row> => ({
    title,
    cell: (row) => cell(orderOf(row)),
    ...(align && { align }),
  });
  return (
    <Table
      caption={texts.console.frame.pages.orders}
      rows={rows}
      keyOf={(row) => orderOf(row).no}
      empty={empty}
      columns={[
        column(words.order, ({ no }) => (
          <a class="mono" href={hrefOf(`/orders/${no}`)}>
            {no}
          </a>
        )),
        ...(first ? [first] : []),
        column(words.status, (order) => (
          <span class="order-lines">
            <Status status={order.status} reason={order.freeze_reason} />
            {order.resolution !== '' && <span class="soft small">{words.decided(order.resolution)}</span>}
          </span>
        )),
        column(words.placed, ({ create_at }) => <Moment at={create_at} />),
        column(words.sends, (order) => <Sent order={order} />),
        column(words.receives, (order) => (
          <span class="order-lines">
            {order.to.map((output, n) => (
              <Received key={n} order={order} output={output} />
            ))}
          </span>
        )),
        column(words.value, ({ value }) => grouped(toCents(value)), 'end'),
        column(words.mode, ({ mode }) => words.modes[mode]),
      ]}
    />
  );
}

/** What came, beside what was agreed where that is something else. */
function Sent({ order }: { readonly order: Line }) {
  const words = texts.console.orders;
  const { from, received } = order;
  const came = cameOf(order);
  if (came === 'less')
    return (
      <span class="nowrap">
        {words.of(grouped(received))} <Amount {...from} />
      </span>
    );
  if (came !== 'more') return <Amount {...from} />;
  return (
    <span class="order-lines">
      <Amount {...from} amount={received} />
      <Agreed {...from} />
    </span>
  );
}

interface ReceivedProps {
  readonly order: Line;
  readonly output: Line['to'][number];
}

/** What a receiver was or is to be paid, and what was agreed where nothing is, or something else. */
function Received({ order, output }: ReceivedProps) {
  const { amount, agreed } = outputOf(order, output);
  return (
    <>
      {amount === null ? (
        <span class="soft">{noAmount(output)}</span>
      ) : (
        <Amount {...output} amount={amount} />
      )}
      {agreed !== null && <Agreed {...output} amount={agreed} />}
    </>
  );
}

function Agreed(coins: Parameters<typeof Amount>[0]) {
  return (
    <span class="soft small">
      {texts.console.orders.agreed} <Amount {...coins} />
    </span>
  );
}
