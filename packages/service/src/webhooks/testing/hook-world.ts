import { numberEvents } from '../../events/number-events.ts';
import { type AccountWorld, openAccountWorld } from '../../events/testing/account-world.ts';
import type { Order } from '../../orders/order.ts';
import { deskKey } from '../../secrets/desk-key.ts';
import { secretBox } from '../../secrets/sealed-secret.ts';
import { transaction } from '../../store/transaction.ts';
import { Deliverer } from '../deliverer.ts';
import { createWebhook, type WithSecret } from '../manage-webhooks.ts';
import { openPoster, type PosterOptions } from '../post.ts';
import { findWebhook, type StoredWebhook } from '../stored-webhook.ts';
import { openReceiver, type Receiver } from './receiver.ts';

/** A world whose accounts are sent what happens, by as many nodes as a test starts. */
export class HookWorld {
  readonly open: AccountWorld;
  readonly box = secretBox(deskKey(Buffer.alloc(32, 9)), 'webhook secrets');
  /** How far the nodes' time is ahead of this machine's. */
  aheadMs = 0;
  readonly errors: unknown[] = [];
  private readonly nodes: (() => Promise<void>)[] = [];
  private readonly receivers: Receiver[] = [];
  private readonly orders = new Map<number, Order>();

  constructor(open: AccountWorld) {
    this.open = open;
  }

  get database() {
    return this.open.world.database;
  }

  readonly clockMs = () => Date.now() + this.aheadMs;
  readonly now = () => Math.floor(this.clockMs() / 1_000);

  /** Starts a node that delivers; returns how to stop it. */
  node(options: Partial<PosterOptions> = {}): () => Promise<void> {
    const poster = openPoster({
      resolve: async (name) => Promise.reject(new Error(name)),
      allowsLoopback: () => true,
      patience: { connectMs: 500, headersMs: 1_000 },
      ...options,
    });
    const { database, box, clockMs } = this;
    const catalogue = () => this.open.world.market().catalogue;
    const parts = { database, poster, box, catalogue, clockMs, random: () => 0.5 };
    const deliverer = new Deliverer(parts, (error) => this.errors.push(error));
    let stopped: Promise<void> | null = null;
    const stop = () => {
      stopped ??= deliverer.stop().then(() => poster.close());
      return stopped;
    };
    this.nodes.push(stop);
    return stop;
  }

  /** An endpoint of the shop's. */
  endpoint(
    url: string,
    more: { types?: string[]; after?: number; accountId?: number } = {},
  ): Promise<WithSecret> {
    const { accountId = this.open.shop.account.id, types = [], after } = more;
    const context = { box: this.box, allowsLoopback: true, now: this.now() };
    return transaction(this.database, (client) =>
      createWebhook(client, context, { accountId, url, types, after }),
    );
  }

  /** So many things happen to an order of the shop's, or of somebody else's. */
  async happen(many: number, { caller = this.open.shop, type = 'deposit.seen' } = {}): Promise<void> {
    const { id: accountId } = caller.account;
    const order = this.orders.get(accountId) ?? (await this.open.world.place({ caller }));
    this.orders.set(accountId, order);
    await this.database.query(
      `INSERT INTO order_event (order_id, at, type, asset_id, units, txid)
       SELECT $1, 0, $3, 1, 1, 'dust' FROM generate_series(1, $2::int)`,
      [order.id, many, type],
    );
    await numberEvents(this.database);
  }

  standing({ id }: { readonly id: number }): Promise<StoredWebhook> {
    return findWebhook(this.database, { id, accountId: null });
  }

  /** Waits until the store says so. */
  async until(isSo: () => Promise<boolean>): Promise<void> {
    while (!(await isSo())) await new Promise((done) => setTimeout(done, 20));
  }

  /** Whether anything is under way, or to be sent by now. */
  async isBusy(): Promise<boolean> {
    const { rowCount } = await this.database.query(
      `SELECT FROM webhook_due d JOIN webhook_endpoint e ON e.id = d.endpoint_id
        WHERE e.paused_at IS NULL AND (d.is_open OR d.next_at_ms <= $1) LIMIT 1`,
      [this.clockMs()],
    );
    return rowCount !== 0;
  }

  /** Resolves when nothing of the endpoint is to be sent any more. */
  async settled(webhook: { readonly id: number; readonly account_id: number }): Promise<void> {
    await this.until(async () => {
      const { rows } = await this.database.query<{ behind: boolean }>(
        `SELECT EXISTS (SELECT FROM account_event a WHERE a.account_id = e.account_id AND a.number > e.position)
             OR EXISTS (SELECT FROM webhook_due d WHERE d.endpoint_id = e.id) AS behind FROM webhook_endpoint e WHERE e.id = $1`,
        [webhook.id],
      );
      return rows[0]?.behind === false;
    });
  }

  /** Somebody who has it sent to them, for as long as the world is open. */
  async receiver(...args: Parameters<typeof openReceiver>): Promise<Receiver> {
    const made = await openReceiver(...args);
    this.receivers.push(made);
    return made;
  }

  /** What became of each attempt, the oldest first. */
  attempts(id: number) {
    return this.open.world.rows<{
      number: number;
      try: number;
      http_status: number | null;
      error: string | null;
      next_at_ms: number | null;
    }>(
      'SELECT number, try, http_status, error, next_at_ms FROM webhook_attempt WHERE endpoint_id = $1 ORDER BY id',
      [id],
    );
  }

  async close(): Promise<void> {
    for (const stop of this.nodes) await stop();
    await this.open.world.close();
    for (const each of this.receivers) await each.close();
  }
}

export async function openHookWorld(): Promise<HookWorld> {
  return new HookWorld(await openAccountWorld());
}
