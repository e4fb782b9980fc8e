import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Arrivals } from './arrivals.ts';
import type { Task } from './generator.ts';
import type { Stretch } from './stretch.ts';
import type { Load } from './window.ts';

const PROGRAM = fileURLToPath(new URL('./generator.js', import.meta.url));

/** A running load generator. */
export interface Generator {
  readonly pid: number;
  load(url: string, requests: readonly Buffer[], connections: number, ms: number): Promise<Load>;
  /** Sends requests when they are due, whatever has become of those before. Returns what each stretch showed. */
  arrive(url: string, arrivals: Omit<Arrivals, 'host' | 'port'>): Promise<Stretch[]>;
  stop(): void;
}

export function startGenerator(): Generator {
  const child = fork(PROGRAM, { serialization: 'advanced' });
  const ended = once(child, 'exit').then((): never => {
    throw new Error('The load generator ended');
  });
  // Whoever waits for it is told; at the end nobody does.
  ended.catch(() => {});
  const ask = async <Made>(url: string, task: Task): Promise<Made> => {
    child.send(task);
    const answered = once(child, 'message') as Promise<[{ load?: Made; error?: string }]>;
    const [answer] = await Promise.race([answered, ended]);
    if (answer.load === undefined) throw new Error(`load on ${url}: ${answer.error}`);
    return answer.load;
  };
  return {
    pid: child.pid as number,
    load: (url, requests, connections, ms) =>
      ask(url, { busy: { ...placeOf(url), requests, connections, ms } }),
    arrive: (url, arrivals) => ask(url, { due: { ...placeOf(url), ...arrivals } }),
    stop: () => child.disconnect(),
  };
}

function placeOf(url: string): { host: string; port: number } {
  const { hostname, port } = new URL(url);
  return { host: hostname, port: Number(port) };
}
