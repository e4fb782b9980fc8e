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

/** False if it is not kept. */
export function store(name: string, value: string): boolean {
  try {
    localStorage.setItem(name, value);
    return true;
  } catch {
    return false;
  }
}
