import type { StatementData } from '@swapdesk/contract';
import { useState } from 'preact/hooks';
import { serviceNow } from '../../api/service-clock.ts';
import { TextField } from '../../design/field.tsx';
import { Table } from '../../design/table.tsx';
import { texts } from '../../texts/console.ts';
import { PREFIX, useDesk } from '../api/desk.ts';
import { useResource } from '../api/use-resource.ts';
import { dayIn, ownZone } from '../figures/asked.ts';
import { hrefOf, navigate, useLocation } from '../frame/location.ts';
import { Shortly } from '../parts/amount.tsx';
import { grouped, momentText, percentOf } from '../parts/format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { LongText } from '../parts/long-text.tsx';
import { Moment } from '../parts/moment.tsx';
import { PageHead, Panel } from '../parts/panel.tsx';

const MONTH = /^2\d{3}-(0[1-9]|1[0-2])$/;

/** What an affiliate has earned in a month, order by order. */
export function StatementPage({ account }: { readonly account: string }) {
  const desk = useDesk();
  const { search } = useLocation();
  const words = texts.console.affiliates;
  const zone = ownZone();
  const asked = search.get('month') ?? '';
  const month = MONTH.test(asked) ? asked : dayIn(serviceNow(), zone).slice(0, 7);
  const [typed, setTyped] = useState(month);
  const query = { account, month, zone };
  const statement = useResource(JSON.stringify(query), (signal) =>
    desk.read<StatementData>('/affiliates/statement', query, signal),
  );
  const file = (format: 'csv' | 'jsonl', title: string) => (
    <a
      class="button"
      data-kind="plain"
      href={`${PREFIX}/affiliates/statement/${format}?${new URLSearchParams(query)}`}
      download={`statement-${month}.${format}`}
    >
      {title}
    </a>
  );
  const txids = (all: readonly string[], name: string) =>
    all.map((txid) => <LongText key={txid} text={txid} label={texts.console.copyOf(name)} />);
  return (
    <>
      <PageHead
        title={words.statement(account)}
        lead={<a href={hrefOf('/affiliates')}>{words.back}</a>}
        actions={
          <>
            {file('csv', words.csv)}
            {file('jsonl', words.jsonl)}
          </>
        }
      />
      <div class="card profit-filters">
        <TextField
          label={words.month}
          value={typed}
          onText={(next) => {
            setTyped(next);
            // A month that is half typed is asked for by nobody.
            if (!MONTH.test(next.trim())) return;
            const link = new URLSearchParams({ month: next.trim() });
            navigate(`/affiliates/${encodeURIComponent(account)}?${link}`, { replace: true });
          }}
          says={{ tone: MONTH.test(typed.trim()) ? 'hint' : 'wrong', text: words.monthHint }}
        />
      </div>
      <Loaded of={statement}>
        {(data) => (
          <Panel
            title={words.earnedIn(month, data.commission, grouped(data.orders))}
            lead={`${words.span(momentText(Number(data.begins)), momentText(Number(data.ends)), zone)} ${data.is_cut ? words.cut : ''}`}
          >
            <Table
              caption={words.statement(account)}
              rows={data.lines}
              keyOf={({ order_no }) => order_no}
              empty={words.noOrders}
              columns={[
                {
                  title: words.order,
                  cell: ({ order_no }) => <a href={hrefOf(`/orders/${order_no}`)}>{order_no}</a>,
                },
                { title: words.completed, cell: ({ completed_at }) => <Moment at={completed_at} /> },
                { title: words.code, cell: ({ code }) => code },
                { title: words.rate, align: 'end', cell: ({ rate_ppm }) => percentOf(Number(rate_ppm)) },
                { title: words.fees, align: 'end', cell: ({ fees }) => <Shortly amount={fees} /> },
                {
                  title: words.commission,
                  align: 'end',
                  cell: ({ commission }) => <Shortly amount={commission} />,
                },
                { title: words.state, cell: ({ state }) => state },
                { title: words.deposits, cell: ({ deposits }) => txids(deposits, words.deposits) },
                { title: words.payouts, cell: ({ payouts }) => txids(payouts, words.payouts) },
              ]}
            />
          </Panel>
        )}
      </Loaded>
    </>
  );
}
