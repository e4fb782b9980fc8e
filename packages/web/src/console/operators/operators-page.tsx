import type { ConsoleOperator } from '@swapdesk/contract';
import { useState } from 'preact/hooks';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { type Column, Table } from '../../design/table.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import { useResource } from '../api/use-resource.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Moment } from '../parts/moment.tsx';
import { PageHead } from '../parts/panel.tsx';
import type { Operator } from './operator.ts';
import { type OperatorAct, OperatorDialog } from './operator-dialog.tsx';

/** Who may sign in here, and what they may do. */
export function OperatorsPage() {
  const desk = useDesk();
  const words = texts.console.operators;
  const operators = useResource('operators', (signal) =>
    desk.read<ConsoleOperator[]>('/operators', {}, signal),
  );
  const [asked, setAsked] = useState<OperatorAct | null>(null);
  const mayAct = desk.may('admin');
  return (
    <>
      <PageHead
        title={texts.console.frame.pages.operators}
        lead={words.lead}
        actions={
          mayAct && (
            <Button icon="plus" kind="primary" onClick={() => setAsked({ act: 'create' })}>
              {words.create}
            </Button>
          )
        }
      />
      <Loaded of={operators}>
        {(rows) => (
          <div class="card">
            <Table
              caption={texts.console.frame.pages.operators}
              rows={rows}
              keyOf={({ name }) => name}
              empty={words.none}
              columns={[
                ...columnsOf(desk.session.name),
                ...(mayAct ? [actsColumn(desk.session.name, setAsked)] : []),
              ]}
            />
          </div>
        )}
      </Loaded>
      {asked !== null && (
        <OperatorDialog asked={asked} onDone={operators.again} onClose={() => setAsked(null)} />
      )}
    </>
  );
}

function columnsOf(own: string): Column<Operator>[] {
  const words = texts.console.operators;
  return [
    {
      title: words.name,
      cell: ({ name }) => (
        <>
          <b>{name}</b> {name === own && <span class="soft small">{words.you}</span>}
        </>
      ),
    },
    { title: words.role, cell: ({ role }) => texts.console.roles[role] ?? role },
    { title: words.state, cell: (operator) => <State {...operator} /> },
    { title: words.sessions, align: 'end', cell: ({ sessions }) => sessions },
    { title: words.signedIn, cell: ({ signed_in_at }) => <Moment at={signed_in_at} /> },
    { title: words.made, cell: ({ created_at }) => <Moment at={created_at} /> },
  ];
}

function State({ is_enrolled, disabled_at }: Operator) {
  const words = texts.console.operators;
  if (disabled_at !== '0') return <Badge tone="danger">{words.disabled}</Badge>;
  return (
    <Badge tone={is_enrolled ? 'good' : 'warning'}>{is_enrolled ? words.enrolled : words.notEnrolled}</Badge>
  );
}

/** What can be done to an operator; nobody locks themselves out. */
function actsColumn(own: string, ask: (act: OperatorAct) => void): Column<Operator> {
  const words = texts.console.operators;
  return {
    title: texts.console.change,
    staysInSight: true,
    cell: (operator) => {
      const { name } = operator;
      if (name === own) return <span class="soft">—</span>;
      const isDisabled = operator.disabled_at !== '0';
      return (
        <span class="row">
          <Button
            size="small"
            aria-label={words.changeRole(name)}
            onClick={() => ask({ act: 'role', operator })}
          >
            {words.role}
          </Button>
          <Button
            size="small"
            aria-label={words.resetTitle(name)}
            onClick={() => ask({ act: 'reset', operator })}
          >
            {words.reset}
          </Button>
          {isDisabled ? (
            <Button
              size="small"
              aria-label={words.enableTitle(name)}
              onClick={() => ask({ act: 'enable', operator })}
            >
              {words.enable}
            </Button>
          ) : (
            <Button
              size="small"
              aria-label={words.disableTitle(name)}
              onClick={() => ask({ act: 'disable', operator })}
            >
              {words.disable}
            </Button>
          )}
        </span>
      );
    },
  };
}
