import { correctBooks } from '../../../packages/service/src/engine/books/correct-books.ts';
import { loadHalts } from '../../../packages/service/src/engine/books/halts.ts';
import { obstaclesTo } from '../../../packages/service/src/engine/books/obstacles.ts';
import { readHold } from '../../../packages/service/src/engine/hold/hold.ts';
import { lostPayment, lostPayments } from '../../../packages/service/src/engine/hold/lost-payments.ts';
import { giveBack } from '../../../packages/service/src/engine/orders/give-back.ts';
import { settleLost } from '../../../packages/service/src/engine/payments/adopt.ts';
import type { RecordedPayment } from '../../../packages/service/src/record/recorded-payment.ts';
import { Refusal } from '../../../packages/service/src/refusal.ts';
import type { Queryable } from '../../../packages/service/src/store/database.ts';
import { transaction } from '../../../packages/service/src/store/transaction.ts';
import { bookBy } from './book-by.ts';
import { chainsMovingOn } from './chains-behind.ts';
import { endHalt } from './halts.ts';
import { decideAs, tried } from './people.ts';
import { bookStrangers } from './strangers.ts';
import type { SimulatedChain, World } from './world.ts';

/** An operator looks at a desk whose store has gone back, and decides by the acts of the command line what it cannot know. */
export async function decideLost(world: World): Promise<void> {
  if (world.disks === null && world.strangers.length === 0) return;
  // What is still being followed may explain it.
  if ((await readHold(world.database)) !== null && (await chainsMovingOn(world)) === 0)
    await settleAll(world);
  for (const payment of world.settled) await bookPaid(world, payment);
  await bookStrangers(world);
  await clearAgreed(world);
}

/** `hold settle`, for payments of orders that the store has forgotten. What was given back is to be given back again. */
async function settleAll(world: World): Promise<void> {
  const { database, settled, clock, log } = world;
  for (const { payment, obstacle } of await lostPayments(database, null)) {
    if (obstacle === '') continue;
    const known = await knownOrders(world, payment);
    // It goes elsewhere by now, and nobody has seen what was signed before: that is set aside.
    const isElsewhere = known.some(({ name }) => obstacle.startsWith(`payout ${name} is to `));
    // What was paid in for it has left the chain: it cannot go on, and what was signed for it is set aside.
    const isUnpaid = known.some(({ lacks_deposit }) => lacks_deposit);
    // What pays others as well, whom the store has forgotten, is settled for all of them, once it finds those whom it knows.
    const isForAll = known.length < payment.payouts.length && known.every(({ waits }) => waits);
    if (known.length > 0 && !isForAll && !isElsewhere && !isUnpaid) {
      for (const { id, name, address } of known) {
        if (!name.includes('/refund/')) await decideAs(world, id, 'exchange', null);
        else if (!(await refundTo(world, id, address))) await giveSurplusBack(world, name, address);
      }
      // What was paid in may lie behind the block that has it; or be gone for good.
      if (!known.some(({ lacks_payout, comes }) => lacks_payout && !comes)) continue;
    }
    const { chain } = chainOf(world, payment.chainId);
    const outcome = await tried(() =>
      transaction(database, async (client) => {
        // A node may have found it meanwhile.
        if ((await lostPayment(client, payment.txid)) === null) return 'found';
        return settleLost(client, chain, payment, clock.now(), true);
      }),
    );
    if (outcome === 'kept' || outcome === 'set aside' || outcome === 'excluded') settled.push(payment);
    log.say(`an operator settles ${payment.txid.slice(0, 8)}, of which ${obstacle}: ${outcome}`);
  }
}

/** To where it went then; or to where the order's other refunds go by now, if these are on their way. */
async function refundTo(world: World, orderId: number, address: string): Promise<boolean> {
  return (await decideAs(world, orderId, 'refund', address)) || decideAs(world, orderId, 'refund', null);
}

/** As the console's queue does: what an order does not need is given back, to whom it was given back before. */
async function giveSurplusBack(world: World, name: string, address: string): Promise<void> {
  const { database, clock, log } = world;
  const { rows } = await database.query<{ id: number }>(
    "SELECT id FROM deposit WHERE state = 'confirmed' AND $1 LIKE '%/' || chain_id || '/' || txid || ':' || index",
    [name],
  );
  for (const { id } of rows) {
    const outcome = await tried(() =>
      transaction(database, async (client) => {
        const proposal = await confirmed(client, { deposit: String(id), address }, clock.now());
        await giveBack(client, id, address, proposal, world.market(), clock.now());
        return 'done';
      }).catch((error: unknown) => {
        if (error instanceof Refusal) return error.message;
        throw error;
      }),
    );
    log.say(`an operator gives deposit ${id} back: ${outcome}`);
  }
}

