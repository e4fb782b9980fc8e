import * as http from 'node:http';
import * as https from 'node:https';
import * as net from 'node:net';
import * as tls from 'node:tls';
import { options } from './options.ts';

export interface HttpRequest {
  readonly method: string;
  /** From the root, with the query string. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  /** The body as it came. */
  readonly text: string;
}

const secure = options.url.startsWith('https:');
const client = secure ? https : http;
const agent = new client.Agent({ keepAlive: true, maxSockets: 8 });

/** One exchange with the host. Not fetch, which cannot send a GET with a body. */
export function exchange({ method, target, headers, body }: HttpRequest): Promise<HttpAnswer> {
  const length: Record<string, number> =
    body.length === 0 ? {} : { 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const request = client.request(options.url + target, {
      method,
      agent,
      headers: { ...headers, ...length },
    });
    request.once('error', reject);
    request.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({ status: response.statusCode as number, headers: response.headers, text });
      });
    });
    request.end(body);
  });
}

/** Sends text that need not be HTTP; returns all that the host says until it hangs up. */
export function say(text: string): Promise<string> {
  const { hostname, port } = new URL(options.url);
  const place = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || (secure ? 443 : 80)) };
  return new Promise((resolve, reject) => {
    const socket = secure ? tls.connect({ ...place, servername: hostname }) : net.connect(place);
    const chunks: Buffer[] = [];
    socket.setTimeout(10_000, () => socket.destroy(new Error('the host does not hang up')));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.once('error', reject);
    socket.once('close', () => resolve(Buffer.concat(chunks).toString('utf8')));
    socket.write(text);
  });
}
