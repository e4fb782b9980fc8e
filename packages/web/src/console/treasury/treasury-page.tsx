import type { TreasuryData } from '@swapdesk/contract';
import { useState } from 'preact/hooks';
import { Button } from '../../design/button.tsx';
import { Table } from '../../design/table.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import { useResource } from '../api/use-resource.ts';
import { Coin, Shortly } from '../parts/amount.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { PageHead, Panel } from '../parts/panel.tsx';
import type { Held } from './held.ts';
import { Plan } from './plan.tsx';
import { SetTarget } from './set-target.tsx';
import './treasury.css';
import { Withdraw } from './withdraw.tsx';
import { Withdrawals } from './withdrawals.tsx';

const EVERY_MS = 5_000;

/** What to do for the treasuries, what they hold, and taking out what is free of it. */
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
        {({ plan, assets, withdrawals }) => (
          <>
            <Plan plan={plan} />
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
  const [aiming, setAiming] = useState<Held | null>(null);
  return (
    <Panel title={words.assets} lead={words.assetsLead}>
      <Table
        caption={words.assets}
        rows={assets}
        keyOf={({ chain, abbr }) => `${chain} ${abbr}`}
        empty={words.none}
        columns={[
          { title: words.coin, cell: (asset) => <Coin {...asset} /> },
          { title: words.held, align: 'end', cell: ({ held }) => <Shortly amount={held} /> },
          { title: words.free, align: 'end', cell: ({ free }) => <Shortly amount={free} /> },
          { title: words.notFree, align: 'end', cell: (asset) => <NotFree of={asset} /> },
          { title: words.earned, align: 'end', cell: ({ earned }) => <Shortly amount={earned} /> },
          { title: words.target, align: 'end', cell: ({ target }) => <Said amount={target} /> },
          { title: words.hotLimit, align: 'end', cell: ({ hot_limit }) => <Said amount={hot_limit} /> },
          ...(desk.may('admin')
            ? [
                {
                  title: texts.console.change,
                  staysInSight: true,
                  cell: (asset: Held) => (
                    <span class="nowrap">
                      <Button
                        size="small"
                        aria-label={words.withdrawTitle(`${asset.abbr} on ${asset.chain}`)}
                        onClick={() => setTaking(asset)}
                      >
                        {words.withdraw}
                      </Button>{' '}
                      <Button
                        size="small"
                        aria-label={words.targetTitle(`${asset.abbr} on ${asset.chain}`)}
                        onClick={() => setAiming(asset)}
                      >
                        {words.target}
                      </Button>
                    </span>
                  ),
                },
              ]
            : []),
        ]}
      />
      {taking !== null && <Withdraw asset={taking} onDone={onChanged} onClose={() => setTaking(null)} />}
      {aiming !== null && <SetTarget asset={aiming} onDone={onChanged} onClose={() => setAiming(null)} />}
    </Panel>
  );
}

const PARTS = [
  'owed',
  'promised',
  'arriving',
  'unclaimed',
  'withdrawn',
  'set_aside',
  'leaving',
] as const satisfies readonly (keyof Held)[];

/** What is held for others, or cannot be used, and what of it is paid already: whatever there is of it, in a line each. */
function NotFree({ of }: { readonly of: Held }) {
  const words = texts.console.treasury;
  const parts = PARTS.filter((part) => of[part] !== '0');
  if (parts.length === 0) return <Shortly amount="0" />;
  return (
    <span class="held-parts">
      {parts.map((part) => (
        <span key={part}>
          <Shortly amount={part === 'leaving' ? `-${of[part]}` : of[part]} />{' '}
          <span class="soft small">{words.parts[part]}</span>
        </span>
      ))}
    </span>
  );
}

/** An amount that may not have been said. */
function Said({ amount }: { readonly amount: string }) {
  return amount === '0' ? <span class="soft">–</span> : <Shortly amount={amount} />;
}
