import { useState } from 'preact/hooks';
import { TextField } from '../../design/field.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import { Confirm } from '../parts/confirm.tsx';
import { percentOf } from '../parts/format.ts';
import { saysOfTyped } from '../parts/says-of-typed.ts';
import type { Asset, Assets } from './asset.ts';
import { changesOf, type Draft, draftOf, faultsOf } from './draft.ts';
import { Effect } from './effect.tsx';

interface Props {
  readonly asset: Asset;
  readonly all: Assets;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Changes an asset's terms, with their effect on a quote in view before anything is changed. */
export function ChangeAsset({ asset, all, onDone, onClose }: Props) {
  const desk = useDesk();
  const words = texts.console.assets;
  const { chain, abbr } = asset;
  const name = `${abbr} on ${chain}`;
  const [draft, setDraft] = useState(draftOf(asset));
  const faults = faultsOf(draft);
  const changes = changesOf(asset, draft);
  const isSound = Object.keys(faults).length === 0;
  const understood = (key: 'min' | 'max' | 'target' | 'float' | 'fixed', hint: string) =>
    key === 'float' || key === 'fixed'
      ? ({ tone: 'hint', text: hint } as const)
      : saysOfTyped(draft[key], { hint, coin: abbr, before: asset[key] });
  const field = (key: 'min' | 'max' | 'target' | 'float' | 'fixed', label: string, hint = '') => {
    const fault = faults[key];
    return (
      <TextField
        label={label}
        value={draft[key]}
        onText={(text) => setDraft({ ...draft, [key]: text })}
        inputMode="decimal"
        autocomplete="off"
        says={fault === undefined ? understood(key, hint) : { tone: 'wrong', text: fault }}
      />
    );
  };
  return (
    <Confirm
      title={words.title(name)}
      act={words.act}
      done={words.did(name)}
      isReady={isSound && Object.keys(changes).length > 0}
      onConfirm={() => desk.act('/assets/set', { chain, abbr, ...changes })}
      onDone={onDone}
      onClose={onClose}
    >
      <div class="change-asset">
        <div class="stack-tight">
          <Switches draft={draft} onChange={setDraft} />
          <div class="asset-fields">
            {field('min', words.minField(abbr))}
            {field('max', words.maxField(abbr))}
            {field('float', words.feeField.float, words.feeHint(percentOf(Number(all.float_fee_ppm))))}
            {field('fixed', words.feeField.fixed, words.feeHint(percentOf(Number(all.fixed_fee_ppm))))}
            {field('target', words.targetField(abbr))}
          </div>
        </div>
        <Effect asset={asset} all={all} changes={isSound ? changes : {}} />
      </div>
    </Confirm>
  );
}

function Switches({ draft, onChange }: { readonly draft: Draft; readonly onChange: (draft: Draft) => void }) {
  const words = texts.console.assets;
  return (
    <fieldset class="switches">
      <legend class="unseen">{words.switches}</legend>
      {(['send', 'recv'] as const).map((name) => (
        <label key={name} class="switch">
          <input
            type="checkbox"
            checked={draft[name]}
            onChange={(event) => onChange({ ...draft, [name]: event.currentTarget.checked })}
          />
          {words[`${name}Switch`]}
        </label>
      ))}
    </fieldset>
  );
}
