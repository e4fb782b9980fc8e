import type { AuditData } from '@swapdesk/contract';
import { TextField } from '../../design/field.tsx';
import { texts } from '../../texts/console.ts';
import type { Read } from '../api/read.ts';
import { useList } from '../api/use-list.ts';
import { navigate, useLocation } from '../frame/location.ts';
import { Paged } from '../parts/paged.tsx';
import { PageHead } from '../parts/panel.tsx';
import { useSettled } from '../parts/use-settled.ts';
import { ActTable } from './act-table.tsx';

const FILTERS = ['actor', 'act', 'subject'] as const;

/** Every act, newest first. */
export function AuditPage() {
  const { search } = useLocation();
  const words = texts.console.audit;
  const settled = useSettled(search.toString());
  const list = useList(
    '/audit',
    filtersOf(new URLSearchParams(settled)),
    (page: Read<AuditData>) => page.entries,
  );
  const set = (name: string) => (value: string) => {
    const next = new URLSearchParams({ ...filtersOf(search), [name]: value });
    if (value === '') next.delete(name);
    navigate(`/audit${next.size === 0 ? '' : `?${next}`}`, { replace: true });
  };
  return (
    <>
      <PageHead title={texts.console.frame.pages.audit} lead={words.lead} />
      <div class="card stack">
        <fieldset class="filters">
          <legend class="unseen">{words.filters}</legend>
          {FILTERS.map((name) => (
            <TextField
              key={name}
              label={words[name]}
              value={search.get(name) ?? ''}
              onText={set(name)}
              spellcheck={false}
              {...(name === 'act' && { placeholder: words.actHint })}
            />
          ))}
        </fieldset>
        <Paged list={list} shown={words.shown(list.rows.length)}>
          <ActTable acts={list.rows} empty={words.none} />
        </Paged>
      </div>
    </>
  );
}

function filtersOf(search: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    FILTERS.map((name) => [name, search.get(name) ?? '']).filter(([, value]) => value !== ''),
  );
}
