import { ORDER_STATUS } from '@swapdesk/contract';
import { askAgain } from '../../chains/ask-again.ts';
import type { AccountChain, BlockRef, Chain } from '../../chains/chain.ts';
import { deepen } from '../../deposits/depth.ts';
import { DEPOSIT, depositIs } from '../../deposits/life.ts';
import { recordTransfers } from '../../deposits/record-transfers.ts';
import { isPaymentFor, MAY_BE_MADE, PURPOSE } from '../../payments/life.ts';
import type { Queryable } from '../../store/database.ts';
import type { Engine } from '../context.ts';
import { depositsMined } from '../follow/deposits.ts';
import { silentName } from '../follow/silent-transfers.ts';
import { lastFollowed } from '../followed.ts';
import { kindOf } from '../kinds/kind-of.ts';
import { type Lease, underLease } from '../lease.ts';
import { UNDOABLE_BLOCKS } from '../payments/mined-payments.ts';
import { orderOfId } from '../payments/orders-of.ts';
import { compareBooks } from './compare-books.ts';
import type { Surplus } from './surplus-coins.ts';

/** Orders that are asked about at once. */
const MOST = 2_000;
/** While none is awaited, those that have expired and may still be paid are asked about in so many parts, each at a look. */
const PARTS_IDLE = 20;

/** An address from and to which we have paid nothing: there, all that lies is a client's. */
interface Untouched {
  readonly order_id: number;
  readonly address: string;
  /** What is known to have arrived. */
  readonly known: string;
}

interface Waiting extends Untouched {
  /** How many there are. */
  readonly all: number;
}

/** SQL about the address of an order `o`: two questions, so that both can be asked of all orders at once. */
const NEVER_PAID = `
  NOT EXISTS (SELECT 1 FROM payment p WHERE p.chain_id = $1 AND p.source = o.address)
  AND NOT EXISTS (SELECT 1 FROM gathered g WHERE g.chain_id = $1 AND g.source = o.address)`;

/**
 * Finds deposits that no transfer shows: a contract can send the chain's own coin inside a call, which only nodes that
 * trace can see. So what addresses of waiting orders hold is compared with what is known to have arrived; more is a
 * deposit, as of the block of the comparison. Asks about some orders after this one; returns where to go on, 0 if there
 * are no more.
 */
export async function findSilentDeposits(
  engine: Engine,
  chain: Chain,
  lease: Lease,
  after: number,
  isIdle = false,
): Promise<number> {
  const { unseen } = kindOf(chain);
  if (unseen === null) return 0;
  const { id: assetId } = (await engine.market()).catalogue.native(chain);
  const { rows } = await engine.database.query<Waiting>({
    name: 'waiting-addresses',
    text: `
      -- One index for each: of all orders, few wait.
      WITH waiting AS (SELECT * FROM orders WHERE status = ${ORDER_STATUS.waiting}
                       UNION ALL SELECT * FROM orders WHERE status = ${ORDER_STATUS.expired}), asked AS (
      SELECT o.id AS order_id, o.address FROM waiting o
       WHERE o.asset_id = $2 AND ${NEVER_PAID}
         -- Those that hold something are part of the books: a difference there is found at once.
         AND NOT EXISTS (SELECT 1 FROM holder h WHERE h.chain_id = $1 AND h.address = o.address))
      SELECT order_id, address, '0' AS known, (SELECT count(*) FROM asked)::int AS all FROM asked
       WHERE order_id > $3 ORDER BY order_id LIMIT $4`,
    values: [chain.id, assetId, after, MOST],
  });
  const most = isIdle ? Math.max(2, Math.ceil((rows[0]?.all ?? 0) / PARTS_IDLE)) : MOST;
  const some = rows.slice(0, most);
  await findAmong(engine, unseen, lease, some);
  return rows.length <= some.length && rows.length < MOST ? 0 : (some.at(-1) as Untouched).order_id;
}

/**
 * Finds the same wherever we hold anything, if the chain has more of its coin than the books say. What lies on the address
 * of an order is that order's. The rest came to the treasury, or to an address that we have used ourselves: nobody can
 * tell whose it is, so it is the treasury's, once it has been there for a while. Otherwise anybody could stop the payouts of a chain for one unit of its coin.
 */
