import { ed25519 } from '@noble/curves/ed25519.js';
import { ACTS } from '../../../packages/service/src/acts/index.ts';
import { redirectPayout } from '../../../packages/service/src/acts/redirect-payout.ts';
import { addressForm } from '../../../packages/service/src/chains/address-forms.ts';
import { encodeVersionedHash } from '../../../packages/service/src/chains/base58check.ts';
import { askToCancel } from '../../../packages/service/src/engine/payments/cancelled-payments.ts';
import { confirmProposal, propose } from '../../../packages/service/src/operators/proposals.ts';
import { cancelOrder } from '../../../packages/service/src/orders/cancel.ts';
import { freezeOrder, resolveByOperator } from '../../../packages/service/src/orders/operate.ts';
import { orderById } from '../../../packages/service/src/orders/reading/read-orders.ts';
import { resolveOrder } from '../../../packages/service/src/orders/resolve.ts';
import { FAILED_FOR_GOOD } from '../../../packages/service/src/payments/failed-for-good.ts';
import { Refusal } from '../../../packages/service/src/refusal.ts';
import type { Subject } from '../../../packages/service/src/screening/screen.ts';
import { transaction } from '../../../packages/service/src/store/transaction.ts';
import { isLocked } from './locked.ts';
import type { PlacedOrder } from './place-order.ts';
import { UNREACHED } from './receivers.ts';
import type { SimulatedChain, World } from './world.ts';

/** What somebody decided about a frozen order, and after which event of its history. */
export interface Decided {
  readonly orderId: number;
  readonly action: 'exchange' | 'refund';
  readonly afterEvent: number;
  /** When they did. Who only says so again does not decide anew. */
  readonly at: number;
}

/** The order that somebody turns to: most often one that is frozen. */
export async function anOrder({ random, database, orders }: World): Promise<PlacedOrder | undefined> {
  const { rows } = await database.query<{ id: number }>('SELECT id FROM orders WHERE status = 7 ORDER BY id');
  const frozen = orders.filter(({ id }) => rows.some((row) => row.id === id));
  return random.pick(frozen.length > 0 && random.chance(0.6) ? frozen : orders);
}

/** A client cancels an order. */
export async function cancel({ database, clock, log }: World, { id }: PlacedOrder): Promise<void> {
  const outcome = await tried(async () => {
    await cancelOrder(database, await orderById(database, id), clock.now());
    return 'done';
  });
  log.say(`order ${id} is cancelled: ${outcome}`);
}

/** A client says what is to be done with a frozen order, or with surplus. */
export async function resolve(world: World, order: PlacedOrder): Promise<void> {
  const { random, database } = world;
  const action = random.pick(['exchange', 'refund'] as const);
  const refund_address = action === 'refund' && random.chance(0.5) ? addressOf(order) : '';
  if (action === 'refund') await resolveToUs(world, order);
  let at: number | null = world.clock.now();
  const outcome = await tried(async () => {
    const known = await orderById(database, order.id);
    if (known.resolution !== null) at = null;
    await resolveOrder(database, known, { action, refund_address }, world.market(), 'test');
    return 'done';
  });
  world.log.say(`order ${order.id} is to ${action}: ${outcome}`);
  if (outcome === 'done') await note(world, order.id, action, at);
}

/** A client wants to be refunded to an address of ours: it would come back, again and again. */
async function resolveToUs(world: World, order: PlacedOrder): Promise<void> {
  const { database, findings } = world;
  const outcome = await tried(async () => {
    const known = await orderById(database, order.id);
    const asked = { action: 'refund' as const, refund_address: ownAddress(order.chain) };
    await resolveOrder(database, known, asked, world.market(), 'test');
    return 'done';
  });
  if (outcome === 'done') findings.push(`own: order ${order.id} is to be refunded to an address of ours`);
}

/** An operator decides about a frozen order, whatever froze it and whatever was decided before. */
export async function decide(
  world: World,
  order: PlacedOrder,
  action = world.random.pick(['exchange', 'refund'] as const),
): Promise<void> {
  const address = action === 'refund' ? addressOf(order) : null;
  await decideAs(world, order.id, action, address);
}

/** At the very moment when a node decides about an order, somebody does so as well: an operator the other way round. */
export async function interfere(world: World, { id, status, resolution }: DecidedNow): Promise<void> {
  const order = world.orders.find((each) => each.id === id) as PlacedOrder;
  if (status !== 7) await world.random.pick([cancel, resolve, hold])(world, order);
  else await decide(world, order, resolution === 'refund' ? 'exchange' : 'refund');
}

/** An order as a node has just read it. */
export interface DecidedNow {
  readonly id: number;
  readonly status: number;
  readonly resolution: string | null;
}

/** An operator stops an order that is being exchanged. */
export async function hold({ database, clock, log }: World, { id }: PlacedOrder): Promise<void> {
  const outcome = await tried(async () =>
    (await transaction(database, (client) => freezeOrder(client, id, clock.now()))) ? 'done' : 'not now',
  );
  log.say(`an operator holds order ${id}: ${outcome}`);
}

/** An operator takes a payment back that no block takes. */
export function cancelPayment({ database, clock }: World, paymentId: number): Promise<string> {
  return tried(() => askToCancel(database, paymentId, clock.now()));
}

