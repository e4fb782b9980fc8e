import type { IncomingMessage } from 'node:http';
import { MESSAGE } from '@swapdesk/contract';
import type { FastifyInstance } from 'fastify';
import { isLoopback } from '../config.ts';
import { Refusal } from '../refusal.ts';
import type { openMetrics } from './metrics.ts';

/** Serves the figures at /metrics: to this machine alone unless they are public. */
export function addMetrics(
  server: FastifyInstance,
  metrics: ReturnType<typeof openMetrics>,
  isPublic: boolean,
): void {
  server.get('/metrics', async (request, reply) => {
    if (!isPublic && !isFromHere(request.raw)) throw new Refusal(MESSAGE.forbidden);
    return reply.type(metrics.contentType).send(await metrics.read());
  });
}

/** Whether a request comes from this machine itself. What a proxy here passes on comes from elsewhere. */
function isFromHere({ socket, headers }: IncomingMessage): boolean {
  const isPassedOn = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  return !isPassedOn && isLoopback(address);
}
