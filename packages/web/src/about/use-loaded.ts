import { useEffect, useState } from 'preact/hooks';

interface Loaded<T> {
  readonly value: T | null;
  readonly isFailed: boolean;
}

/** Whoever looks at a service that is away is shown what there was, and what there is as soon as it is back. */
const AGAIN_MS = 5_000;

/** Reads something, again after a failure, and again every so often if that is said. */
export function useLoaded<T>(load: () => Promise<T>, everyMs: number | null = null): Loaded<T> {
  const [loaded, setLoaded] = useState<Loaded<T>>({ value: null, isFailed: false });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const again = (ms: number | null) => {
      if (ms !== null && !isGone) timer = setTimeout(() => setTurn((before) => before + 1), ms);
    };
    load().then(
      (value) => {
        if (!isGone) setLoaded({ value, isFailed: false });
        again(everyMs);
      },
      () => {
        if (!isGone) setLoaded(({ value }) => ({ value, isFailed: true }));
        again(AGAIN_MS);
      },
    );
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [turn]);
  return loaded;
}
