/** Background work under way. */
export interface Repeating {
  /** Ends it, after the run that is under way; that is told to hurry. */
  stop(): Promise<void>;
}

/** Runs the work again and again, each time a while after the last has ended, until stopped. */
export function repeat(
  work: (stopping: AbortSignal) => Promise<void>,
  pauseMs: number,
  onError: (error: unknown) => void,
): Repeating {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout;
  let running = Promise.resolve();

  const next = () => {
    timer = setTimeout(() => {
      running = work(stopping.signal)
        .catch(onError)
        .then(() => {
          if (!stopping.signal.aborted) next();
        });
    }, pauseMs);
    timer.unref();
  };
  next();

  return {
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
