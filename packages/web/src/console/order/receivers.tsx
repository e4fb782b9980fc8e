import { Table } from '../../design/table.tsx';
import { texts } from '../../texts/console.ts';
import { noAmount, outputOf } from '../orders/deal.ts';
import { Coin, Shortly } from '../parts/amount.tsx';
import { grouped, percentOf } from '../parts/format.ts';
import { LongText } from '../parts/long-text.tsx';
import { Panel } from '../parts/panel.tsx';
import type { File } from './order-file.ts';

type Entry = File['entries'][number];

interface Props {
  readonly entries: File['entries'];
  readonly order: File['order'];
}

/** Who gets what, and what is taken off on the way. */
export function Receivers({ entries, order }: Props) {
  const words = texts.console.order;
  const hasMemo = entries.some(({ memo }) => memo !== '');
  return (
    <Panel title={words.receivers}>
      <Table
        caption={words.receivers}
        rows={entries}
        keyOf={({ chain, abbr, address, share }) => `${chain} ${abbr} ${address} ${share}`}
        empty=""
        columns={[
          { title: texts.console.overview.coin, cell: (entry) => <Coin {...entry} /> },
          {
            title: words.receives,
            align: 'end',
            cell: (entry) => <Receives order={order} nth={entries.indexOf(entry)} />,
          },
          { title: words.asPlaced, align: 'end', cell: ({ amount_origin }) => grouped(amount_origin) },
          { title: words.share, align: 'end', cell: ({ share }) => share },
          {
            title: words.fee,
            align: 'end',
            cell: ({ fee, fee_ppm }) => (
              <>
                <Shortly amount={fee} /> ({percentOf(Number(fee_ppm))})
              </>
            ),
          },
          { title: words.networkFee, align: 'end', cell: ({ network_fee }) => grouped(network_fee) },
          {
            title: words.to,
            cell: ({ chain, address }) => (
              <LongText text={address} on={[chain, 'address']} label={words.copy.address} />
            ),
          },
          ...(hasMemo ? [{ title: words.memo, cell: ({ memo }: Entry) => memo }] : []),
        ]}
      />
    </Panel>
  );
}

/** What one gets, or why it is no amount. */
function Receives({ order, nth }: { readonly order: File['order']; readonly nth: number }) {
  const output = order.to[nth];
  if (output === undefined) return null;
  const { amount } = outputOf(order, output);
  if (amount !== null) return grouped(amount);
  return <span class="soft">{noAmount(output)}</span>;
}
