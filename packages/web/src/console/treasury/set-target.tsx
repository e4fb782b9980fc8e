import { useState } from 'preact/hooks';
import { TextField } from '../../design/field.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import { Confirm } from '../parts/confirm.tsx';
import { amountOf } from '../parts/typed.ts';
import type { Held } from './held.ts';

interface Props {
  readonly asset: Held;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Says how much should be free of an asset, and beyond how much it goes to the cold address. */
export function SetTarget({ asset: { chain, abbr, ...asset }, onDone, onClose }: Props) {
  const desk = useDesk();
  const words = texts.console.treasury;
  const [target, setTarget] = useState(asset.target);
  const [hotLimit, setHotLimit] = useState(asset.hot_limit);
  const wish = { chain, abbr, target: amountOf(target), hot_limit: amountOf(hotLimit) };
  const says = (text: string, hint: string) =>
    amountOf(text) === null
      ? ({ tone: 'wrong', text: words.amountWrong } as const)
      : ({ tone: 'hint', text: hint } as const);
  const isNew = target.trim() !== asset.target || hotLimit.trim() !== asset.hot_limit;
  return (
    <Confirm
      title={words.targetTitle(`${abbr} on ${chain}`)}
      act={words.targetAct}
      done={words.targetDone}
      isDangerous
      isReady={isNew && wish.target !== null && wish.hot_limit !== null}
      onConfirm={() => desk.act('/treasury/target', wish)}
      onDone={onDone}
      onClose={onClose}
    >
      <TextField
        label={words.target}
        value={target}
        onText={setTarget}
        inputMode="decimal"
        autocomplete="off"
        says={says(target, words.targetHint)}
      />
      <TextField
        label={words.hotLimit}
        value={hotLimit}
        onText={setHotLimit}
        inputMode="decimal"
        autocomplete="off"
        says={says(hotLimit, words.hotLimitHint)}
      />
    </Confirm>
  );
}
