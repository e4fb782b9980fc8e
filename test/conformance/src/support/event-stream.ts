import * as http from 'node:http';
import * as https from 'node:https';
import { options } from './options.ts';
import { signedHeaders } from './signed.ts';

/** An event as it came: its id, and its data read as any client would. */
export interface StreamedEvent {
  readonly id: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const client = options.url.startsWith('https:') ? https : http;
const PATIENCE_MS = 30_000;

/** Listens to an order until so many events have come. */
export function listen(
  queryCode: string,
  count: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ contentType: string; events: StreamedEvent[] }> {
  return listenAt('/order/events', `query_code=${queryCode}`, count, headers);
}

/** Listens to a path below /openapi. */
export function listenAt(
  path: string,
  query: string,
  count: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ contentType: string; events: StreamedEvent[] }> {
  const signed = options.credentials === null ? {} : signedHeaders(options.credentials, { query, body: '' });
  return new Promise((resolve, reject) => {
    const target = `${options.url}/openapi${path}?${query}`;
    const request = client.get(target, { headers: { ...signed, ...headers }, agent: false });
    const timer = setTimeout(() => request.destroy(new Error(`no ${count} events in time`)), PATIENCE_MS);
    request.once('error', reject);
    request.once('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (piece: string) => {
        text += piece;
        const events = eventsIn(text);
        if (events.length < count) return;
        clearTimeout(timer);
        resolve({ contentType: response.headers['content-type'] ?? '', events });
        request.destroy();
      });
      response.once('error', reject);
    });
  });
}

function eventsIn(text: string): StreamedEvent[] {
  const frames = text.split('\n\n').slice(0, -1);
  return frames.flatMap((frame) => {
    const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(frame)?.[1];
    const [id, data] = [field('id'), field('data')];
    return id === undefined || data === undefined ? [] : [{ id, data: JSON.parse(data) }];
  });
}
