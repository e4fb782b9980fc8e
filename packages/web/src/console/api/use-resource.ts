import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { isAnybodyHere } from './presence.ts';

/** Something that is read from the service. What was read before stays in sight while it is read anew. */
export interface Resource<T> {
  readonly value: T | null;
  readonly failure: unknown;
  readonly isLoading: boolean;
  /** Reads it again now, after something was changed. */
  again(): void;
}

type Load<T> = (signal: AbortSignal) => Promise<T>;

/**
 * Reads something when a page opens, again whenever its key changes, and again some time after each answer, while
 * somebody is there. An answer that comes after the key has changed is thrown away: an old one never overwrites a newer.
 */
export function useResource<T>(key: string, load: Load<T>, everyMs?: number): Resource<T> {
  const [read, setRead] = useState<Omit<Resource<T>, 'again'>>({
    value: null,
    failure: null,
    isLoading: true,
  });
  const [turn, setTurn] = useState(0);
  const again = useCallback(() => setTurn((before) => before + 1), []);
  const latest = useRef(load);
  latest.current = load;

  useEffect(() => {
    const abort = new AbortController();
    setRead((before) => ({ ...before, isLoading: true }));
    latest
      .current(abort.signal)
      .then(
        (value) => ({ value, failure: null }),
        (failure: unknown) => ({ failure }),
      )
      .then((outcome) => {
        if (!abort.signal.aborted) setRead((before) => ({ ...before, ...outcome, isLoading: false }));
      });
    return () => abort.abort();
  }, [key, turn]);

  const isLive = everyMs !== undefined;
  const isWaiting = !read.isLoading && isLive;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => isAnybodyHere() && again(), everyMs);
    return () => clearInterval(timer);
  }, [isWaiting, everyMs, again]);
  // Whoever comes back does not wait for what was asked before: on a line that was gone it is never answered.
  useEffect(() => {
    if (!isLive) return;
    const look = () => isAnybodyHere() && again();
    document.addEventListener('visibilitychange', look);
    addEventListener('online', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      removeEventListener('online', look);
    };
  }, [isLive, again]);

  return { ...read, again };
}
