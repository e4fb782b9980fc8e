import type { ConsoleRefCode } from '@swapdesk/contract';
import { useState } from 'preact/hooks';
import { Button } from '../../design/button.tsx';
import { TextField } from '../../design/field.tsx';
import { Table } from '../../design/table.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import { useResource } from '../api/use-resource.ts';
import { Confirm } from '../parts/confirm.tsx';
import { grouped, percentOf } from '../parts/format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Moment } from '../parts/moment.tsx';
import { ppmOf } from '../parts/typed.ts';
import { Revoked } from './keys.tsx';

const WHOLE_PPM = 1_000_000;

/** Referral codes: through whom orders come, and what that earns. */
export function RefCodes() {
  const desk = useDesk();
  const words = texts.console.access;
  const codes = useResource('codes', (signal) => desk.read<ConsoleRefCode[]>('/refcodes', {}, signal));
  const [isMaking, setMaking] = useState(false);
  const [revoking, setRevoking] = useState<string | null>(null);
  const mayAct = desk.may('admin');
  return (
    <div class="stack">
      {mayAct && (
        <div>
          <Button icon="plus" onClick={() => setMaking(true)}>
            {words.makeCode}
          </Button>
        </div>
      )}
      <Loaded of={codes}>
        {(rows) => (
          <Table
            caption={words.tabs.codes}
            rows={rows}
            keyOf={({ code }) => code}
            empty={words.noCodes}
            columns={[
              { title: words.code, cell: ({ code }) => <b>{code}</b> },
              { title: words.account, cell: ({ account }) => account },
              { title: words.rate, align: 'end', cell: ({ rate_ppm }) => percentOf(Number(rate_ppm)) },
              { title: words.orders, align: 'end', cell: ({ orders }) => grouped(orders) },
              { title: words.made, cell: ({ created_at }) => <Moment at={created_at} /> },
              { title: words.state, cell: ({ revoked_at }) => <Revoked at={revoked_at} /> },
              {
                title: texts.console.change,
                cell: ({ code, revoked_at }) =>
                  mayAct &&
                  revoked_at === '0' && (
                    <Button
                      size="small"
                      aria-label={words.revokeCode(code)}
                      onClick={() => setRevoking(code)}
                    >
                      {words.revoke}
                    </Button>
                  ),
              },
            ]}
          />
        )}
      </Loaded>
      {isMaking && <MakeCode onDone={codes.again} onClose={() => setMaking(false)} />}
      {revoking !== null && (
        <Confirm
          title={words.revokeCode(revoking)}
          act={words.revokeAct}
          done={words.didRevoke}
          isDangerous
          onConfirm={() => desk.act('/refcodes/revoke', { code: revoking })}
          onDone={codes.again}
          onClose={() => setRevoking(null)}
        >
          <p>{words.revokeCodeLead}</p>
        </Confirm>
      )}
    </div>
  );
}

function MakeCode({ onDone, onClose }: { readonly onDone: () => void; readonly onClose: () => void }) {
  const desk = useDesk();
  const words = texts.console.access;
  const [code, setCode] = useState('');
  const [account, setAccount] = useState('');
  const [rate, setRate] = useState('50');
  const ppm = ppmOf(rate, WHOLE_PPM);
  const isCode = /^[A-Za-z0-9_-]{1,64}$/.test(code.trim());
  return (
    <Confirm
      title={words.makeCode}
      act={words.makeCodeAct}
      done={words.codeMade}
      isReady={isCode && account.trim() !== '' && ppm !== undefined}
      onConfirm={() =>
        desk.act('/refcodes/create', { code: code.trim(), account: account.trim(), rate_ppm: ppm })
      }
      onDone={onDone}
      onClose={onClose}
    >
      <p>{words.makeCodeLead}</p>
      <TextField
        label={words.codeField}
        value={code}
        onText={setCode}
        says={{ tone: code === '' || isCode ? 'hint' : 'wrong', text: words.codeHint }}
      />
      <TextField
        label={words.accountField}
        value={account}
        onText={setAccount}
        maxLength={64}
        says={{ tone: 'hint', text: words.accountHint }}
      />
      <TextField
        label={words.rateField}
        value={rate}
        onText={setRate}
        inputMode="decimal"
        says={{ tone: ppm === undefined ? 'wrong' : 'hint', text: words.rateHint }}
      />
    </Confirm>
  );
}
