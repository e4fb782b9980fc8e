import type { OrderFile } from '@swapdesk/contract';
import { useState } from 'preact/hooks';
import { Refused } from '../../api/refused.ts';
import { Notice } from '../../design/badge.tsx';
import { Tabs } from '../../design/tabs.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import { useResource } from '../api/use-resource.ts';
import { Loaded } from '../parts/loaded.tsx';
import { PageHead } from '../parts/panel.tsx';
import { Status } from '../parts/status.tsx';
import { Actions } from './actions.tsx';
import { dealText } from './deal-text.ts';
import { Factors } from './factors.tsx';
import { History } from './history.tsx';
import { Ledger } from './ledger.tsx';
import { Money } from './money.tsx';
import './order.css';
import { OrderFacts } from './order-facts.tsx';
import type { File } from './order-file.ts';
import { Receivers } from './receivers.tsx';
import { Screening } from './screening.tsx';

const EVERY_MS = 3_000;

/** Everything about one order, and what can be done with it. */
export function OrderPage({ no }: { readonly no: string }) {
  const desk = useDesk();
  const file = useResource(no, (signal) => desk.read<OrderFile>('/order', { no }, signal), EVERY_MS);
  const isUnknown = file.value === null && file.failure instanceof Refused;
  if (isUnknown)
    return (
      <>
        <PageHead title={texts.console.frame.pages.order(no)} />
        <Notice>{texts.console.order.notFound}</Notice>
      </>
    );
  return <Loaded of={file}>{(value) => <Shown file={value} onChanged={file.again} />}</Loaded>;
}

const TABS = ['money', 'factors', 'history', 'ledger', 'screening'] as const;

function Shown({ file, onChanged }: { readonly file: File; readonly onChanged: () => void }) {
  const words = texts.console.order;
  const { order } = file;
  const [tab, setTab] = useState<(typeof TABS)[number]>('money');
  return (
    <>
      <PageHead
        title={
          <span class="order-title">
            {texts.console.frame.pages.order(order.no)}
            <Status status={order.status} reason={order.freeze_reason} />
          </span>
        }
        lead={dealText(order)}
        actions={<Actions file={file} onChanged={onChanged} />}
      />
      <OrderFacts order={order} />
      <Receivers entries={file.entries} order={order} />
      <div class="card">
        <Tabs
          label={words.tabs.label}
          tabs={TABS.map((id) => ({ id, title: words.tabs[id] }))}
          chosen={tab}
          onChoose={setTab}
        >
          {tab === 'money' && <Money file={file} onChanged={onChanged} />}
          {tab === 'factors' && <Factors file={file} />}
          {tab === 'history' && <History file={file} onChanged={onChanged} />}
          {tab === 'ledger' && <Ledger entries={file.ledger} />}
          {tab === 'screening' && <Screening screening={file.screening} />}
        </Tabs>
      </div>
    </>
  );
}
