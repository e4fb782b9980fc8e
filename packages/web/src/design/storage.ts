/**
 * What this browser keeps for the pages. One that keeps nothing, as in some private windows, throws at every touch of it:
 * then nothing is kept, and nothing breaks.
 */
export function readStored(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** What this tab alone keeps: through a reload and the way back, and no longer than it is open. */
export function readOfTab(name: string): string | null {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Null: nothing any more. */
export function storeInTab(name: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, value);
  } catch {
    // Whoever keeps nothing has it for as long as the page is open.
  }
}

/** More than one order needs. */
const PROBE = 'x'.repeat(1_000);

/** True if something more can be kept: a browser may keep nothing, or have no room any more. */
export function canStore(): boolean {
  const isKept = store('probe', PROBE);
  if (isKept) localStorage.removeItem('probe');
  return isKept;
}

/** False if it is not kept. */
export function store(name: string, value: string): boolean {
  try {
    localStorage.setItem(name, value);
    return true;
  } catch {
    return false;
  }
}
