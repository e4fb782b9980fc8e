import type { TreasuryData } from '@swapdesk/contract';
import { useState } from 'preact/hooks';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { QrCode } from '../../design/qr-code.tsx';
import { Table } from '../../design/table.tsx';
import { texts } from '../../texts/console.ts';
import type { Read } from '../api/read.ts';
import { Amount } from '../parts/amount.tsx';
import { grouped } from '../parts/format.ts';
import { LongText } from '../parts/long-text.tsx';
import { Panel } from '../parts/panel.tsx';

type Step = Read<TreasuryData>['plan'][number];

/** What to move, to trade and to send to the treasury, and why. */
export function Plan({ plan }: { readonly plan: readonly Step[] }) {
  const words = texts.console.treasury;
  const [asked, setAsked] = useState<Step | null>(null);
  return (
    <Panel title={words.plan} lead={words.planLead}>
      <Table
        caption={words.plan}
        rows={plan}
        keyOf={({ kind, chain, abbr, wanted }) => `${kind} ${chain} ${abbr} ${wanted?.chain} ${wanted?.abbr}`}
        empty={words.noPlan}
        columns={[
          { title: words.step, cell: ({ kind }) => words.steps[kind] },
          { title: words.amount, align: 'end', cell: (step) => <Amount {...step} /> },
          { title: words.wanted, align: 'end', cell: ({ wanted }) => wanted && <Amount {...wanted} /> },
          { title: words.why, cell: (step) => <Why of={step} /> },
          {
            title: words.address,
            cell: (step) => <Where of={step} onAsk={() => setAsked(step)} />,
          },
        ]}
      />
      {asked !== null && <Request of={asked} onClose={() => setAsked(null)} />}
    </Panel>
  );
}

function Why({ of: { why, waits } }: { readonly of: Step }) {
  return (
    <>
      <p>{why}</p>
      {waits !== '' && <p class="small soft">{texts.console.treasury.waits(waits)}</p>}
    </>
  );
}

function Where({
  of: { kind, address, chain, abbr },
  onAsk,
}: {
  readonly of: Step;
  readonly onAsk: () => void;
}) {
  const words = texts.console.treasury;
  if (address === '') return null;
  if (kind === 'cold')
    return <LongText text={address} on={[chain, 'address']} label={texts.console.copyOf(words.address)} />;
  return (
    <Button size="small" aria-label={words.requestOf(`${abbr} on ${chain}`)} onClick={onAsk}>
      {words.request}
    </Button>
  );
}

/** Where what is missing is to be sent, for somebody with another wallet. */
function Request({ of: { chain, abbr, amount, address, payment_uri }, onClose }: RequestProps) {
  const words = texts.console.treasury;
  return (
    <Dialog title={words.requestTitle(`${abbr} on ${chain}`)} onClose={onClose}>
      <p>{words.requestLead(`${grouped(amount)} ${abbr}`, chain)}</p>
      <LongText text={address} on={[chain, 'address']} label={texts.console.copyOf(words.address)} isWhole />
      <QrCode text={payment_uri} label={words.picture} />
      <p class="small soft">{words.requestCheck}</p>
    </Dialog>
  );
}

interface RequestProps {
  readonly of: Step;
  readonly onClose: () => void;
}
