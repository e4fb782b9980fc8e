import type { TreasuryData } from '@swapdesk/contract';
import { useState } from 'preact/hooks';
import { Button } from '../../design/button.tsx';
import { Table } from '../../design/table.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import type { Read } from '../api/read.ts';
import { useResource } from '../api/use-resource.ts';
import { Coin, Shortly } from '../parts/amount.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { PageHead, Panel } from '../parts/panel.tsx';
import { Withdraw } from './withdraw.tsx';
import { Withdrawals } from './withdrawals.tsx';

const EVERY_MS = 5_000;

export type Held = Read<TreasuryData>['assets'][number];

/** What the treasuries hold, and taking out what is free of it. */
export function TreasuryPage() {
  const desk = useDesk();
  const words = texts.console.treasury;
  const treasury = useResource(
    'treasury',
    (signal) => desk.read<TreasuryData>('/treasury', {}, signal),
    EVERY_MS,
  );
  return (
    <>
      <PageHead title={texts.console.frame.pages.treasury} lead={words.lead} />
      <Loaded of={treasury}>
        {({ assets, withdrawals }) => (
          <>
            <Withdrawals withdrawals={withdrawals} onChanged={treasury.again} />
            <Assets assets={assets} onChanged={treasury.again} />
          </>
        )}
      </Loaded>
    </>
  );
}

function Assets({ assets, onChanged }: { readonly assets: readonly Held[]; readonly onChanged: () => void }) {
  const desk = useDesk();
  const words = texts.console.treasury;
  const [taking, setTaking] = useState<Held | null>(null);
  return (
    <Panel title={words.assets}>
      <Table
        caption={words.assets}
        rows={assets}
        keyOf={({ chain, abbr }) => `${chain} ${abbr}`}
        empty={words.none}
        columns={[
          { title: words.coin, cell: (asset) => <Coin {...asset} /> },
          { title: words.held, align: 'end', cell: ({ held }) => <Shortly amount={held} /> },
          { title: words.promised, align: 'end', cell: ({ promised }) => <Shortly amount={promised} /> },
          { title: words.withdrawn, align: 'end', cell: ({ withdrawn }) => <Shortly amount={withdrawn} /> },
          { title: words.earned, align: 'end', cell: ({ earned }) => <Shortly amount={earned} /> },
          { title: words.free, align: 'end', cell: ({ free }) => <Shortly amount={free} /> },
          ...(desk.may('admin')
            ? [
                {
                  title: texts.console.change,
                  cell: (asset: Held) => (
                    <Button
                      size="small"
                      aria-label={words.withdrawTitle(`${asset.abbr} on ${asset.chain}`)}
                      onClick={() => setTaking(asset)}
                    >
                      {words.withdraw}
                    </Button>
                  ),
                },
              ]
            : []),
        ]}
      />
      {taking !== null && <Withdraw asset={taking} onDone={onChanged} onClose={() => setTaking(null)} />}
    </Panel>
  );
}
