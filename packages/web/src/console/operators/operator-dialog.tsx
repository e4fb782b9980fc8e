import type { OperatorRole } from '@swapdesk/contract';
import { useState } from 'preact/hooks';
import { SelectField, TextField } from '../../design/field.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import { Confirm } from '../parts/confirm.tsx';
import { ShownOnce } from '../parts/shown-once.tsx';
import type { Operator } from './operator.ts';

export type OperatorAct =
  | { readonly act: 'create' }
  | { readonly act: 'role' | 'reset' | 'disable' | 'enable'; readonly operator: Operator };

interface Props {
  readonly asked: OperatorAct;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

interface OneTime {
  readonly name: string;
  readonly password: string;
}

const ROLES: readonly OperatorRole[] = ['viewer', 'support', 'admin'];

/** Asks before an operator is made or changed. A one-time password is shown when that is done. */
export function OperatorDialog({ asked, onDone, onClose }: Props) {
  const desk = useDesk();
  const words = texts.console.operators;
  const [made, setMade] = useState<OneTime | null>(null);
  const [name, setName] = useState('');
  const [role, setRole] = useState<string>('operator' in asked ? asked.operator.role : 'viewer');
  if (made !== null)
    return (
      <ShownOnce
        title={words.created(made.name)}
        secrets={[{ name: words.oneTime, text: made.password }]}
        onClose={onClose}
      />
    );
  const isName = /^[a-z0-9][a-z0-9._-]{0,63}$/.test(name.trim());
  const roleField = (
    <SelectField
      label={words.role}
      value={role}
      onChoose={setRole}
      options={ROLES.map((each) => ({ value: each, title: texts.console.roles[each] ?? each }))}
      says={{ tone: 'hint', text: words.roleMeans[role] ?? '' }}
    />
  );
  if (asked.act === 'create')
    return (
      <Confirm
        key="create"
        title={words.create}
        act={words.createAct}
        isReady={isName}
        staysOpen
        onConfirm={async () =>
          setMade(await desk.act<OneTime>('/operators/create', { name: name.trim(), role }))
        }
        onDone={onDone}
        onClose={onClose}
      >
        <p>{words.createLead}</p>
        <TextField
          label={words.name}
          value={name}
          onText={setName}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          says={{ tone: name === '' || isName ? 'hint' : 'wrong', text: words.nameHint }}
        />
        {roleField}
      </Confirm>
    );
  const who = asked.operator.name;
  switch (asked.act) {
    case 'role':
      return (
        <Confirm
          title={words.changeRole(who)}
          act={words.changeRoleAct}
          done={words.roleChanged}
          isReady={role !== asked.operator.role}
          onConfirm={() => desk.act('/operators/role', { name: who, role })}
          onDone={onDone}
          onClose={onClose}
        >
          <p>{words.changeRoleLead}</p>
          {roleField}
        </Confirm>
      );
    case 'reset':
      return (
        <Confirm
          title={words.resetTitle(who)}
          act={words.resetAct}
          isDangerous
          staysOpen
          onConfirm={async () => setMade(await desk.act<OneTime>('/operators/reset', { name: who }))}
          onDone={onDone}
          onClose={onClose}
        >
          <p>{words.resetLead}</p>
        </Confirm>
      );
    case 'disable':
      return (
        <Confirm
          title={words.disableTitle(who)}
          act={words.disableAct}
          done={words.didDisable}
          isDangerous
          onConfirm={() => desk.act('/operators/disable', { name: who })}
          onDone={onDone}
          onClose={onClose}
        >
          <p>{words.disableLead}</p>
        </Confirm>
      );
    case 'enable':
      return (
        <Confirm
          title={words.enableTitle(who)}
          act={words.enableAct}
          done={words.didEnable}
          onConfirm={() => desk.act('/operators/enable', { name: who })}
          onDone={onDone}
          onClose={onClose}
        >
          <p>{words.enableLead}</p>
        </Confirm>
      );
  }
}
