import type { Change } from '@swapdesk/contract';
import { texts } from '../../texts/console.ts';
import type { Read } from '../api/read.ts';
import './changes.css';

/** What changed: what it was before, what it is after. */
export function Changes({ changes }: { readonly changes: readonly Read<Change>[] }) {
  if (changes.length === 0) return null;
  const said = (value: string | null) => value ?? texts.console.nothing;
  return (
    <ul class="changes">
      {changes.map(({ what, before, after }) => (
        <li key={what}>
          {what}: {before !== null && <del>{said(before)}</del>} {before !== null && '→'}{' '}
          <ins>{said(after)}</ins>
        </li>
      ))}
    </ul>
  );
}
