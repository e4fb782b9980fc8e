import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Load, Order } from './window.ts';

const PROGRAM = fileURLToPath(new URL('./generator.js', import.meta.url));

/** A running load generator. */
export interface Generator {
  load(url: string, requests: readonly Buffer[], connections: number, ms: number): Promise<Load>;
  stop(): void;
}

export function startGenerator(): Generator {
  const child = fork(PROGRAM, { serialization: 'advanced' });
  return {
    async load(url, requests, connections, ms) {
      const { hostname: host, port } = new URL(url);
      child.send({ host, port: Number(port), requests, connections, ms } satisfies Order);
      const [answer] = (await once(child, 'message')) as [{ load?: Load; error?: string }];
      if (answer.load === undefined) throw new Error(`load on ${url}: ${answer.error}`);
      return answer.load;
    },
    stop: () => child.disconnect(),
  };
}
