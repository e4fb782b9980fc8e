import type { ProposalsData } from '@swapdesk/contract';
import { Decimal } from '@swapdesk/contract/plain';
import { useState } from 'preact/hooks';
import { serviceNow } from '../../api/service-clock.ts';
import { Notice } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { Table } from '../../design/table.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import type { Read } from '../api/read.ts';
import { useResource } from '../api/use-resource.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Consequences } from '../parts/consequences.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Moment } from '../parts/moment.tsx';
import { PageHead, Panel } from '../parts/panel.tsx';

const EVERY_MS = 5_000;

type Open = Read<ProposalsData>['open'][number];
interface Deciding {
  readonly proposal: Open;
  readonly how: 'confirm' | 'withdraw';
}

/** What waits for a second confirmation, and what was decided last. */
export function ProposalsPage() {
  const desk = useDesk();
  const words = texts.console.proposals;
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  const proposals = useResource(
    'proposals',
    (signal) => desk.read<ProposalsData>('/proposals', {}, signal),
    EVERY_MS,
  );
  const mayAct = ({ least_role }: Open) => desk.may(least_role);
  return (
    <>
      <PageHead title={texts.console.frame.pages.proposals} lead={words.lead} />
      <Loaded of={proposals}>
        {({ open, decided }) => (
          <>
            <Panel title={words.open} lead={words.openLead}>
              <Table
                caption={words.open}
                rows={open}
                keyOf={({ id }) => id}
                empty={words.none}
                columns={[
                  {
                    title: words.what,
                    cell: ({ act, subject, arguments: { why } }) => (
                      <>
                        <b>{`${act} ${subject}`}</b>
                        {why !== undefined && <p class="soft small">{why}</p>}
                      </>
                    ),
                  },
                  {
                    title: words.leadsTo,
                    cell: ({ why_not, now }) =>
                      why_not === '' ? <Consequences of={now} /> : <Notice tone="warning">{why_not}</Notice>,
                  },
                  { title: words.askedBy, cell: ({ asked_by, asked_via }) => `${asked_by}, ${asked_via}` },
                  { title: words.asked, cell: ({ asked_at }) => <Moment at={asked_at} /> },
                  {
                    title: texts.console.change,
                    staysInSight: true,
                    cell: (proposal) =>
                      mayAct(proposal) && (
                        <>
                          <span class="row">
                            <Button
                              size="small"
                              disabled={!isConfirmable(proposal)}
                              onClick={() => setDeciding({ proposal, how: 'confirm' })}
                            >
                              {words.confirm}
                            </Button>
                            <Button size="small" onClick={() => setDeciding({ proposal, how: 'withdraw' })}>
                              {words.withdraw}
                            </Button>
                          </span>
                          {whoConfirms(proposal) !== '' && <p class="soft small">{whoConfirms(proposal)}</p>}
                        </>
                      ),
                  },
                ]}
              />
            </Panel>
            <Panel title={words.decided}>
              <Table
                caption={words.decided}
                rows={decided}
                keyOf={({ id }) => id}
                empty={words.noneDecided}
                columns={[
                  { title: words.what, cell: ({ act, subject }) => `${act} ${subject}` },
                  { title: words.askedBy, cell: ({ asked_by }) => asked_by },
                  { title: words.state, cell: ({ state }) => words.states[state] ?? state },
                  { title: words.decidedBy, cell: ({ decided_by }) => decided_by },
                  { title: words.asked, cell: ({ decided_at }) => <Moment at={decided_at} /> },
                ]}
              />
            </Panel>
          </>
        )}
      </Loaded>
      {deciding !== null && (
        <Confirm
          title={words.title[deciding.how](`${deciding.proposal.act} ${deciding.proposal.subject}`)}
          act={words[deciding.how]}
          done={words.done[deciding.how]}
          isDangerous={deciding.how === 'confirm'}
          onConfirm={() =>
            desk.act(`/proposals/${deciding.how}`, { id: Decimal.parse(deciding.proposal.id) })
          }
          onDone={() => void proposals.again()}
          onClose={() => setDeciding(null)}
        >
          <p>{words.how[deciding.how]}</p>
          {deciding.proposal.arguments.why !== undefined && (
            <p>{words.why(deciding.proposal.arguments.why)}</p>
          )}
          <Consequences of={deciding.proposal.now} />
        </Confirm>
      )}
    </>
  );
}

function isConfirmable({ confirm_from, why_not }: Open): boolean {
  return why_not === '' && confirm_from !== '0' && Number(confirm_from) * 1_000 <= serviceNow();
}

function whoConfirms({ confirm_from }: Open): string {
  const words = texts.console.proposals;
  if (confirm_from === '0') return words.another;
  if (Number(confirm_from) * 1_000 <= serviceNow()) return '';
  return words.aloneFrom(new Date(Number(confirm_from) * 1_000).toLocaleString());
}
