import type { AlertPlaces } from '../configuration/chains-config.ts';
import { signedHeaders } from '../webhooks/sign.ts';
import { type Channel, type Notice, NotTold } from './alert.ts';

const TIMEOUT_MS = 5_000;

/** What every message says of where it comes from. */
export interface Sender {
  /** What people call this desk. */
  readonly desk: string;
  readonly network: string;
  readonly clock: () => number;
}

/** Posts each notice by itself, signed as Standard Webhooks has it. */
export function webhookChannel({ url, key }: NonNullable<AlertPlaces['webhook']>, sender: Sender): Channel {
  const { host } = new URL(url);
  return {
    name: 'webhook',
    most: 1,
    async send([notice], stopping) {
      const { id } = notice as Notice;
      const body = bodyOf(notice as Notice, sender);
      const at = sender.clock();
      const timeout = AbortSignal.timeout(TIMEOUT_MS);
      const answer = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'swapdesk',
          ...signedHeaders([key], id, at, body),
        },
        body,
        // Who is told is what the operator has named, and nobody else.
        redirect: 'manual',
        signal: stopping === undefined ? timeout : AbortSignal.any([timeout, stopping]),
      }).catch((error: unknown) => {
        throw new NotTold(`${host} cannot be reached: ${reasonOf(error)}`);
      });
      await answer.body?.cancel();
      if (!answer.ok) throw new NotTold(`${host} answered ${answer.status}`);
      return `${host} answered ${answer.status}`;
    },
  };
}

function bodyOf({ kind, what, facts, advice, since, at }: Notice, { desk, network }: Sender): string {
  return JSON.stringify({
    type: `alert.${kind}`,
    timestamp: timeOf(at),
    data: { desk, network, what, facts, advice, since: timeOf(since) },
  });
}

export function timeOf(seconds: number): string {
  return new Date(seconds * 1_000).toISOString();
}

/** Messages may hold the whole URL, codes do not. */
function reasonOf(error: unknown): string {
  const { name, cause } = error as { name?: string; cause?: { code?: unknown } };
  if (name === 'TimeoutError') return `no answer within ${TIMEOUT_MS / 1_000} s`;
  return typeof cause?.code === 'string' ? cause.code : 'no answer';
}
