import {
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { UNANSWERED, type Unanswered } from '@swapdesk/contract';
import { addressKind } from './address-kind.ts';
import { AddressRefused, checkedLookup, NameNotFound, type Resolve } from './checked-lookup.ts';
import type { Outcome } from './outcome.ts';
import { readRetryAfter } from './retry.ts';
import { mayBeSentTo } from './webhook-url.ts';

const IDLE_MS = 10_000;
/** Of an answer nothing is used but its status: what follows is read so far and so long, so that the connection can be used again. */
const MOST_BODY_BYTES = 4_096;
const BODY_MS = 250;
const TLS = /^(?:ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|EPROTO|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH)/;

/** How long each part of an attempt may take, from its beginning. */
export interface Patience {
  readonly connectMs: number;
  readonly headersMs: number;
}
export const PATIENCE: Patience = { connectMs: 5_000, headersMs: 10_000 };

export interface PosterOptions {
  readonly resolve: Resolve;
  readonly allowsLoopback: () => boolean;
  readonly patience?: Patience;
  /** Who is trusted in place of those whom everybody trusts. */
  readonly ca?: string;
  /** Whose the addresses are that names stand for. */
  readonly kindOf?: typeof addressKind;
}

/** Sends a body to where a webhook may go, and nowhere else. */
export interface WebhookPoster {
  post(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<Outcome>;
  /** Closes all connections. */
  close(): void;
}

class Late extends Error {}

/** Follows no redirect, knows no proxy, and connects to no address but one that was looked at. */
export function openPoster({
  resolve,
  allowsLoopback,
  patience = PATIENCE,
  ca,
  kindOf = addressKind,
}: PosterOptions): WebhookPoster {
  const connecting = {
    keepAlive: true,
    timeout: IDLE_MS,
    lookup: checkedLookup(resolve, kindOf),
    ...(ca !== undefined && { ca }),
  };
  const agents = { 'http:': new HttpAgent(connecting), 'https:': new HttpsAgent(connecting) };

  async function post(
    text: string,
    headers: Readonly<Record<string, string>>,
    body: string,
    isAgain = false,
  ): Promise<Outcome> {
    const began = performance.now();
    const ended = (status: number | null, error: Unanswered | null, retryAfterMs: number | null = null) => ({
      status,
      error,
      retryAfterMs,
      tookMs: Math.round(performance.now() - began),
    });
    const url = new URL(text);
    // The setting may have changed since it was made. An address that is no name is never looked up.
    if (!mayBeSentTo(url, allowsLoopback())) return ended(null, UNANSWERED.address);
    const options: RequestOptions = {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/json',
        'user-agent': 'swapdesk',
        'content-length': Buffer.byteLength(body),
      },
      ...(isAgain
        ? { ...connecting, keepAlive: false, agent: false }
        : { agent: agents[url.protocol as 'https:'] }),
    };
    const request = url.protocol === 'https:' ? httpsRequest(url, options) : httpRequest(url, options);
    const timers: NodeJS.Timeout[] = [];
    try {
      const response = await new Promise<IncomingMessage>((resolved, reject) => {
        // Of a request that was destroyed Node does not always say anything.
        const late = () => {
          reject(new Late());
          request.destroy();
        };
        const connect = setTimeout(late, patience.connectMs);
        timers.push(connect, setTimeout(late, patience.headersMs));
        request.once('socket', (socket) => {
          if (!socket.connecting) return clearTimeout(connect);
          socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => clearTimeout(connect));
        });
        // Whoever wants to talk otherwise has answered, and is not talked to.
        request.once('upgrade', (response, socket) => {
          socket.destroy();
          resolved(response);
        });
        request.once('response', resolved).on('error', reject).end(body);
      });
      const retryAfter = readRetryAfter(response.headers['retry-after'], Date.now());
      passOver(response);
      return ended(response.statusCode ?? null, null, retryAfter);
    } catch (error) {
      // The other side had closed it just then. Whoever gets it twice knows it by its id.
      if (request.reusedSocket && isCutOff(error) && !isAgain) return post(text, headers, body, true);
      return ended(null, reasonOf(error));
    } finally {
      for (const timer of timers) clearTimeout(timer);
    }
  }

  return {
    post: (url, headers, body) => post(url, headers, body),
    close: () => {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

/** Reads to the end, or as far as anybody is patient: what it says changes nothing, and nobody waits for it. */
function passOver(response: IncomingMessage): void {
  let read = 0;
  const cutOff = setTimeout(() => response.destroy(), BODY_MS);
  response
    .on('data', (chunk: Buffer) => {
      read += chunk.length;
      if (read > MOST_BODY_BYTES) response.destroy();
    })
    .on('error', () => {})
    .once('close', () => clearTimeout(cutOff));
}

function isCutOff(error: unknown): boolean {
  return ['ECONNRESET', 'EPIPE'].includes((error as { code?: string }).code ?? '');
}

function reasonOf(error: unknown): Unanswered {
  if (error instanceof AddressRefused) return UNANSWERED.address;
  if (error instanceof NameNotFound) return UNANSWERED.name;
  if (error instanceof Late) return UNANSWERED.time;
  return TLS.test((error as { code?: string }).code ?? '') ? UNANSWERED.tls : UNANSWERED.connection;
}
