import type { ConsoleAccount } from '@swapdesk/contract';
import { useState } from 'preact/hooks';
import { Button } from '../../design/button.tsx';
import { TextField } from '../../design/field.tsx';
import { Table } from '../../design/table.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import type { Read } from '../api/read.ts';
import { useResource } from '../api/use-resource.ts';
import { hrefOf } from '../frame/location.ts';
import { Confirm } from '../parts/confirm.tsx';
import { grouped, percentOf } from '../parts/format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Moment } from '../parts/moment.tsx';
import { eitherOf } from '../parts/says-of-typed.ts';
import { feeOf, markupOf, percentText } from '../parts/typed.ts';

type Account = Read<ConsoleAccount>;

/** Accounts, and fees of their own. */
export function Accounts() {
  const desk = useDesk();
  const words = texts.console.access;
  const accounts = useResource('accounts', (signal) => desk.read<ConsoleAccount[]>('/accounts', {}, signal));
  const [changing, setChanging] = useState<Account | null>(null);
  const fee = (ppm: string | null) =>
    ppm === null ? <span class="soft">{words.assetFee}</span> : percentOf(Number(ppm));
  return (
    <div class="stack">
      <Loaded of={accounts}>
        {(rows) => (
          <Table
            caption={words.tabs.accounts}
            rows={rows}
            keyOf={({ name }) => name}
            empty={words.noAccounts}
            columns={[
              {
                title: words.account,
                cell: ({ name }) => (
                  <a href={hrefOf(`/orders?${new URLSearchParams({ account: name })}`)}>{name}</a>
                ),
              },
              { title: words.orders, align: 'end', cell: ({ orders }) => grouped(orders) },
              { title: words.floatFee, align: 'end', cell: ({ float_fee_ppm }) => fee(float_fee_ppm) },
              { title: words.fixedFee, align: 'end', cell: ({ fixed_fee_ppm }) => fee(fixed_fee_ppm) },
              {
                title: words.mostMarkup,
                align: 'end',
                cell: ({ markup_ppm }) =>
                  markup_ppm === '0' ? (
                    <span class="soft">{words.noMarkup}</span>
                  ) : (
                    percentOf(Number(markup_ppm))
                  ),
              },
              {
                title: words.signature,
                cell: ({ needs_signature_v2 }) => (needs_signature_v2 ? words.v2 : words.anyForm),
              },
              { title: words.made, cell: ({ created_at }) => <Moment at={created_at} /> },
              {
                title: texts.console.change,
                staysInSight: true,
                cell: (account) =>
                  desk.may('admin') && (
                    <Button
                      size="small"
                      aria-label={words.changeFees(account.name)}
                      onClick={() => setChanging(account)}
                    >
                      {texts.console.change}
                    </Button>
                  ),
              },
            ]}
          />
        )}
      </Loaded>
      {changing !== null && (
        <ChangeFees account={changing} onDone={accounts.again} onClose={() => setChanging(null)} />
      )}
    </div>
  );
}

interface ChangeProps {
  readonly account: Account;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

function ChangeFees({ account, onDone, onClose }: ChangeProps) {
  const desk = useDesk();
  const words = texts.console.access;
  const [float, setFloat] = useState(percentText(account.float_fee_ppm));
  const [fixed, setFixed] = useState(percentText(account.fixed_fee_ppm));
  const [markup, setMarkup] = useState(percentText(account.markup_ppm));
  const [isV2, setV2] = useState(account.needs_signature_v2);
  const [floatPpm, fixedPpm] = [feeOf(float), feeOf(fixed)];
  const markupPpm = markupOf(markup);
  const says = (text: string, ppm: unknown) =>
    ppm === undefined
      ? ({ tone: 'wrong', text: eitherOf(text) ?? texts.console.assets.notAFee } as const)
      : ({ tone: 'hint', text: words.feeHint } as const);
  return (
    <Confirm
      title={words.changeFees(account.name)}
      act={words.changeFeesAct}
      done={words.feesChanged}
      isReady={floatPpm !== undefined && fixedPpm !== undefined && markupPpm !== undefined}
      onConfirm={() =>
        desk.act('/accounts/set', {
          name: account.name,
          float_fee_ppm: floatPpm,
          fixed_fee_ppm: fixedPpm,
          markup_ppm: markupPpm,
          needs_signature_v2: isV2,
        })
      }
      onDone={onDone}
      onClose={onClose}
    >
      <p>{words.changeFeesLead}</p>
      <TextField label={words.feeField.float} value={float} onText={setFloat} says={says(float, floatPpm)} />
      <TextField label={words.feeField.fixed} value={fixed} onText={setFixed} says={says(fixed, fixedPpm)} />
      <TextField
        label={words.markupField}
        value={markup}
        onText={setMarkup}
        says={
          markupPpm === undefined
            ? { tone: 'wrong', text: eitherOf(markup) ?? words.notAMarkup }
            : { tone: 'hint', text: words.markupHint }
        }
      />
      <label class="switch">
        <input type="checkbox" checked={isV2} onChange={(event) => setV2(event.currentTarget.checked)} />
        {words.needsV2}
      </label>
    </Confirm>
  );
}
