import type { ConsoleAssetsData } from '@swapdesk/contract';
import { Button } from '../../design/button.tsx';
import { SelectField, TextField } from '../../design/field.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import { useResource } from '../api/use-resource.ts';
import type { Filters } from './filters.ts';

interface Props {
  readonly filters: Filters;
  readonly onChange: (filters: Filters) => void;
}

const all = { value: '', title: texts.console.all };

/** What the list is narrowed by. Each takes effect at once. */
export function FilterBar({ filters, onChange }: Props) {
  const words = texts.console.orders;
  const { chains, coins } = useNames();
  const set = (name: keyof Filters) => (value: string) => onChange({ ...filters, [name]: value });
  const isSet = Object.values(filters).some((value) => value !== '');
  return (
    <fieldset class="filters">
      <legend class="unseen">{words.filters}</legend>
      <SelectField
        label={words.status}
        value={filters.status ?? ''}
        onChoose={set('status')}
        options={[all, ...Object.entries(texts.console.statuses).map(([value, title]) => ({ value, title }))]}
      />
      <SelectField
        label={words.chain}
        value={filters.chain ?? ''}
        onChoose={set('chain')}
        options={[all, ...chains.map((name) => ({ value: name, title: name }))]}
      />
      <SelectField
        label={words.coin}
        value={filters.abbr ?? ''}
        onChoose={set('abbr')}
        options={[all, ...coins.map((name) => ({ value: name, title: name }))]}
      />
      <SelectField
        label={words.side}
        value={filters.side ?? 'any'}
        onChoose={(side) => set('side')(side === 'any' ? '' : side)}
        options={Object.entries(words.sides).map(([value, title]) => ({ value, title }))}
      />
      <TextField label={words.account} value={filters.account ?? ''} onText={set('account')} />
      <TextField label={words.from} type="date" value={filters.from ?? ''} onText={set('from')} />
      <TextField label={words.until} type="date" value={filters.until ?? ''} onText={set('until')} />
      <Button kind="quiet" disabled={!isSet} onClick={() => onChange({})}>
        {words.clear}
      </Button>
    </fieldset>
  );
}

/** The names of the catalogue. */
function useNames(): { readonly chains: readonly string[]; readonly coins: readonly string[] } {
  const desk = useDesk();
  const { value } = useResource('assets', (signal) => desk.read<ConsoleAssetsData>('/assets', {}, signal));
  const names = (of: 'chain' | 'abbr') => [...new Set(value?.assets.map((asset) => asset[of]))].sort();
  return { chains: names('chain'), coins: names('abbr') };
}
