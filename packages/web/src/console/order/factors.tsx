import { Table } from '../../design/table.tsx';
import { texts } from '../../texts/console.ts';
import { grouped } from '../parts/format.ts';
import type { File } from './order-file.ts';

/** How what each receiver gets comes about: every factor, to the last digit. */
export function Factors({ file: { order, entries } }: { readonly file: File }) {
  const words = texts.console.order;
  return (
    <div class="stack-tight">
      <p class="soft small">{words.factorsLead}</p>
      {entries.map(({ abbr, chain, address, factors }, n) => {
        const unit = { source: order.from.abbr, usdt: 'USDT', receive: abbr };
        return (
          <Table
            key={`${n} ${address}`}
            caption={words.factorsOf(abbr, chain)}
            rows={factors}
            keyOf={({ factor }) => factor}
            empty=""
            columns={[
              { title: words.factor, cell: ({ factor }) => words.factors[factor][0] },
              { title: words.by, align: 'end', cell: ({ by }) => grouped(by) },
              {
                title: words.gives,
                align: 'end',
                cell: ({ factor, result }) => `${grouped(result)} ${unit[words.factors[factor][1]]}`,
              },
            ]}
          />
        );
      })}
    </div>
  );
}
