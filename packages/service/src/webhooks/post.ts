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
/** Of an answer nothing is used but its status: what follows is read so far, so that the connection can be used again. */
const MOST_BODY_BYTES = 4_096;
const TLS = /^(?:ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|EPROTO|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH)/;

/** How long each part of an attempt may take, from its beginning. */
export interface Patience {
  readonly connectMs: number;
  readonly headersMs: number;
  readonly wholeMs: number;
}
export const PATIENCE: Patience = { connectMs: 5_000, headersMs: 10_000, wholeMs: 15_000 };

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
    const limit = (ms: number) => setTimeout(() => request.destroy(new Late()), ms);
    const connect = limit(patience.connectMs);
    const [answer, whole] = [limit(patience.headersMs), limit(patience.wholeMs)];
    request.once('socket', (socket) => {
      if (!socket.connecting) return clearTimeout(connect);
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => clearTimeout(connect));
    });
    try {
      const response = await new Promise<IncomingMessage>((resolved, reject) => {
        request.once('response', resolved).on('error', reject).end(body);
      });
      clearTimeout(answer);
      const retryAfter = readRetryAfter(response.headers['retry-after'], Date.now());
      await readSome(response);
      return ended(response.statusCode ?? null, null, retryAfter);
    } catch (error) {
      // The other side had closed it just then. Whoever gets it twice knows it by its id.
      if (request.reusedSocket && isCutOff(error) && !isAgain) return post(text, headers, body, true);
      return ended(null, reasonOf(error));
    } finally {
      for (const timer of [connect, answer, whole]) clearTimeout(timer);
    }
  }

  return {
    post: (url, headers, body) => post(url, headers, body),
    close: () => {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

/** To its end, or as far as anybody is patient: what it says changes nothing. */
async function readSome(response: IncomingMessage): Promise<void> {
  let read = 0;
  try {
    for await (const chunk of response) {
      read += (chunk as Buffer).length;
      if (read > MOST_BODY_BYTES) return;
    }
  } catch {
    // It broke off, or took too long.
  }
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
