/** Background work under way. */
export interface Repeating {
  /** Ends it, after the run that is under way; that is told to hurry. */
  stop(): Promise<void>;
  /** Does not wait for the pause to end. If a run is under way, another follows at once. */
  hurry(): void;
}

/** Runs the work again and again, each time a while after the last has ended, until stopped. The while may change. */
export function repeat(
  work: (stopping: AbortSignal) => Promise<void>,
  pauseMs: number | (() => number),
  onError: (error: unknown) => void,
): Repeating {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout;
  let running = Promise.resolve();
  let isRunning = false;
  let isUrgent = false;

  const next = () => {
    timer = setTimeout(run, isUrgent ? 0 : typeof pauseMs === 'number' ? pauseMs : pauseMs());
    timer.unref();
    isUrgent = false;
  };
  const run = () => {
    isRunning = true;
    running = work(stopping.signal)
      .catch(onError)
      .then(() => {
        isRunning = false;
        if (!stopping.signal.aborted) next();
      });
  };
  next();

  return {
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
    hurry() {
      if (stopping.signal.aborted) return;
      isUrgent = true;
      if (isRunning) return;
      clearTimeout(timer);
      next();
    },
  };
}
