import type { FoundOrder } from '@swapdesk/contract';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { texts } from '../../texts/console.ts';
import { type Desk, useDesk } from '../api/desk.ts';
import type { Read } from '../api/read.ts';
import { useResource } from '../api/use-resource.ts';
import { failureText } from '../parts/loaded.tsx';
import { Status } from '../parts/status.tsx';
import { useSettled } from '../parts/use-settled.ts';
import './find.css';
import { navigate } from './location.ts';
import { isFor, NAVIGATION, titleOf } from './navigation.tsx';

/** Opens the search: by its button, by "/" where nothing is typed, by Ctrl K anywhere. */
export function Find() {
  const [isOpen, setOpen] = useState(false);
  // Before it is seen: somebody quick would press the key in vain.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isShortcut = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
      const isTyping = (event.target as Element | null)?.closest?.('input, textarea, select, dialog');
      if (!isShortcut && (event.key !== '/' || isTyping)) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  const { find } = texts.console.frame;
  return (
    <>
      <Button class="find-open" icon="search" aria-keyshortcuts="/" onClick={() => setOpen(true)}>
        {find.open}
      </Button>
      {isOpen && <Palette onClose={() => setOpen(false)} />}
    </>
  );
}

interface Hit {
  readonly key: string;
  readonly to: string;
  readonly title: string;
  readonly order?: Read<FoundOrder>;
}

function pagesFor(desk: Desk): Hit[] {
  return NAVIGATION.flatMap(({ pages }) => pages)
    .filter((page) => isFor(desk, page))
    .map((page) => ({ key: page.path, to: page.path, title: titleOf(page, '') }));
}

/** A field, and below it what it may mean: pages by their names, orders by anything that names them, or begins so. */
function Palette({ onClose }: { readonly onClose: () => void }) {
  const desk = useDesk();
  const { find } = texts.console.frame;
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const found = useFoundOrders(text);
  const words = text.trim().toLowerCase();
  const hits = [...pagesFor(desk).filter(({ title }) => title.toLowerCase().includes(words)), ...found.hits];
  const at = Math.min(chosen, hits.length - 1);

  useEffect(() => field.current?.focus(), []);
  const close = () => field.current?.closest('dialog')?.close();
  const go = (hit: Hit | undefined) => {
    if (hit === undefined) return;
    close();
    navigate(hit.to);
  };
  const listen = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && hits.length > 0) {
      event.preventDefault();
      setChosen((at + step + hits.length) % hits.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      go(hits[at]);
    }
  };
  return (
    <Dialog title={find.title} onClose={onClose}>
      <div class="find">
        <input
          ref={field}
          class="input"
          role="combobox"
          aria-label={find.label}
          aria-expanded="true"
          aria-controls="found"
          aria-autocomplete="list"
          aria-activedescendant={at >= 0 ? `found-${at}` : undefined}
          placeholder={find.label}
          autocomplete="off"
          spellcheck={false}
          value={text}
          onInput={(event) => {
            setText(event.currentTarget.value);
            setChosen(0);
          }}
          onKeyDown={listen}
        />
        <div id="found" class="find-list" role="listbox" aria-label={find.title}>
          {hits.map((hit, n) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys; this is for the pointer.
            <div
              key={hit.key}
              id={`found-${n}`}
              role="option"
              aria-selected={n === at}
              tabIndex={-1}
              onClick={() => go(hit)}
            >
              <span>{hit.title}</span>
              {hit.order && (
                <>
                  <span class="soft small">
                    {hit.order.is_part ? find.byPart(hit.order.by) : find.by(hit.order.by)}
                  </span>
                  <Status status={hit.order.order.status} reason={hit.order.order.freeze_reason} />
                </>
              )}
            </div>
          ))}
        </div>
        <p class="soft small" role="status">
          {found.says ?? (hits.length === 0 ? find.none : find.hint)}
        </p>
      </div>
    </Dialog>
  );
}

/** Orders that a text names, asked for when one stops typing. */
function useFoundOrders(text: string): { readonly hits: readonly Hit[]; readonly says: string | null } {
  const desk = useDesk();
  const settled = useSettled(text.trim());
  const { value, failure } = useResource(settled, async (signal) =>
    settled.length < 3
      ? { settled, found: [] }
      : { settled, found: await desk.read<FoundOrder[]>('/orders/find', { text: settled }, signal) },
  );
  if (failure !== null) return { hits: [], says: failureText(failure) };
  if (value?.settled !== text.trim()) return { hits: [], says: texts.console.frame.find.asking };
  const hits = value.found.map((each) => ({
    key: each.order.no,
    to: `/orders/${each.order.no}`,
    title: each.order.no,
    order: each,
  }));
  return { hits, says: null };
}
