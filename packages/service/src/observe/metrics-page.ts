import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { MESSAGE } from '@swapdesk/contract';
import type { FastifyInstance } from 'fastify';
import { withoutMapping } from '../access/proxies.ts';
import { isLoopback } from '../config.ts';
import { Refusal } from '../refusal.ts';
import type { openMetrics } from './metrics.ts';

export interface MetricsAccess {
  readonly isPublic: boolean;
  readonly token: string | null;
  /** A proxy hands requests on, and may not say so: then what comes from this machine may come from anywhere. */
  readonly isReachable: boolean;
}

/** Serves the figures at /metrics: to whoever has the token, or else to this machine alone, unless they are public. */
export function addMetrics(
  server: FastifyInstance,
  metrics: ReturnType<typeof openMetrics>,
  { isPublic, token, isReachable }: MetricsAccess,
): void {
  const isLocal = (request: IncomingMessage) => token === null && !isReachable && isFromHere(request);
  server.get('/metrics', async (request, reply) => {
    if (!isPublic && !isLocal(request.raw) && !hasToken(request.raw, token))
      throw new Refusal(MESSAGE.forbidden);
    return reply.type(metrics.contentType).send(await metrics.read());
  });
}

/** Whether a request comes from this machine itself. What a proxy here passes on comes from elsewhere. */
function isFromHere({ socket, headers }: IncomingMessage): boolean {
  const isPassedOn = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
  return !isPassedOn && isLoopback(withoutMapping(socket.remoteAddress ?? ''));
}

/** Compared by their hashes, in the same time whatever is right of it. */
function hasToken({ headers }: IncomingMessage, token: string | null): boolean {
  const given = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1];
  if (token === null || given === undefined) return false;
  const hashOf = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hashOf(given), hashOf(token));
}
