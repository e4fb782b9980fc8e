/** Background work under way. */
export interface Repeating {
  /** Ends it, after the run that is under way; that is told to hurry. */
  stop(): Promise<void>;
  /** Does not wait for the pause to end. If a run is under way, another follows it. */
  hurry(): void;
}

/**
 * Runs the work again and again, each time a while after the last has ended, until stopped. The while may change. However often it is
 * told to hurry, so long is left between two runs for what they have to do to gather.
 */
export function repeat(
  work: (stopping: AbortSignal) => Promise<void>,
  pauseMs: number | (() => number),
  onError: (error: unknown) => void,
  gatherMs: number | (() => number) = 0,
): Repeating {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout;
  let running = Promise.resolve();
  let isRunning = false;
  let isUrgent = false;
  /** The next run is as soon as it can be. */
  let isNear = false;

  const next = () => {
    isNear = isUrgent;
    const waitMs = isUrgent ? gatherMs : pauseMs;
    timer = setTimeout(run, typeof waitMs === 'number' ? waitMs : waitMs());
    timer.unref();
    isUrgent = false;
  };
  const run = () => {
    isRunning = true;
    isNear = false;
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
      if (stopping.signal.aborted || isNear) return;
      isUrgent = true;
      if (isRunning) return;
      clearTimeout(timer);
      next();
    },
  };
}
