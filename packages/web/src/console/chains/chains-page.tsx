import type { ChainsData } from '@swapdesk/contract';
import { Badge, Notice } from '../../design/badge.tsx';
import { Table } from '../../design/table.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import type { Read } from '../api/read.ts';
import { useResource } from '../api/use-resource.ts';
import { ChainBadge } from '../overview/health.tsx';
import { grouped } from '../parts/format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { LongText } from '../parts/long-text.tsx';
import { Moment } from '../parts/moment.tsx';
import { PageHead, Panel } from '../parts/panel.tsx';
import { Halts } from './halts.tsx';
import { SetConfirmations } from './set-confirmations.tsx';
import { Signing } from './signing.tsx';

const EVERY_MS = 3_000;

type Chains = Read<ChainsData>;

/** Chains, who works on them, and what is stopped. */
export function ChainsPage() {
  const desk = useDesk();
  const words = texts.console.chains;
  const chains = useResource('chains', (signal) => desk.read<ChainsData>('/chains', {}, signal), EVERY_MS);
  return (
    <>
      <PageHead title={texts.console.frame.pages.chains} lead={words.lead} />
      <Loaded of={chains}>
        {(value) => (
          <>
            {value.chains
              .filter(({ trouble }) => trouble !== '')
              .map(({ chain, trouble }) => (
                <Notice key={chain} tone="danger">
                  {words.trouble(chain, trouble)}
                </Notice>
              ))}
            {value.chains
              .filter(({ shut }) => shut !== '')
              .map(({ chain, shut }) => (
                <Notice key={chain} tone="danger">
                  {words.shut(chain, shut)}
                </Notice>
              ))}
            <div class="card">
              <ChainTable chains={value.chains} onChanged={chains.again} />
            </div>
            <Signing signing={value.signing} onChanged={chains.again} />
            <Halts halts={value.halts} onChanged={chains.again} />
            <Leases leases={value.leases} />
          </>
        )}
      </Loaded>
    </>
  );
}

function ChainTable({ chains, onChanged }: Pick<Chains, 'chains'> & { readonly onChanged: () => void }) {
  const words = texts.console.chains;
  return (
    <Table
      caption={texts.console.frame.pages.chains}
      rows={chains}
      keyOf={({ chain }) => chain}
      empty={words.none}
      columns={[
        {
          title: words.chain,
          cell: ({ chain, is_simulated }) => (
            <>
              <b>{chain}</b> {is_simulated && <span class="soft small">{words.simulated}</span>}
            </>
          ),
        },
        { title: words.state, cell: (chain) => <ChainBadge chain={chain} /> },
        {
          title: words.height,
          align: 'end',
          cell: ({ height, tip }) => (
            <>
              {height === null ? words.never : grouped(height)}{' '}
              <span class="soft small">{words.of(tip === null ? words.unknown : grouped(tip))}</span>
            </>
          ),
        },
        {
          title: words.confirmations,
          align: 'end',
          cell: (chain) => <SetConfirmations chain={chain} onChanged={onChanged} />,
        },
        {
          title: words.worker,
          cell: ({ worker }) => (worker?.is_held ? <Node name={worker.holder} /> : words.nobody),
        },
        { title: words.payouts, align: 'end', cell: ({ payouts_waiting }) => grouped(payouts_waiting) },
        { title: words.addresses, align: 'end', cell: ({ addresses_ready }) => grouped(addresses_ready) },
        {
          title: words.treasury,
          staysInSight: true,
          cell: ({ chain, treasury }) => (
            <LongText text={treasury} on={[chain, 'address']} label={words.copyTreasury} />
          ),
        },
      ]}
    />
  );
}

function Leases({ leases }: Pick<Chains, 'leases'>) {
  const words = texts.console.chains;
  return (
    <Panel title={words.leases} lead={words.leasesLead}>
      <Table
        caption={words.leases}
        rows={leases}
        keyOf={({ name }) => name}
        empty={words.noLeases}
        columns={[
          { title: words.work, cell: ({ name }) => name },
          { title: words.holder, cell: ({ holder }) => <Node name={holder} /> },
          {
            title: words.state,
            cell: ({ is_held }) => (
              <Badge tone={is_held ? 'good' : 'danger'}>{is_held ? words.held : words.free}</Badge>
            ),
          },
          { title: words.until, cell: ({ until }) => <Moment at={until} /> },
        ]}
      />
    </Panel>
  );
}

function Node({ name }: { readonly name: string }) {
  return (
    <span class="mono" title={name}>
      {name.slice(0, 8)}
    </span>
  );
}
