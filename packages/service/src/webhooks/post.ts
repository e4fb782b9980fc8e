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
import { hostOf, mayBeSentTo } from './webhook-url.ts';

const IDLE_MS = 10_000;
/** Of an answer nothing is used but its status: what follows is read so far and so long, so that the connection can be used again. */
const MOST_BODY_BYTES = 4_096;
const BODY_MS = 250;
const MOST_TARGETS = 1_000;
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

interface Target {
  readonly url: URL;
  readonly isPublic: boolean;
  /** Of this machine, which only test networks allow. */
  readonly isHere: boolean;
}

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
  const [plain, tls] = [new HttpAgent(connecting), new HttpsAgent(connecting)];

  /** What URLs say by themselves, for each to be read once: few are sent to, and often. */
  const targets = new Map<string, Target>();

  function remembered(text: string): Target {
    const url = new URL(text);
    const isPublic = mayBeSentTo(url, false);
    const target = { url, isPublic, isHere: !isPublic && mayBeSentTo(url, true) };
    if (targets.size >= MOST_TARGETS) targets.clear();
    targets.set(text, target);
    return target;
  }

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
    const { url, isHere, isPublic } = targets.get(text) ?? remembered(text);
    // The setting may have changed since it was made. An address that is no name is never looked up.
    if (!isPublic && !(isHere && allowsLoopback())) return ended(null, UNANSWERED.address);
    const isTls = url.protocol === 'https:';
    const options: RequestOptions = {
      method: 'POST',
      hostname: hostOf(url),
      port: url.port || (isTls ? 443 : 80),
      path: `${url.pathname}${url.search}`,
      headers: headersOf(url, headers, body),
      ...(isAgain ? { ...connecting, keepAlive: false, agent: false } : { agent: isTls ? tls : plain }),
    };
    const request = isTls ? httpsRequest(options) : httpRequest(options);
    const timers: NodeJS.Timeout[] = [];
    try {
      const response = await new Promise<IncomingMessage>((resolved, reject) => {
        // Of a request that was destroyed Node does not always say anything.
        const late = () => {
          reject(new Late());
          request.destroy();
        };
        timers.push(setTimeout(late, patience.headersMs));
        request.once('socket', (socket) => {
          if (!socket.connecting) return;
          const connect = setTimeout(late, patience.connectMs);
          timers.push(connect);
          socket.once(isTls ? 'secureConnect' : 'connect', () => clearTimeout(connect));
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
      plain.destroy();
      tls.destroy();
    },
  };
}

/** As a list, which Node writes as it stands: an object is looked at name by name, for each webhook again. */
function headersOf(url: URL, headers: Readonly<Record<string, string>>, body: string): string[] {
  return [
    ...['Host', url.host, 'Content-Type', 'application/json', 'User-Agent', 'swapdesk'],
    ...['Content-Length', String(Buffer.byteLength(body))],
    ...Object.entries(headers).flat(),
  ];
}

/** Reads to the end, or as far as anybody is patient: what it says changes nothing, and nobody waits for it. */
function passOver(response: IncomingMessage): void {
  // Most say all they have to say at once.
  if (response.complete) return void response.resume();
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
