import {
  type AccountEvent,
  type QueriedOrder,
  type SwapdeskClient,
  verifyWebhook,
} from '../../../../packages/client/src/index.ts';
import type { Received } from '../../../../packages/service/src/webhooks/testing/receiver.ts';

/** What an integrator knows of an order: its status, and what was transferred for good, amounts by transaction. */
export interface OrderBook {
  readonly status: number;
  readonly deposits: Readonly<Record<string, string>>;
  readonly payouts: Readonly<Record<string, string>>;
  readonly refunds: Readonly<Record<string, string>>;
}

/** Books by the number of the order, of nothing but what events say. */
export function booksOf(events: readonly AccountEvent[]): Record<string, OrderBook> {
  const books: Record<string, OrderBook> = {};
  for (const { order_no: no, type, status, txid = '', volume = '' } of events) {
    const known = books[no] ?? { status: 1, deposits: {}, payouts: {}, refunds: {} };
    const [of, what] = type.split('.');
    const [side, now] =
      of === 'order' ? ['status', status] : [`${of}s`, { ...known[`${of}s` as 'deposits'] }];
    if (typeof now === 'object' && what === 'confirmed') now[txid] = volume;
    if (typeof now === 'object' && what === 'undone') delete now[txid];
    books[no] = { ...known, [side as string]: now };
  }
  return books;
}

/** The same as the service has it. */
export function bookOf({ status, input, output, refund }: QueriedOrder): OrderBook {
  const done = (all: readonly { txid: string; volume: string; update_at: number }[]) =>
    Object.fromEntries(
      all.filter(({ update_at }) => update_at > 0).map(({ txid, volume }) => [txid, volume]),
    );
  return { status, deposits: done(input), payouts: done(output), refunds: done(refund) };
}

/** What an integrator's server has been sent, each event once. Throws what is not signed. */
export class HookBook {
  readonly events = new Map<number, AccountEvent>();
  private readonly secret: string;

  constructor(secret: string) {
    this.secret = secret;
  }

  async take({ body, headers }: Received): Promise<void> {
    const { payload } = await verifyWebhook<AccountEvent>(this.secret, body, headers);
    const before = this.events.get(payload.account_number);
    if (before !== undefined && JSON.stringify(before) !== JSON.stringify(payload))
      throw new Error(`event ${payload.account_number} came as two things`);
    this.events.set(payload.account_number, payload);
  }
}

/** Reads the log by asking, a page at a time, until it is told to stop. */
export async function poll(client: SwapdeskClient, stop: AbortSignal, into: AccountEvent[]): Promise<void> {
  while (!stop.aborted) {
    const { data } = await client.accountEvents({ after: into.length, limit: 50 });
    into.push(...data);
    if (data.length === 0) await new Promise((done) => setTimeout(done, 50));
  }
}

/** Reads the log as a stream, until it is told to stop. */
export async function follow(client: SwapdeskClient, stop: AbortSignal, into: AccountEvent[]): Promise<void> {
  try {
    for await (const event of client.followAccount({ after: 0, signal: stop })) into.push(event);
  } catch (error) {
    if (!stop.aborted) throw error;
  }
}
