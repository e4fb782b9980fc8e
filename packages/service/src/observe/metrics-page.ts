import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { MESSAGE } from '@swapdesk/contract';
import { withoutMapping } from '../access/address-list.ts';
import { isLoopback } from '../configuration/loopback.ts';
import { Refusal } from '../refusal.ts';
import type { MetricsPage } from './metrics.ts';

export interface MetricsAccess {
  readonly isPublic: boolean;
  readonly token: string | null;
  /** A proxy hands requests on, and may not say so: then what comes from this machine may come from anywhere. */
  readonly isReachable: boolean;
}

/** Reads the figures: for whoever has the token, or else for this machine alone, unless they are public. */
export function metricsReader(
  metrics: Pick<MetricsPage, 'read'>,
  { isPublic, token, isReachable }: MetricsAccess,
): (request: IncomingMessage) => Promise<string> {
  const isLocal = (request: IncomingMessage) => token === null && !isReachable && isFromHere(request);
  return async (request) => {
    if (!isPublic && !isLocal(request) && !hasToken(request, token)) throw new Refusal(MESSAGE.forbidden);
    return metrics.read();
  };
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
