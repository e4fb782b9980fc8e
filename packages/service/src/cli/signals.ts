/** Signals that ask a process to stop. */
export interface Signals {
  readonly received: boolean;
  /** Resolves at the first signal. Until then the process stays, even if it has nothing left open: its database may be back. */
  wait(): Promise<void>;
}

/** One Ctrl-C comes twice where npm passes it on beside the terminal, as it does where its shell is bash. */
const SAME_MS = 1_000;
const STAY_MS = 60_000;

/** The first signal stops cleanly, also one that comes while starting; a second one, later, does not wait. */
export function watchSignals(): Signals {
  let received = false;
  let receivedAt = 0;
  const first = new Promise<void>((resolve) => {
    const onSignal = () => {
      if (received && performance.now() - receivedAt < SAME_MS) return;
      if (received) process.exit(130);
      received = true;
      receivedAt = performance.now();
      console.log('\nStopping…');
      resolve();
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  });
  return {
    async wait() {
      const staying = setInterval(() => {}, STAY_MS);
      await first;
      clearInterval(staying);
    },
    get received() {
      return received;
    },
  };
}

/** Whoever knows that a chain has news can say so by a signal: a script that a node runs at each block, for one. */
export function onNews(look: () => void): void {
  process.on('SIGUSR2', look);
}
