/** Signals that ask a process to stop. */
export interface Signals {
  readonly received: boolean;
  /** Resolves at the first signal. */
  readonly first: Promise<void>;
}

/** The first signal stops cleanly, also one that comes while starting; a second one does not wait. */
export function watchSignals(): Signals {
  let received = false;
  const first = new Promise<void>((resolve) => {
    const onSignal = () => {
      if (received) process.exit(130);
      received = true;
      console.log('\nStopping…');
      resolve();
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  });
  return {
    first,
    get received() {
      return received;
    },
  };
}
