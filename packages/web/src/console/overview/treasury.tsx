import type { OverviewData } from '@swapdesk/contract';
import { Table } from '../../design/table.tsx';
import { texts } from '../../texts/console.ts';
import type { Read } from '../api/read.ts';
import { Coin, Shortly } from '../parts/amount.tsx';
import { grouped } from '../parts/format.ts';
import { Panel } from '../parts/panel.tsx';

type Treasury = Read<OverviewData>['treasury'][number];

/** What is there of each asset, against what should be. */
export function Treasury({ treasury }: { readonly treasury: readonly Treasury[] }) {
  const words = texts.console.overview;
  return (
    <Panel title={words.treasury} lead={words.treasuryLead}>
      <Table
        caption={words.treasury}
        rows={treasury}
        keyOf={({ chain, abbr }) => `${chain} ${abbr}`}
        empty={words.noTreasury}
        columns={[
          { title: words.coin, cell: (asset) => <Coin {...asset} /> },
          { title: words.free, align: 'end', cell: ({ free }) => <Shortly amount={free} /> },
          { title: words.target, cell: (asset) => <AgainstTarget {...asset} /> },
          { title: words.reserved, align: 'end', cell: ({ reserved }) => <Shortly amount={reserved} /> },
          { title: words.promised, align: 'end', cell: ({ promised }) => <Shortly amount={promised} /> },
          { title: words.arriving, align: 'end', cell: ({ arriving }) => <Shortly amount={arriving} /> },
          { title: words.unclaimed, align: 'end', cell: ({ unclaimed }) => <Shortly amount={unclaimed} /> },
        ]}
      />
    </Panel>
  );
}

/** A bar that is full at the target. */
function AgainstTarget({ free, target }: Pick<Treasury, 'free' | 'target'>) {
  const words = texts.console.overview;
  if (target === '0') return <span class="soft">{words.noTarget}</span>;
  const percent = Math.round((Number(free) / Number(target)) * 100);
  const state = percent >= 100 ? 'full' : percent >= 50 ? 'some' : 'low';
  return (
    <span class="target" data-state={state}>
      <span class="target-track" aria-hidden="true">
        <span style={{ width: `${Math.min(100, Math.max(0, percent))}%` }} />
      </span>
      <span>{words.ofTarget(percent, grouped(target))}</span>
    </span>
  );
}
