import type { SiteVersion } from '@swapdesk/contract';
import { Decimal } from '@swapdesk/contract/plain';
import { useState } from 'preact/hooks';
import { Button } from '../../design/button.tsx';
import { Table } from '../../design/table.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import type { Read } from '../api/read.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Moment } from '../parts/moment.tsx';
import { Panel } from '../parts/panel.tsx';

type Version = Read<SiteVersion>;

interface Props {
  readonly versions: readonly Version[];
  readonly onDone: () => void;
}

/** Before the first version the file said it all. */
const FILE = '0';

/** What the console said of the site, and the way back to it. */
export function History({ versions, onDone }: Props) {
  const desk = useDesk();
  const words = texts.console.site.history;
  const [chosen, setChosen] = useState<string | null>(null);
  const [newest] = versions;
  const basis = newest?.id ?? FILE;
  const mayAct = desk.may('admin');
  const isSaid = newest !== undefined && newest.parts.length > 0;
  return (
    <Panel
      title={words.title}
      lead={words.lead}
      actions={mayAct && isSaid && <Button onClick={() => setChosen(FILE)}>{words.toFile}</Button>}
    >
      <Table
        caption={words.title}
        rows={versions}
        keyOf={({ id }) => id}
        empty={words.none}
        columns={[
          { title: texts.console.when, cell: ({ at }) => <Moment at={at} /> },
          { title: words.who, cell: ({ actor }) => actor },
          {
            title: words.said,
            cell: ({ parts }) => (
              <span class="wrap">{parts.length === 0 ? words.nothing : parts.map(partName).join(', ')}</span>
            ),
          },
          {
            title: texts.console.change,
            staysInSight: true,
            cell: ({ id }) =>
              id === basis ? (
                words.now
              ) : (
                <Button size="small" disabled={!mayAct} onClick={() => setChosen(id)}>
                  {words.back}
                </Button>
              ),
          },
        ]}
      />
      {chosen !== null && (
        <Confirm
          title={words.title2}
          act={words.act}
          done={words.did}
          onConfirm={() =>
            desk.act('/site/restore', { basis: Decimal.parse(basis), version: Decimal.parse(chosen) })
          }
          onDone={onDone}
          onClose={() => setChosen(null)}
        >
          <p>{texts.console.site.saveLead}</p>
        </Confirm>
      )}
    </Panel>
  );
}

function partName(part: string): string {
  const { parts } = texts.console.site;
  return part in parts ? parts[part as keyof typeof parts] : part;
}
