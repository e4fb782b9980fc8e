import type { Decimal } from '@swapdesk/contract/plain';
import { useState } from 'preact/hooks';
import { Button } from '../../design/button.tsx';
import { TextField } from '../../design/field.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import { Confirm } from '../parts/confirm.tsx';
import { amountOf } from '../parts/typed.ts';

interface Props {
  readonly chain: { readonly chain: string; readonly confirmations: string; readonly is_simulated: boolean };
  readonly onChanged: () => void;
}

/** How deep is deep enough; an admin may say so where the network is ours. */
export function SetConfirmations({ chain: { chain, confirmations, is_simulated }, onChanged }: Props) {
  const desk = useDesk();
  const words = texts.console.chains;
  const [text, setText] = useState<string | null>(null);
  if (!is_simulated || !desk.may('admin')) return <>{confirmations}</>;
  const wanted = amountOf(text ?? '');
  const count = wanted?.toInteger() ?? 0;
  return (
    <>
      <Button
        kind="quiet"
        size="small"
        aria-label={`${words.setConfirmations(chain)}: ${confirmations}`}
        onClick={() => setText(confirmations)}
      >
        {confirmations}
      </Button>
      {text !== null && (
        <Confirm
          title={words.setConfirmations(chain)}
          act={words.setAct}
          done={words.didSet}
          isReady={count >= 1 && count <= 10_000 && text.trim() !== confirmations}
          onConfirm={() => desk.act('/chains/set', { chain, confirmations: wanted as Decimal })}
          onDone={onChanged}
          onClose={() => setText(null)}
        >
          <p>{words.setLead}</p>
          <TextField label={words.confirmations} value={text} onText={setText} inputMode="numeric" />
        </Confirm>
      )}
    </>
  );
}
