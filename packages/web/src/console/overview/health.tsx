import type { OverviewData } from '@swapdesk/contract';
import { Badge } from '../../design/badge.tsx';
import { texts } from '../../texts/console.ts';
import type { Read } from '../api/read.ts';
import { durationText, grouped } from '../parts/format.ts';
import { Panel } from '../parts/panel.tsx';

type Overview = Read<OverviewData>;
type Chain = Overview['chains'][number];

/** Whether every chain is followed, and how far. */
export function ChainHealth({ overview }: { readonly overview: Overview }) {
  const words = texts.console.overview;
  return (
    <Panel title={words.chains}>
      <ul class="health">
        {overview.chains.map((chain) => (
          <li key={chain.chain}>
            <b>{chain.chain}</b>
            <span class="soft">{chain.height === null ? '—' : grouped(chain.height)}</span>
            <ChainBadge chain={chain} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

export function ChainBadge({ chain }: { readonly chain: Chain }) {
  const words = texts.console.overview;
  if (chain.trouble !== '' || chain.tip === null) return <Badge tone="danger">{words.notAsked}</Badge>;
  if (chain.worker?.is_held !== true) return <Badge tone="danger">{words.noWorker}</Badge>;
  const behind = chain.behind ?? '0';
  return (
    <Badge tone={Number(behind) > Number(chain.confirmations) ? 'warning' : 'good'}>
      {words.behind(behind)}
    </Badge>
  );
}

/** Whether there is a fresh price for every coin. */
export function FeedHealth({ overview }: { readonly overview: Overview }) {
  const words = texts.console.overview;
  const fresh = overview.prices.filter(({ is_fresh }) => is_fresh).length;
  return (
    <Panel title={words.feeds} lead={words.feedsLead(fresh, overview.prices.length)}>
      <ul class="health">
        {overview.prices.map(({ abbr, price, age_s, is_fresh }) => (
          <li key={abbr}>
            <b>{abbr}</b>
            <span class="soft">{grouped(price)}</span>
            <Badge tone={is_fresh ? 'good' : 'danger'}>{durationText(Number(age_s))}</Badge>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
