import { Badge, type Tone } from '../design/badge.tsx';
import { Table } from '../design/table.tsx';
import { showTime } from '../order/times.ts';
import { aboutTexts } from '../texts/about-now.ts';
import { texts } from '../texts/now.ts';
import { AboutPage } from './about-page.tsx';
import { type AssetState, loadStatus, type StatusFacts } from './facts.ts';

const EVERY_MS = 15_000;
const TONES: Readonly<Record<AssetState, Tone>> = {
  running: 'good',
  unpriced: 'warning',
  delayed: 'warning',
  halted: 'danger',
};

/** Whether everything runs, chain by chain and coin by coin. */
export function StatusPage() {
  const words = aboutTexts.status;
  return (
    <AboutPage title={words.title} lead={words.lead} load={loadStatus} everyMs={EVERY_MS}>
      {(facts) => <Status facts={facts} />}
    </AboutPage>
  );
}

function Status({ facts: { at, assets } }: { readonly facts: StatusFacts }) {
  const { shell } = texts;
  const words = aboutTexts.status;
  const troubled = assets.filter(({ state }) => state !== 'running');
  // What does not run is what somebody has come for.
  const rows = [...troubled, ...assets.filter(({ state }) => state === 'running')];
  const headline = troubled.length === 0 ? words.allWell : words.some(troubled.length);
  return (
    <>
      <p role="status">
        <b>{assets.length === 0 ? shell.nothingToExchange : headline}</b>{' '}
        <span class="soft">{words.asOf(showTime(Number(at)))}</span>
      </p>
      <Table
        caption={words.title}
        rows={rows}
        keyOf={({ chain, abbr }) => `${chain}/${abbr}`}
        empty={words.none}
        columns={[
          { title: words.coin, cell: ({ chain, abbr }) => shell.asset(abbr, chain) },
          {
            title: words.state,
            cell: ({ state }) => <Badge tone={TONES[state]}>{words.states[state]}</Badge>,
          },
          { title: words.since, cell: ({ since }) => (since === '0' ? '–' : showTime(Number(since))) },
          { title: words.means, cell: ({ state }) => words.meanings[state] },
        ]}
      />
    </>
  );
}
