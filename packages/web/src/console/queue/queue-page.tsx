import type { QueueData } from '@swapdesk/contract';
import { useRef } from 'preact/hooks';
import { Tabs } from '../../design/tabs.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import type { Read } from '../api/read.ts';
import { useResource } from '../api/use-resource.ts';
import { navigate, useLocation } from '../frame/location.ts';
import { Loaded } from '../parts/loaded.tsx';
import { PageHead } from '../parts/panel.tsx';
import { DecidedOrders } from './decided-orders.tsx';
import { Deposits } from './deposits.tsx';
import { FrozenOrders } from './frozen-orders.tsx';
import { Losses } from './losses.tsx';
import { QUEUES, type QueueName, queueCounts, shownQueue } from './tabs.ts';
import { Unpayable } from './unpayable.tsx';

const EVERY_MS = 5_000;

/** What waits for somebody to decide: a queue for each kind of decision. Which one is shown stands in the address. */
export function QueuePage() {
  const desk = useDesk();
  const words = texts.console.queue;
  const named = useLocation().search.get('show');
  const opened = useRef<QueueName | null>(null);
  const queue = useResource('queue', (signal) => desk.read<QueueData>('/queue', {}, signal), EVERY_MS);
  return (
    <>
      <PageHead title={texts.console.frame.pages.queue} lead={words.lead} />
      <Loaded of={queue}>
        {(value) => {
          const counts = queueCounts(value);
          // What somebody looks at does not change under their eyes because another queue has filled.
          opened.current ??= shownQueue(null, counts);
          const shown = shownQueue(named ?? opened.current, counts);
          return (
            <Tabs
              label={texts.console.frame.pages.queue}
              tabs={QUEUES.map((id) => ({ id, title: words.tab(words.tabs[id], counts[id]) }))}
              chosen={shown}
              onChoose={(id) => navigate(`/queue?show=${id}`, { replace: true })}
            >
              <Queue name={shown} of={value} onChanged={queue.again} />
            </Tabs>
          );
        }}
      </Loaded>
    </>
  );
}

interface QueueProps {
  readonly name: QueueName;
  readonly of: Read<QueueData>;
  readonly onChanged: () => void;
}

function Queue({ name, of: { frozen, deposits, unpayable, losses, orders }, onChanged }: QueueProps) {
  switch (name) {
    case 'frozen':
      return <FrozenOrders orders={frozen} />;
    case 'surplus':
    case 'unclaimed':
      return <Deposits key={name} kind={name} deposits={deposits} onChanged={onChanged} />;
    case 'unpayable':
      return <Unpayable payouts={unpayable} />;
    case 'losses':
      return <Losses losses={losses} onChanged={onChanged} />;
    case 'decided':
      return <DecidedOrders orders={orders} />;
  }
}
