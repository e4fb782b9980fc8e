import { useEffect, useRef } from 'preact/hooks';
import { type Draft, linkOfDraft } from './request-link.ts';

/** Browsers refuse a page that changes its address more often than some hundred times in half a minute. */
const PAUSE_MS = 400;

/**
 * Keeps what was typed in the page's address: whoever loads it again, or chooses another language, finds it. Beside it, in the
 * history alone, stands the address to be paid to that came with a link and was not typed here.
 */
export function useRequestLink(draft: Draft, given: string): void {
  const first = useRef(draft);
  const wrote = useRef(0);
  useEffect(() => {
    if (draft === first.current) return;
    const write = () => {
      wrote.current = Date.now();
      history.replaceState({ given }, '', linkOfDraft(draft, location.search));
    };
    const wait = wrote.current + PAUSE_MS - Date.now();
    if (wait <= 0) return write();
    const timer = setTimeout(write, wait);
    return () => clearTimeout(timer);
  }, [draft]);
}

/** The address that nobody has typed here; empty: there is none. */
export function givenAddress({ address }: Draft, state: unknown): string {
  const { given } = (state ?? {}) as { readonly given?: unknown };
  return typeof given === 'string' ? given : address;
}
