import { useState } from 'preact/hooks';
import { TextField } from '../../design/field.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import { Confirm } from '../parts/confirm.tsx';
import { saysOfTyped } from '../parts/says-of-typed.ts';
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
        says={saysOfTyped(target, { hint: words.targetHint, coin: abbr, before: asset.target })}
      />
      <TextField
        label={words.hotLimit}
        value={hotLimit}
        onText={setHotLimit}
        inputMode="decimal"
        autocomplete="off"
        says={saysOfTyped(hotLimit, { hint: words.hotLimitHint, coin: abbr, before: asset.hot_limit })}
      />
    </Confirm>
  );
}
