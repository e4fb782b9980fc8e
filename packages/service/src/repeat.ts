/** Background work under way. */
export interface Repeating {
  /** Ends it, after the run that is under way. */
  stop(): Promise<void>;
}

/** Runs the work again and again, each time a while after the last has ended, until stopped. */
export function repeat(
  work: () => Promise<void>,
  pauseMs: number,
  onError: (error: unknown) => void,
): Repeating {
  let timer: NodeJS.Timeout;
  let stopped = false;
  let running = Promise.resolve();

  const next = () => {
    timer = setTimeout(() => {
      running = work()
        .catch(onError)
        .then(() => {
          if (!stopped) next();
        });
    }, pauseMs);
    timer.unref();
  };
  next();

  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
