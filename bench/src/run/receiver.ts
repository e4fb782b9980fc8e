import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../load/receiver.js', import.meta.url));

/** A server that takes webhooks. */
export interface Receiver {
  readonly url: string;
  /** How many it has taken so far. */
  received(): Promise<number>;
  stop(): void;
}

export async function startReceiver(): Promise<Receiver> {
  const child = fork(PROGRAM);
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return {
    url: `http://127.0.0.1:${port}/hook`,
    async received() {
      child.send('how many');
      const [answer] = (await once(child, 'message')) as [{ received: number }];
      return answer.received;
    },
    stop: () => child.disconnect(),
  };
}
