import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { serviceNow } from '../../api/service-clock.ts';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { type Column, Table } from '../../design/table.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import type { Resource } from '../api/use-resource.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Moment } from '../parts/moment.tsx';

/** Something that is made once, and can be revoked once. */
interface Revocable {
  readonly created_at: string;
  readonly revoked_at: string;
  /** When it ends by itself; absent or 0: it does not. */
  readonly expires_at?: string;
}

interface Props<Row> {
  readonly of: Resource<readonly Row[]>;
  readonly caption: string;
  readonly empty: string;
  readonly nameOf: (row: Row) => string;
  /** Those before when it was made and whether it is in use. */
  readonly columns: readonly Column<Row>[];
  readonly make: { readonly title: string; readonly onAsked: () => void };
  readonly revoke: {
    readonly title: (name: string) => string;
    readonly lead: string;
    readonly act: (name: string) => Promise<unknown>;
  };
  /** Beside revoking, while it is in use. */
  readonly more?: (row: Row) => ComponentChildren;
  /** The dialog that makes one, while it is open. */
  readonly children: ComponentChildren;
}

/** A table of things that admins make and revoke. */
export function Revocables<Row extends Revocable>(props: Props<Row>) {
  const { of, caption, empty, nameOf, columns, make, revoke, more, children } = props;
  const words = texts.console.access;
  const mayAct = useDesk().may('admin');
  const [revoking, setRevoking] = useState<string | null>(null);
  const revokeButton = (name: string) => (
    <Button size="small" aria-label={revoke.title(name)} onClick={() => setRevoking(name)}>
      {words.revoke}
    </Button>
  );
  return (
    <div class="stack">
      {mayAct && (
        <div>
          <Button icon="plus" onClick={make.onAsked}>
            {make.title}
          </Button>
        </div>
      )}
      <Loaded of={of}>
        {(rows) => (
          <Table
            caption={caption}
            rows={rows}
            keyOf={nameOf}
            empty={empty}
            columns={[
              ...columns,
              { title: words.made, cell: ({ created_at }) => <Moment at={created_at} /> },
              { title: words.state, cell: (row) => <State of={row} /> },
              {
                title: texts.console.change,
                staysInSight: true,
                cell: (row) =>
                  mayAct &&
                  row.revoked_at === '0' && (
                    <div class="row">
                      {more?.(row)}
                      {revokeButton(nameOf(row))}
                    </div>
                  ),
              },
            ]}
          />
        )}
      </Loaded>
      {children}
      {revoking !== null && (
        <Confirm
          title={revoke.title(revoking)}
          act={words.revokeAct}
          done={words.didRevoke}
          isDangerous
          onConfirm={() => revoke.act(revoking)}
          onDone={of.again}
          onClose={() => setRevoking(null)}
        >
          <p>{revoke.lead}</p>
        </Confirm>
      )}
    </div>
  );
}

function State({ of: { revoked_at: revoked, expires_at: ends = '0' } }: { readonly of: Revocable }) {
  const words = texts.console.access;
  if (revoked !== '0')
    return (
      <>
        <Badge>{words.revoked}</Badge> <Moment at={revoked} />
      </>
    );
  if (ends === '0') return <Badge tone="good">{words.active}</Badge>;
  const hasEnded = Number(ends) * 1_000 <= serviceNow();
  return (
    <>
      {hasEnded ? <Badge>{words.ended}</Badge> : <Badge tone="good">{words.active}</Badge>}{' '}
      {!hasEnded && words.ends} <Moment at={ends} />
    </>
  );
}
