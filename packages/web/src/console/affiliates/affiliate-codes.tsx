import type { AffiliatesData } from '@swapdesk/contract';
import { useState } from 'preact/hooks';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { TextField } from '../../design/field.tsx';
import { Table } from '../../design/table.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import type { Read } from '../api/read.ts';
import { hrefOf } from '../frame/location.ts';
import { Confirm } from '../parts/confirm.tsx';
import { grouped, momentText, percentOf } from '../parts/format.ts';
import { Panel } from '../parts/panel.tsx';
import { eitherOf } from '../parts/says-of-typed.ts';
import { percentText, ppmOf } from '../parts/typed.ts';

type Affiliates = Read<AffiliatesData>['affiliates'];
type Code = Affiliates[number]['codes'][number];

const WHOLE_PPM = 1_000_000;

interface Props {
  readonly affiliates: Affiliates;
  readonly onChanged: () => void;
}

/** Referral codes: what each earns, and has earned before. */
export function AffiliateCodes({ affiliates, onChanged }: Props) {
  const mayAct = useDesk().may('admin');
  const words = texts.console.affiliates;
  const [changing, setChanging] = useState<Code | null>(null);
  const codes = affiliates.flatMap(({ account, codes: its }) => its.map((code) => ({ account, code })));
  const change = (code: Code) => (
    <Button size="small" aria-label={words.rateTitle(code.code)} onClick={() => setChanging(code)}>
      {texts.console.change}
    </Button>
  );
  return (
    <Panel
      title={words.codes}
      lead={
        <>
          {words.codesLead} <a href={hrefOf('/access?tab=codes')}>{words.makeCodes}</a>
        </>
      }
    >
      <Table
        caption={words.codes}
        rows={codes}
        keyOf={({ code }) => code.code}
        empty={words.none}
        columns={[
          { title: words.code, cell: ({ code }) => <b>{code.code}</b> },
          { title: words.account, cell: ({ account }) => account },
          {
            title: words.rate,
            cell: ({ code }) => (
              <span class="wrap">
                {percentOf(Number(code.rate_ppm))}
                {code.before.map(({ rate_ppm, until }) => (
                  <span key={until} class="soft small">
                    {' '}
                    {words.before(percentOf(Number(rate_ppm)), momentText(Number(until)))}
                  </span>
                ))}
              </span>
            ),
          },
          { title: words.orders, align: 'end', cell: ({ code }) => grouped(code.orders) },
          {
            title: words.state,
            cell: ({ code }) =>
              code.revoked_at === '0' ? (
                <Badge tone="good">{words.active}</Badge>
              ) : (
                <Badge>{words.revoked}</Badge>
              ),
          },
          {
            title: texts.console.change,
            staysInSight: true,
            cell: ({ code }) => mayAct && code.revoked_at === '0' && change(code),
          },
        ]}
      />
      {changing !== null && (
        <ChangeRate code={changing} onDone={onChanged} onClose={() => setChanging(null)} />
      )}
    </Panel>
  );
}

interface ChangeProps {
  readonly code: Code;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

function ChangeRate({ code, onDone, onClose }: ChangeProps) {
  const desk = useDesk();
  const words = texts.console.affiliates;
  const [rate, setRate] = useState(percentText(code.rate_ppm));
  const ppm = ppmOf(rate, WHOLE_PPM);
  const isChanged = ppm !== undefined && ppm.toString() !== code.rate_ppm;
  return (
    <Confirm
      title={words.rateTitle(code.code)}
      act={words.rateAct}
      done={words.rateDone}
      isReady={isChanged}
      onConfirm={() => desk.act('/refcodes/set', { code: code.code, rate_ppm: ppm })}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{words.rateLead}</p>
      <TextField
        label={words.rateField}
        value={rate}
        onText={setRate}
        inputMode="decimal"
        says={{ tone: ppm === undefined ? 'wrong' : 'hint', text: eitherOf(rate) ?? words.rateHint }}
      />
      {isChanged && (
        <p role="status">
          {words.rateFrom(percentOf(Number(code.rate_ppm)), percentOf(ppm.toInteger() ?? 0))}
        </p>
      )}
    </Confirm>
  );
}
