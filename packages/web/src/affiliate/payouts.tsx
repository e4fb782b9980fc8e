import type { SettlementState } from '@swapdesk/contract';
import { amountText } from '../about/number-texts.ts';
import { Badge, type Tone } from '../design/badge.tsx';
import { Copy } from '../design/copy.tsx';
import { ExplorerLink } from '../design/explorer-link.tsx';
import type { OnChain } from '../design/explorers.ts';
import { Table } from '../design/table.tsx';
import { showTime } from '../order/times.ts';
import { affiliateTexts } from '../texts/affiliate-now.ts';
import { texts } from '../texts/now.ts';
import type { NamedAddress, Settlement, Summary } from './ask.ts';

const TONES: Readonly<Record<SettlementState, Tone>> = {
  ready: 'neutral',
  signed: 'neutral',
  failed: 'warning',
  confirmed: 'good',
  dropped: 'warning',
};
/** What of a key lets it name an address. */
const MANAGE = 'manage';

interface Props {
  readonly settlements: readonly Settlement[];
  readonly paidTo: Summary['paid_to'];
}

/** What was paid, where, and where what is due will go. */
export function Payouts({ settlements, paidTo }: Props) {
  const { payouts: words } = affiliateTexts;
  return (
    <div class="affiliate-part">
      <h2>{words.title}</h2>
      <PaidTo {...paidTo} />
      <Table
        caption={words.title}
        rows={settlements}
        keyOf={({ created_at, usdt, txid }) => `${created_at} ${usdt} ${txid}`}
        empty={words.none}
        columns={[
          { title: words.when, cell: ({ created_at }) => showTime(Number(created_at.toString())) },
          { title: words.of, align: 'end', cell: ({ usdt }) => amountText(usdt.toString(), 'USDT') },
          {
            title: words.amount,
            align: 'end',
            cell: ({ amount, abbr, chain }) => amountText(amount.toString(), texts.shell.asset(abbr, chain)),
          },
          {
            title: words.state,
            cell: ({ state }) => <Badge tone={TONES[state] ?? 'neutral'}>{words.states[state]}</Badge>,
          },
          {
            title: words.address,
            cell: ({ chain, address }) => (
              <OnChainText on={[chain, 'address']} text={address} label={words.copyAddress} />
            ),
          },
          {
            title: words.transaction,
            cell: ({ chain, txid }) => (
              <OnChainText on={[chain, 'transaction']} text={txid} label={words.copyTransaction} />
            ),
          },
        ]}
      />
    </div>
  );
}

function PaidTo({ current, waiting }: Summary['paid_to']) {
  const { payouts: words } = affiliateTexts;
  return (
    <div class="card affiliate-part">
      <h3>{words.where}</h3>
      {current === undefined ? <p>{words.nowhere}</p> : <Named named={current} />}
      {waiting !== undefined && (
        <>
          <p>{words.from(showTime(Number(waiting.effective_at.toString())))}</p>
          <Named named={waiting} />
        </>
      )}
      <p class="soft small">{words.change(MANAGE)}</p>
    </div>
  );
}

function Named({ named: { chain, abbr, address } }: { readonly named: NamedAddress }) {
  return (
    <p>
      {texts.shell.asset(abbr, chain)}:{' '}
      <OnChainText
        on={[chain, 'address']}
        text={address}
        label={affiliateTexts.payouts.copyAddress}
        isWhole
      />
    </p>
  );
}

interface OnChainTextProps {
  readonly on: readonly [chain: string, kind: OnChain];
  readonly text: string;
  readonly label: string;
  readonly isWhole?: boolean;
}

const ENDS = 8;

/** An address or a transaction: its ends to compare, all of it to copy, and where somebody shows it. */
function OnChainText({ on: [chain, kind], text, label, isWhole = false }: OnChainTextProps) {
  if (text === '') return <span class="soft">—</span>;
  const shown = isWhole || text.length <= 3 * ENDS ? text : `${text.slice(0, ENDS)}…${text.slice(-ENDS)}`;
  return (
    <span class="affiliate-long">
      <span class="mono break" title={text}>
        {shown}
      </span>
      <Copy text={text} label={label} />
      <ExplorerLink chain={chain} kind={kind} text={text} label={affiliateTexts.payouts.look} />
    </span>
  );
}
