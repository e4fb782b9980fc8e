import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { loadDurations, type PairTime } from '../api/durations.ts';
import { loadService, type Service } from '../api/service.ts';
import { Badge, Notice } from '../design/badge.tsx';
import { Copy } from '../design/copy.tsx';
import { Known } from '../design/known.ts';
import { Shell, type ShellProps } from '../design/shell.tsx';
import { texts } from '../texts/now.ts';
import { orderTexts } from '../texts/order-now.ts';
import { HOME, isWidget } from '../widget/widget.ts';
import { ActionPanel } from './action-panel.tsx';
import { DelayedNotice } from './delayed-notice.tsx';
import { EventLog } from './event-log.tsx';
import { ExpectedNote } from './expected-note.tsx';
import { headlineOf } from './headline.ts';
import { isOver } from './is-over.ts';
import type { Known as KnownOrder } from './live-order.ts';
import { AskForCode, ManagedPage } from './manage.tsx';
import { shownCode } from './read-query-code.ts';
import { ReceiptHead } from './receipt-head.tsx';
import { statusTone, statusWords } from './status-words.ts';
import { SummaryPanel } from './summary-panel.tsx';
import { SurplusPanel } from './surplus-panel.tsx';
import { TellMe } from './tell-me.tsx';
import { TimelinePanel } from './timeline-panel.tsx';
import { useOrder } from './use-order.ts';
import { useWidgetOrder } from './use-widget-order.ts';
import './order-page.css';

interface OrderPageProps {
  readonly code: string;
  /** What stands around it. */
  readonly around?: FunctionComponent<ShellProps>;
}

/** An order: what to do, where the money is, what was agreed. */
export function OrderPage({ code, around: Around = Shell }: OrderPageProps) {
  const { known, refresh } = useOrder(code);
  const around = useSurroundings();
  const shown = known.stage === 'found' ? known.order.code : shownCode(code);
  const title = orderTexts.title(shown);
  const badge = known.stage === 'found' ? statusWords(known.order).badge : undefined;
  useEffect(() => {
    document.title = badge === undefined ? title : `${badge} · ${title}`;
  }, [title, badge]);
  useWidgetOrder(known);
  return (
    <Around>
      <div class="order-head">
        <h1>{title}</h1>
        <Copy text={shown} label={orderTexts.copyCode} />
      </div>
      {known.stage === 'found' && <ReceiptHead no={known.order.no} />}
      <ManagedPage code={code}>
        <Content known={known} around={around} refresh={refresh} />
      </ManagedPage>
    </Around>
  );
}

interface ContentProps {
  readonly known: KnownOrder;
  readonly around: Surroundings | null;
  readonly refresh: () => void;
}

function Content({ known, around, refresh }: ContentProps) {
  const { shell } = texts;
  const words = orderTexts;
  if (known.stage === 'none' || known.stage === 'unreachable') {
    return (
      <div class="order-lost">
        <Notice tone="danger" isNews>
          {known.stage === 'none' ? words.notFound : shell.unreachable}
        </Notice>
        <p>
          <a href="/find">{words.find}</a>
        </p>
        <p>
          <a href={HOME}>{words.another}</a>
        </p>
      </div>
    );
  }
  if (known.stage !== 'found' || around === null) {
    return (
      <div class="order">
        <p class="card order-main" role="status">
          {words.loading}
        </p>
      </div>
    );
  }
  const { order, events, isLive } = known;
  const { service, times } = around;
  const { badge } = statusWords(order);
  return (
    <Known.Provider value={service.known}>
      <div class="order">
        <section class="card order-main" aria-labelledby="order-status">
          <div class="order-status">
            <Badge tone={statusTone(order)}>{badge}</Badge>
            <h2 id="order-status" aria-live="polite">
              {headlineOf(order)}
            </h2>
          </div>
          <DelayedNotice order={order} />
          <SurplusPanel order={order} isTest={service.isSimulated} refresh={refresh} />
          <ActionPanel order={order} service={service} refresh={refresh} />
          {!isOver(order) && <AskForCode />}
        </section>
        <section class="card order-side" aria-labelledby="order-timeline">
          <TimelinePanel order={order} id="order-timeline" />
          <ExpectedNote order={order} times={times} />
          <div class="order-connection" role="status">
            {!isLive && <Reconnecting />}
          </div>
          <EventLog order={order} events={events} />
          {!isOver(order) && !isWidget && <TellMe order={order} />}
        </section>
        <section class="card order-agreed" aria-labelledby="order-agreed">
          <SummaryPanel order={order} id="order-agreed" />
        </section>
      </div>
    </Known.Provider>
  );
}

/** A break of a moment is nobody's concern. */
const PATIENCE_MS = 1_500;

function Reconnecting() {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLong ? <Notice tone="warning">{orderTexts.reconnecting}</Notice> : null;
}

interface Surroundings {
  readonly service: Service;
  /** How long exchanges took lately. */
  readonly times: readonly PairTime[];
}

/** What this service is; asked for again until somebody answers. */
function useSurroundings(): Surroundings | null {
  const [around, setAround] = useState<Surroundings | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const load = () =>
      Promise.all([loadService(), loadDurations()]).then(
        ([service, times]) => setAround({ service, times }),
        () => {
          timer = setTimeout(load, 2_000);
        },
      );
    void load();
    return () => clearTimeout(timer);
  }, []);
  return around;
}
