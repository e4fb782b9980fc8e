import type { ConsoleRefCode } from '@swapdesk/contract';
import { useState } from 'preact/hooks';
import { TextField } from '../../design/field.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import { useResource } from '../api/use-resource.ts';
import { Confirm } from '../parts/confirm.tsx';
import { grouped, percentOf } from '../parts/format.ts';
import { eitherOf } from '../parts/says-of-typed.ts';
import { ppmOf } from '../parts/typed.ts';
import { Revocables } from './revocables.tsx';

const WHOLE_PPM = 1_000_000;

/** Referral codes: through whom orders come, and what that earns. */
export function RefCodes() {
  const desk = useDesk();
  const words = texts.console.access;
  const codes = useResource('codes', (signal) => desk.read<ConsoleRefCode[]>('/refcodes', {}, signal));
  const [isMaking, setMaking] = useState(false);
  return (
    <Revocables
      of={codes}
      caption={words.tabs.codes}
      empty={words.noCodes}
      nameOf={({ code }) => code}
      columns={[
        { title: words.code, cell: ({ code }) => <b>{code}</b> },
        { title: words.account, cell: ({ account }) => account },
        { title: words.rate, align: 'end', cell: ({ rate_ppm }) => percentOf(Number(rate_ppm)) },
        { title: words.orders, align: 'end', cell: ({ orders }) => grouped(orders) },
      ]}
      make={{ title: words.makeCode, onAsked: () => setMaking(true) }}
      revoke={{
        title: words.revokeCode,
        lead: words.revokeCodeLead,
        act: (code) => desk.act('/refcodes/revoke', { code }),
      }}
    >
      {isMaking && <MakeCode onDone={codes.again} onClose={() => setMaking(false)} />}
    </Revocables>
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
        says={{ tone: ppm === undefined ? 'wrong' : 'hint', text: eitherOf(rate) ?? words.rateHint }}
      />
    </Confirm>
  );
}
