import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type Asset, loadAssets } from '../api/assets.ts';
import { loadDurations, type PairTime } from '../api/durations.ts';
import { loadService, type Service } from '../api/service.ts';
import { Notice } from '../design/badge.tsx';
import { Known } from '../design/known.ts';
import { Shell, type ShellProps } from '../design/shell.tsx';
import { texts } from '../texts/now.ts';
import { isWidget } from '../widget/widget.ts';
import { formFromLink, NothingToExchange, type ReadLink } from './form-link.ts';
import { SwapForm } from './swap-form.tsx';
import './swap-page.css';

/** A service that cannot be reached, or has nothing to offer, is asked again after this. */
const AGAIN_MS = 3_000;

interface Loaded {
  readonly assets: readonly Asset[];
  readonly service: Service;
  readonly times: readonly PairTime[];
  readonly link: ReadLink;
}

interface SwapPageProps {
  /** What stands around it. */
  readonly around?: FunctionComponent<ShellProps>;
}

/** The first page: from what one has to an order. */
export function SwapPage({ around: Around = Shell }: SwapPageProps) {
  const { swap, shell } = texts;
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(1);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = async () => {
      const [assets, service, times] = await Promise.all([loadAssets(), loadService(), loadDurations()]);
      setLoaded({ assets, service, times, link: formFromLink(assets, linkHere()) });
    };
    load().then(
      () => setFailure(null),
      (error: unknown) => {
        setFailure(error);
        timer = setTimeout(() => setAttempt((n) => n + 1), AGAIN_MS);
      },
    );
    return () => clearTimeout(timer);
  }, [attempt]);
  return (
    <Around>
      <div class="swap-intro">
        <h1>{swap.title}</h1>
        <p class="soft">{swap.lead}</p>
      </div>
      {failure instanceof NothingToExchange ? (
        <Notice tone="warning" isNews>
          {shell.nothingToExchange}
        </Notice>
      ) : (
        failure !== null && (
          <Notice tone="danger" isNews>
            {shell.unreachable}
          </Notice>
        )
      )}
      {loaded !== null && (
        <Known.Provider value={loaded.service.known}>
          <SwapForm {...loaded} />
        </Known.Provider>
      )}
      {loaded === null && failure === null && (
        <div class="swap" aria-hidden="true">
          <div class="card swap-card swap-form" />
          <div class="card swap-card swap-summary" />
        </div>
      )}
    </Around>
  );
}

/** Where a refund goes is said by whoever pays, and not by the page that a widget stands in. */
function linkHere(): URLSearchParams {
  const link = new URLSearchParams(location.search);
  if (isWidget) link.delete('refund');
  return link;
}
