import { useEffect, useRef } from 'preact/hooks';
import { isWidget } from '../widget/widget.ts';
import type { Form } from './form.ts';
import { linkOf } from './form-link.ts';

/** Browsers refuse a page that changes its address more often than some hundred times in half a minute. */
const PAUSE_MS = 400;

/**
 * Keeps the form in the page's address: whoever comes back, loads the page again or hands its address on finds what was typed.
 * The address of the page stays as it is until something is changed: a link that was wrong says so again. Gives what to call
 * before the page is left. The address of a widget is nobody's to see, and says what its page asked for: it stays.
 */
export function useFormLink(form: Form, given: readonly string[]): () => void {
  const first = useRef(form);
  const wrote = useRef(0);
  const write = () => {
    if (form === first.current || isWidget) return;
    wrote.current = Date.now();
    history.replaceState({ given }, '', linkOf(form, location.search));
  };
  useEffect(() => {
    const wait = wrote.current + PAUSE_MS - Date.now();
    if (wait <= 0) return write();
    const timer = setTimeout(write, wait);
    return () => clearTimeout(timer);
  }, [form]);
  return write;
}