/** An operator has looked at the orders that were held, or whose payments were cancelled, and lets them go on. */
export async function release(world: World): Promise<boolean> {
  const { database } = world;
  // One that has outputs can only go on, whatever screening says of it now.
  const { rows } = await database.query<{ id: number }>(
    `SELECT id FROM orders o WHERE status = 7 AND resolution IS NULL AND (freeze_reason = 'OPERATOR' OR EXISTS (
       SELECT 1 FROM payout p WHERE p.order_id = o.id AND p.reason = 'output')) ORDER BY id`,
  );
  let hasDecided = false;
  for (const { id } of rows) hasDecided = (await decideAs(world, id, 'exchange', null)) || hasDecided;
  const freed = await database.query<{ id: number; has_outputs: boolean }>(
    `SELECT order_id AS id, EXISTS (SELECT 1 FROM payout o WHERE o.order_id = f.order_id AND o.reason = 'output') AS has_outputs
       FROM payout f WHERE ${FAILED_FOR_GOOD} AND f.order_id IS NOT NULL GROUP BY order_id ORDER BY order_id`,
  );
  for (const { id, has_outputs } of freed.rows) {
    hasDecided = (await decideAs(world, id, has_outputs ? 'exchange' : 'refund', null)) || hasDecided;
  }
  return hasDecided;
}

const OPERATOR = { name: 'operator', via: 'command line', address: '', role: null } as const;

/** What no payment reaches is sent elsewhere: one operator asks for it, and confirms it when the time for that has come. */
export async function redirect(world: World): Promise<void> {
  const { database, chains, clock, screening, log } = world;
  const { rows } = await database.query<{ id: number; chain_id: number }>(
    `SELECT p.id, p.chain_id FROM payout p JOIN orders o ON o.id = p.order_id
      WHERE p.state = 'ready' AND o.status = 3 AND p.address ~ ${UNREACHED} ORDER BY p.id`,
  );
  for (const { id, chain_id } of rows) {
    const chain = chains.find((each) => each.chain.id === chain_id) as SimulatedChain;
    const context = {
      market: world.market(),
      network: 'test' as const,
      withdrawals: {},
      screen: async (subject: Subject) => screening.ask(subject),
    };
    const args = {
      payout: String(id),
      address: validAddress(chain, 100 + id + world.forgotten.length * 1_000),
    };
    const outcome = await tried(() =>
      transaction(database, async (client) => {
        const { result } = await propose(client, redirectPayout, args, OPERATOR, context, clock.now());
        await confirmProposal(client, ACTS, result, OPERATOR, context, 0, clock.now());
        return 'done';
      }),
    );
    log.say(`an operator sends payout ${id} elsewhere: ${outcome}`);
  }
}

export async function decideAs(
  world: World,
  orderId: number,
  action: Decided['action'],
  refundAddress: string | null,
): Promise<boolean> {
  const at = world.clock.now();
  const outcome = await tried(() =>
    transaction(world.database, (client) => resolveByOperator(client, orderId, action, refundAddress, at)),
  );
  world.log.say(`an operator decides that order ${orderId} is to ${action}: ${outcome}`);
  if (outcome === 'resolved') await note(world, orderId, action, at);
  return outcome === 'resolved';
}

/** Remembers a decision, if it is one about a frozen order; without a time, it is the one of before once more. */
async function note(
  { database, decisions }: World,
  orderId: number,
  action: Decided['action'],
  newAt: number | null,
): Promise<void> {
  const { rows } = await database.query<{ status: number; event: number | null }>(
    'SELECT status, (SELECT max(e.id) FROM order_event e WHERE e.order_id = o.id) AS event FROM orders o WHERE id = $1',
    [orderId],
  );
  const known = rows[0];
  if (known?.status !== 7) return;
  const at = newAt ?? decisions.findLast((each) => each.orderId === orderId)?.at ?? 0;
  decisions.push({ orderId, action, afterEvent: known.event ?? 0, at });
}

/** An address that the service will take, another for each order. */
function addressOf({ mark, chain }: PlacedOrder): string {
  return validAddress(chain, mark);
}

/** An address of ours that has the form which its chain wants. */
export function ownAddress(chain: Pick<SimulatedChain, 'space'>): string {
  const verdict = addressForm(chain.space).check(validAddress(chain, 0), 'test');
  return verdict.valid ? verdict.address : '';
}

export function validAddress({ space }: Pick<SimulatedChain, 'space'>, n: number): string {
  const account = n.toString(16).padStart(40, 'c1');
  if (space === 'evm') return `0x${account}`;
  if (space === 'tron') return encodeVersionedHash({ version: 0x41, hash: Buffer.from(account, 'hex') });
  if (space === 'solana') {
    const secret = Buffer.from(account.padStart(64, '0'), 'hex');
    return addressForm(space).encode(ed25519.getPublicKey(secret), 'test');
  }
  const key = new Uint8Array(33).fill(n);
  if (n > 255) key.set([n >> 8, 255], 1);
  return addressForm(space as 'bitcoin').encode(key, 'test');
}

/** What people do is refused, or comes at a moment when the order is being worked on: both are allowed. */
export function tried(act: () => Promise<string>): Promise<string> {
  return act().catch((error: unknown) => {
    if (error instanceof Refusal) return error.reply;
    if (isLocked(error)) return 'busy';
    throw error;
  });
}
