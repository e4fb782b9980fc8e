import type { AffiliatesData } from '@swapdesk/contract';
import { useState } from 'preact/hooks';
import { Button } from '../../design/button.tsx';
import { Table } from '../../design/table.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import type { Read } from '../api/read.ts';
import { useResource } from '../api/use-resource.ts';
import { hrefOf } from '../frame/location.ts';
import { Shortly } from '../parts/amount.tsx';
import { grouped } from '../parts/format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { PageHead, Panel } from '../parts/panel.tsx';
import { AffiliateCodes } from './affiliate-codes.tsx';
import { PayoutAddresses } from './payout-addresses.tsx';
import { Scheduled } from './scheduled.tsx';
import { Settle } from './settle.tsx';
import { Settlements } from './settlements.tsx';

type Affiliate = Read<AffiliatesData>['affiliates'][number];

const EVERY_MS = 15_000;

/** Who earns of orders that come through them, how much, and what was paid of it. */
export function AffiliatesPage() {
  const desk = useDesk();
  const words = texts.console.affiliates;
  const all = useResource(
    'affiliates',
    (signal) => desk.read<AffiliatesData>('/affiliates', {}, signal),
    EVERY_MS,
  );
  const [settling, setSettling] = useState<Affiliate | null>(null);
  return (
    <>
      <PageHead title={texts.console.frame.pages.affiliates} lead={words.lead} />
      <Loaded of={all}>
        {(data) => (
          <>
            <Scheduled proposed={data.scheduled} onDone={all.again} />
            <Panel title={words.commissions} lead={words.commissionsLead}>
              <Table
                caption={words.commissions}
                rows={data.affiliates}
                keyOf={({ account }) => account}
                empty={words.none}
                columns={[
                  {
                    title: words.account,
                    cell: ({ account }) =>
                      desk.may('support') ? (
                        <a href={hrefOf(`/affiliates/${encodeURIComponent(account)}`)}>{account}</a>
                      ) : (
                        account
                      ),
                  },
                  { title: words.orders, align: 'end', cell: ({ orders }) => grouped(orders) },
                  { title: words.earned, align: 'end', cell: ({ earned }) => <Shortly amount={earned} /> },
                  {
                    title: words.due,
                    align: 'end',
                    cell: ({ due }) => (
                      <b>
                        <Shortly amount={due} />
                      </b>
                    ),
                  },
                  {
                    title: words.onItsWay,
                    align: 'end',
                    cell: (each) => <Shortly amount={each.on_its_way} />,
                  },
                  { title: words.settled, align: 'end', cell: ({ settled }) => <Shortly amount={settled} /> },
                  {
                    title: texts.console.change,
                    staysInSight: true,
                    cell: (affiliate) =>
                      desk.may('admin') &&
                      affiliate.due !== '0' && (
                        <Button
                          size="small"
                          aria-label={words.settleTitle(affiliate.account)}
                          onClick={() => setSettling(affiliate)}
                        >
                          {words.settle}
                        </Button>
                      ),
                  },
                ]}
              />
            </Panel>
            <PayoutAddresses affiliates={data.affiliates} onChanged={all.again} />
            <AffiliateCodes affiliates={data.affiliates} onChanged={all.again} />
            <Settlements settlements={data.settlements} />
          </>
        )}
      </Loaded>
      {settling !== null && (
        <Settle affiliate={settling} onDone={all.again} onClose={() => setSettling(null)} />
      )}
    </>
  );
}
