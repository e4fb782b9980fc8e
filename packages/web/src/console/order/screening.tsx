import { Badge } from '../../design/badge.tsx';
import { Table } from '../../design/table.tsx';
import { texts } from '../../texts/console.ts';
import { LongText } from '../parts/long-text.tsx';
import { Moment } from '../parts/moment.tsx';
import type { File } from './order-file.ts';

/** What is known of the addresses that the order has to do with. */
export function Screening({ screening }: Pick<File, 'screening'>) {
  const words = texts.console.order;
  return (
    <Table
      caption={words.screening}
      rows={screening}
      keyOf={({ chain, address }) => `${chain} ${address}`}
      empty={words.noScreening}
      columns={[
        {
          title: words.address,
          cell: ({ chain, address }) => (
            <LongText text={address} on={[chain, 'address']} label={words.copy.address} />
          ),
        },
        { title: texts.console.overview.chain, cell: ({ chain }) => chain },
        {
          title: words.verdict,
          cell: ({ is_hit, detail }) => (
            <>
              <Badge tone={is_hit ? 'danger' : 'good'}>{is_hit ? words.hit : words.clean}</Badge> {detail}
            </>
          ),
        },
        { title: words.asked, cell: ({ at }) => <Moment at={at} /> },
      ]}
    />
  );
}