/** That it goes there was proposed and confirmed. By hand: most simulated addresses are none that could be paid. */
async function confirmed(client: Queryable, args: object, now: number): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `INSERT INTO proposal (act, subject, arguments, preview, asked_by, asked_via, asked_at, state, decided_by, decided_at)
     VALUES ('surplus return', '', $1, '[]', 'one', 'console', $2, 'confirmed', 'another', $2) RETURNING id`,
    [JSON.stringify(args), now],
  );
  return rows[0]?.id as number;
}

interface Known {
  readonly id: number;
  readonly name: string;
  readonly address: string;
  readonly lacks_deposit: boolean;
  readonly lacks_payout: boolean;
  /** Its payout is there, and nobody has paid it. */
  readonly waits: boolean;
  /** Something paid to it is on its way, or waits to be judged. */
  readonly comes: boolean;
}

async function knownOrders({ database }: World, { payouts }: RecordedPayment): Promise<Known[]> {
  const known: Known[] = [];
  for (const { name, address } of payouts) {
    const { rows } = await database.query<Omit<Known, 'name' | 'address'>>(
      `SELECT id, EXISTS (SELECT 1 FROM deposit d WHERE d.order_id = o.id AND d.use = 'exchange' AND d.state <> 'confirmed')
                  AS lacks_deposit,
              NOT EXISTS (SELECT 1 FROM payout p WHERE p.order_id = o.id AND payout_name(p) = $2) AS lacks_payout,
              EXISTS (SELECT 1 FROM payout p WHERE p.order_id = o.id AND payout_name(p) = $2 AND p.state = 'ready') AS waits,
              EXISTS (SELECT 1 FROM deposit d WHERE d.order_id = o.id AND d.state IN ('mined', 'confirmed')
                         AND CASE WHEN $2 LIKE '%/refund/%' THEN $2 LIKE '%/' || d.txid || ':' || d.index
                                  -- What the order does not need brings no output.
                                  ELSE d.surplus_at = 0 END) AS comes
         FROM orders o WHERE no = $1`,
      [name.split('/')[0], name],
    );
    if (rows[0] !== undefined) known.push({ ...rows[0], name, address });
  }
  return known;
}

/** `books correct`, by exactly what a settled payment has paid to those whom the store has forgotten, as long as a block has it. */
async function bookPaid(world: World, { chainId, txid, payouts }: RecordedPayment): Promise<void> {
  const { database, clock } = world;
  const { chain } = chainOf(world, chainId);
  const known = await database.query<{ name: string }>(
    'SELECT payout_name(o) AS name FROM payout o JOIN attempt p ON p.id = o.payment_id WHERE p.chain_id = $1 AND p.txid = $2',
    [chainId, txid],
  );
  // What it paid to the treasury has come back.
  const forgotten = payouts.filter(
    (each) => each.address !== chain.treasury && !known.rows.some(({ name }) => name === each.name),
  );
  for (const assetId of new Set(forgotten.map((each) => each.assetId))) {
    const why = `${txid} paid somebody in asset ${assetId}`;
    const { rows } = await database.query<{ is_mined: boolean; booked: string }>(
      `SELECT EXISTS (SELECT 1 FROM attempt WHERE chain_id = $1 AND txid = $2 AND state IN ('mined', 'confirmed')) AS is_mined,
              (SELECT coalesce(sum(units), 0)::text FROM ledger_entry WHERE account = 'wallet' AND why = $3) AS booked`,
      [chainId, txid, `corrected: ${why}`],
    );
    const [{ is_mined, booked }] = rows as [{ is_mined: boolean; booked: string }];
    const paid = forgotten.filter((each) => each.assetId === assetId);
    const wanted = is_mined ? -paid.reduce((sum, { units }) => sum + BigInt(units), 0n) : 0n;
    const units = wanted - BigInt(booked);
    if (units === 0n) continue;
    await bookBy(world, chain, assetId, (client, books) =>
      correctBooks(client, chain, books, { units, why, txid: null }, clock.now()),
    );
  }
}

/** `halt clear`, where ledger and wallet agree and nothing is undecided. */
async function clearAgreed(world: World): Promise<void> {
  const { database, catalogue, clock, halts, watched, log } = world;
  for (const { assetId, since } of await loadHalts(database)) {
    const asset = catalogue.get(assetId);
    const { chain } = chainOf(world, asset.chain.id);
    if ((await obstaclesTo(database, chain, catalogue, asset)).length > 0) continue;
    if ((await endHalt(database, assetId)) === 'busy') continue;
    halts.push({ assetId, since: Math.max(since, watched.restoredAt), until: clock.now() });
    log.say(`an operator clears the halt of asset ${assetId}, of which the books agree`);
  }
}

function chainOf({ chains }: World, id: number): SimulatedChain {
  return chains.find(({ chain }) => chain.id === id) as SimulatedChain;
}
