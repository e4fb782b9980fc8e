import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import type { OrderEvent } from '../../../../packages/contract/src/index.ts';

const PATIENCE_MS = 60_000;

/** Reads server-sent events as a client does, and keeps all that came. */
export class EventReader {
  readonly events: OrderEvent[] = [];
  readonly ids: string[] = [];
  /** Signs of life. */
  beats = 0;
  hasEnded = false;
  readonly response: IncomingMessage;
  private readonly request: ClientRequest;
  private rest = '';

  private constructor(request: ClientRequest, response: IncomingMessage) {
    this.request = request;
    this.response = response;
    response.setEncoding('utf8');
    response.on('data', (text: string) => this.take(text));
    response.on('close', () => {
      this.hasEnded = true;
    });
    response.on('error', () => {});
  }

  static open(url: string, queryCode: string, headers: Record<string, string> = {}): Promise<EventReader> {
    return EventReader.openAt(`${url}/openapi/order/events?query_code=${queryCode}`, headers);
  }

  static openAt(target: string, headers: Record<string, string>): Promise<EventReader> {
    return new Promise((resolve, reject) => {
      const request = get(target, { headers, agent: false }, (response) =>
        resolve(new EventReader(request, response)),
      );
      request.on('error', reject);
    });
  }

  /** Waits until so many events have come; throws if the stream ends before, or if they do not come. */
  async has(count: number): Promise<readonly OrderEvent[]> {
    const until = Date.now() + PATIENCE_MS;
    while (this.events.length < count) {
      if (this.hasEnded) throw new Error(`the stream ended after ${this.heard()}`);
      if (Date.now() > until) throw new Error(`waited in vain for event ${count} after ${this.heard()}`);
      await new Promise((done) => setTimeout(done, 10));
    }
    return this.events;
  }

  async ended(): Promise<void> {
    while (!this.hasEnded) await new Promise((done) => setTimeout(done, 10));
  }

  close(): void {
    this.request.destroy();
  }

  private heard(): string {
    return `${this.events.length} events: ${this.events.map(({ type }) => type).join(', ')}`;
  }

  private take(text: string): void {
    const frames = (this.rest + text).split('\n\n');
    this.rest = frames.pop() as string;
    for (const frame of frames) this.read(frame);
  }

  private read(frame: string): void {
    if (frame === ':') this.beats++;
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(frame)?.[1];
    const data = field('data');
    if (data === undefined) return;
    this.events.push(JSON.parse(data) as OrderEvent);
    this.ids.push(field('id') as string);
  }
}