export async function findUnbooked(
  engine: Engine,
  chain: AccountChain,
  lease: Lease,
  surplus: Surplus,
): Promise<void> {
  const native = (await engine.market()).catalogue.native(chain);
  const { rows } = await engine.database.query<Untouched>({
    name: 'untouched-holders',
    text: `
      SELECT o.id AS order_id, o.address,
             (SELECT coalesce(sum(c.units), 0) FROM coin c
               WHERE c.chain_id = $1 AND c.address = o.address AND c.asset_id = $2)::text AS known
        FROM holder h JOIN chain ON chain.id = $1
        JOIN deposit_address d ON d.space = chain.address_space AND d.address = h.address
        JOIN orders o ON o.address_id = d.id
       WHERE h.chain_id = $1 AND ${NEVER_PAID} AND NOT EXISTS (
             SELECT 1 FROM payment p WHERE p.chain_id = $1 AND ${isPaymentFor('p', PURPOSE.topUp)} AND p.payee = o.address AND ${MAY_BE_MADE})
       ORDER BY o.id`,
    values: [chain.id, native.id],
  });
  await findAmong(engine, chain, lease, rows);
  const [books] = await compareBooks(engine.database, chain, [native]);
  if (books === undefined) return;
  const units = books.walletUnits - books.ledgerUnits;
  if (units <= 0n) surplus.forget();
  else if (surplus.lasts(units, books.block.height) && !(await mayGoAgain(engine, chain, books.block)))
    await record(engine, chain, lease, books.block, { address: chain.treasury, units });
}

/**
 * Whether a transaction waits for a block once more that an operator has booked as gone: a reorganisation gives back what it
 * took, and it is nobody's gift, as the next block may take it again. One that nobody has any more is not waited for.
 */
async function mayGoAgain(engine: Engine, chain: Chain, { height }: BlockRef): Promise<boolean> {
  const { rows } = await engine.database.query<{ txid: string }>({
    name: 'booked-as-gone',
    text: `
      SELECT DISTINCT txid FROM unknown_spend
       WHERE chain_id = $1 AND settled_at > 0 AND txid IS NOT NULL AND (height IS NULL OR height > $2)`,
    values: [chain.id, height - UNDOABLE_BLOCKS],
  });
  for (const { txid } of rows) {
    const status = await chain.statusOf(txid);
    const isAhead = 'block' in status ? status.block.height > height : status.state === 'waiting';
    if (isAhead) return true;
  }
  return false;
}

async function findAmong(
  engine: Engine,
  chain: AccountChain,
  lease: Lease,
  untouched: readonly Untouched[],
): Promise<void> {
  const at = await lastFollowed(engine.database, chain.id);
  if (at === null || untouched.length === 0) return;
  const native = (await engine.market()).catalogue.native(chain);
  const addresses = untouched.map(({ address }) => address);
  const unbooked = await askAgain(
    async () => {
      const balances = await chain.accountBalances(addresses, native, at);
      return untouched.map(({ known }, n) => (balances?.[n] ?? 0n) - BigInt(known));
    },
    (found) => found.some((units) => units > 0n),
    (first, second) => first.map((units, n) => smaller(units, second[n] as bigint)),
    chain.takesBlockMs,
  );
  for (const [n, { address, order_id }] of untouched.entries()) {
    const units = unbooked[n] ?? 0n;
    if (units > 0n) await record(engine, chain, lease, at, { address, units, orderId: order_id });
  }
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

interface Found {
  readonly address: string;
  readonly units: bigint;
  readonly orderId?: number;
}

async function record(engine: Engine, chain: Chain, lease: Lease, at: BlockRef, found: Found): Promise<void> {
  const now = engine.clock();
  const { address, units } = found;
  const market = await engine.market();
  const { id: assetId } = market.catalogue.native(chain);
  await underLease(engine.database, lease, async (client) => {
    const txid = (await undoneName(client, chain, found)) ?? silentName(at.height, address);
    const transfers = [{ index: 0, address, assetId, units }];
    const transactions = [{ txid, sources: [], spends: [], transfers }];
    const block = { ...at, parent: '', minedAt: now, transactions };
    const deposits = await recordTransfers(client, chain, transactions, block, now, true);
    await depositsMined(client, chain, deposits, block, now);
    await deepen(client, chain, deposits, market.settings.deep_from_usdt);
  });
  const order = await orderOfId(engine.database, found.orderId);
  engine.warn(
    { chain: chain.name, ...order, address, units: String(units) },
    'a deposit was found by its balance alone',
  );
}

/** Found before, and undone by a reorganisation: the same deposit is back, with all that was decided about it. */
async function undoneName(
  client: Queryable,
  chain: Chain,
  { units, orderId }: Found,
): Promise<string | undefined> {
  const { rows } = await client.query<{ txid: string }>({
    name: 'undone-silent-deposit',
    text: `
      SELECT d.txid FROM deposit d
       WHERE d.order_id = $2 AND d.chain_id = $1 AND d.units = $3 AND ${depositIs('d', DEPOSIT.seen, DEPOSIT.gone)} AND d.is_silent
       ORDER BY d.id LIMIT 1`,
    values: [chain.id, orderId ?? null, String(units)],
  });
  return rows[0]?.txid;
}
