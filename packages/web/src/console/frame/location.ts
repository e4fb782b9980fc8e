import { useEffect, useState } from 'preact/hooks';

/** The console is one document; its pages are paths below this one. */
export const ROOT = '/console';

export interface Location {
  /** Below the root: "/orders/AB12CD34". The overview is "/". */
  readonly path: string;
  readonly search: URLSearchParams;
}

const MOVED = 'swapdesk:moved';

function read(): Location {
  const path = window.location.pathname.slice(ROOT.length).replace(/\/+$/, '');
  return { path: path === '' ? '/' : path, search: new URLSearchParams(window.location.search) };
}

/** Goes to another page of the console. Replacing leaves no trace behind: for filters, which are no steps. */
export function navigate(to: string, { replace = false } = {}): void {
  const url = hrefOf(to);
  if (replace) history.replaceState(null, '', url);
  else history.pushState(null, '', url);
  window.dispatchEvent(new Event(MOVED));
}

/** The address of a page of the console. */
export function hrefOf(to: string): string {
  return to === '/' ? ROOT : `${ROOT}${to}`;
}

/** Where one is, as it changes. */
export function useLocation(): Location {
  const [location, setLocation] = useState(read);
  useEffect(() => {
    const look = () => setLocation(read());
    window.addEventListener('popstate', look);
    window.addEventListener(MOVED, look);
    return () => {
      window.removeEventListener('popstate', look);
      window.removeEventListener(MOVED, look);
    };
  }, []);
  return location;
}

/** Follows links within the console without loading the document again; all others are the browser's. */
export function followLinks(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest?.('a');
  const isOther = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  if (!link || isOther || event.defaultPrevented || link.target !== '' || link.hasAttribute('download'))
    return;
  const { origin, pathname, search } = new URL(link.href);
  const isConsole = pathname === ROOT || pathname.startsWith(`${ROOT}/`);
  if (origin !== window.location.origin || !isConsole || pathname.startsWith(`${ROOT}/api/`)) return;
  event.preventDefault();
  navigate(`${pathname.slice(ROOT.length) || '/'}${search}`);
}
