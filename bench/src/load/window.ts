import { Connection } from './connection.ts';
import { percentile } from './percentile.ts';

/** A window of load to be made. */
export interface Order {
  readonly host: string;
  readonly port: number;
  /** Whole HTTP requests, sent in turn. */
  readonly requests: readonly Buffer[];
  readonly connections: number;
  readonly ms: number;
}

/** What a window of load showed. Every answer was a success, or the window fails. */
export interface Load {
  readonly answers: number;
  /** Answers to requests that were under way when the time was over; not in any other figure. */
  readonly late: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Processor time of the generator itself. */
  readonly cpuUs: number;
}

/** Loads a server for a while: each connection sends its next request as soon as it has an answer. */
export async function makeLoad({ host, port, requests, connections, ms }: Order): Promise<Load> {
  const open = await Promise.all(Array.from({ length: connections }, () => Connection.open(host, port)));
  const latencies: number[] = [];
  let late = 0;
  let next = Math.floor(Math.random() * requests.length);
  const cpu = process.cpuUsage();
  const began = performance.now();
  const end = began + ms;

  const keepBusy = (connection: Connection): Promise<void> =>
    new Promise((resolve, reject) => {
      let sentAt = 0;
      const send = () => {
        next = next + 1 < requests.length ? next + 1 : 0;
        sentAt = performance.now();
        connection.send(requests[next] as Buffer, answered, reject);
      };
      const answered = () => {
        const now = performance.now();
        if (now < end) {
          latencies.push(now - sentAt);
          send();
        } else {
          late++;
          resolve();
        }
      };
      send();
    });

  try {
    await Promise.all(open.map(keepBusy));
  } finally {
    for (const connection of open) connection.close();
  }
  const { user, system } = process.cpuUsage(cpu);
  latencies.sort((a, b) => a - b);
  return {
    answers: latencies.length,
    late,
    perSecond: (latencies.length * 1000) / ms,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    cpuUs: user + system,
  };
}
