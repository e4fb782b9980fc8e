import type { ServerResponse } from 'node:http';
import { PRIVATE } from './send.ts';

/** How long a browser waits before it comes back after a break. */
const RETRY_MS = 1_000;
const HEADERS = [
  ...['content-type', 'text/event-stream; charset=utf-8', ...PRIVATE],
  // Proxies that gather answers before they pass them on would keep events back.
  ...['x-accel-buffering', 'no'],
];

/** An answer that goes on: server-sent events. */
export class EventStream {
  private readonly response: ServerResponse;
  /** Whether whoever opened it still may. */
  private readonly mayGoOn: () => boolean;
  private wasStuck = false;

  constructor(response: ServerResponse, headers: readonly string[], mayGoOn = () => true) {
    this.response = response;
    this.mayGoOn = mayGoOn;
    response.writeHead(200, [...HEADERS, ...headers]);
    response.write(`retry: ${RETRY_MS}\n\n`);
  }

  /** False as long as the reader has not taken what was sent before, and once it has ended. */
  isReady(): boolean {
    return !this.response.writableNeedDrain && !this.response.writableEnded;
  }

  /** Sends an event. Whoever comes back says the number of the last one they got. */
  send(number: number, data: string): void {
    // Written to after its end, it would end the process.
    if (this.response.writableEnded) return;
    // Whoever comes back after its end is told why.
    if (this.mayGoOn()) this.response.write(`id: ${number}\ndata: ${data}\n\n`);
    else this.end();
  }

  /** A sign of life, so that neither side waits for one who is gone. Who takes nothing from one to the next is gone. */
  beat(): void {
    if (!this.mayGoOn()) this.end();
    else if (this.isReady()) this.response.write(':\n\n');
    else if (this.wasStuck) this.response.destroy();
    this.wasStuck = !this.isReady();
  }

  end(): void {
    this.response.end();
  }
}
