import type { ConsoleAssetsData } from '@swapdesk/contract';
import { SelectField, TextField } from '../../design/field.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import { useResource } from '../api/use-resource.ts';
import type { Asked } from './asked.ts';
import { FIGURES_BY, FIGURES_PER, FIGURES_SORT } from './choices.ts';

interface Props {
  readonly asked: Asked;
  readonly onChange: (next: Partial<Record<keyof Asked, string>>) => void;
}

/** What is summed up, of which days and orders, and in which order. Each takes effect at once. */
export function FigureFilters({ asked, onChange }: Props) {
  const desk = useDesk();
  const words = texts.console.figures;
  const { value } = useResource('assets', (signal) => desk.read<ConsoleAssetsData>('/assets', {}, signal));
  const names = (of: 'chain' | 'abbr') => [
    { value: '', title: texts.console.all },
    // What the address asks for is shown, though there is no such thing: it counts.
    ...[...new Set([...(value?.assets ?? []).map((asset) => asset[of]), asked[of]])]
      .filter((name) => name !== '')
      .sort()
      .map((name) => ({ value: name, title: name })),
  ];
  const select = (name: keyof Asked, options: readonly { value: string; title: string }[]) => (
    <SelectField
      label={words[name]}
      value={asked[name]}
      options={options}
      onChoose={(next) => onChange({ [name]: next })}
    />
  );
  const text = (name: keyof Asked, type: 'text' | 'date') => (
    <TextField
      label={words[name]}
      type={type}
      value={asked[name]}
      onText={(next) => onChange({ [name]: next })}
    />
  );
  return (
    <fieldset class="card profit-filters">
      <legend class="unseen">{words.filters}</legend>
      {select(
        'by',
        FIGURES_BY.map((each) => ({ value: each, title: words.bys[each] })),
      )}
      {select(
        'per',
        FIGURES_PER.map((each) => ({ value: each, title: words.pers[each] })),
      )}
      {text('from', 'date')}
      {text('to', 'date')}
      {select('chain', names('chain'))}
      {select('abbr', names('abbr'))}
      {text('account', 'text')}
      {text('code', 'text')}
      {select(
        'sort',
        FIGURES_SORT.map((each) => ({ value: each, title: words.sorts[each] })),
      )}
      {select('direction', [
        { value: 'desc', title: words.descending },
        { value: 'asc', title: words.ascending },
      ])}
    </fieldset>
  );
}
