import { Decimal } from '@swapdesk/contract';
import { findRefCode, type RefCode } from '../../../packages/service/src/affiliates/ref-code.ts';
import type { Asset, Mode } from '../../../packages/service/src/catalog/catalogue.ts';
import type { AddressSpace } from '../../../packages/service/src/chains/family.ts';
import { fromUnits } from '../../../packages/service/src/money/units.ts';
import { insertOrders, type Stored } from '../../../packages/service/src/orders/insert-orders.ts';
import type { OnMismatch } from '../../../packages/service/src/orders/order.ts';
import { dustOfOrder, referralOf } from '../../../packages/service/src/orders/place.ts';
import type { AccountFees } from '../../../packages/service/src/pricing/fee-rules.ts';
import { agree, type ExchangeRequest, type Terms } from '../../../packages/service/src/pricing/terms.ts';
import { Refusal } from '../../../packages/service/src/refusal.ts';
import type { Database } from '../../../packages/service/src/store/database.ts';
import type { DepositAddress } from '../../../packages/service/src/wallet/address-pool.ts';
import { ACCOUNT_MARKUP, AFFILIATE, REF_CODES } from './affiliates.ts';
import { isLocked } from './locked.ts';
import { planSendings } from './senders.ts';
import { deriveAddresses, type SimulatedChain, type World } from './world.ts';

const RATIOS = [['1'], ['0.4', '0.6'], ['0.25', '0.25', '0.5']];
const LATE_WINDOW_S = 7 * 86_400;

/** An order as its client knows it. */
export interface PlacedOrder {
  readonly id: number;
  /** A number that no other order has, also not one that the store has forgotten. */
  readonly mark: number;
  readonly receivers: readonly string[];
  readonly terms: Terms;
  readonly chain: SimulatedChain;
  readonly address: string;
  readonly expiresAt: number;
  /** Through whom it came, at the rate of that moment; null if through nobody. */
  readonly refCode: RefCode | null;
}

/** Places an order as a client would: any pair, mode, number of receivers and wishes. */
export async function placeOrder(world: World): Promise<void> {
  const { orders, forgotten, counter, log } = world;
  const nth = orders.length + forgotten.length;
  const asked = drawRequest(world);
  const placed =
    counter === null ? await storeDirectly(world, nth, asked) : await atCounter(world, nth, asked);
  if (placed === null) return;
  const order = { ...placed, mark: placed.id + forgotten.length * 1_000 };
  orders.push(order);
  const plan = planSendings(world, order);
  const { mode, units, from } = order.terms;
  log.say(`order ${order.id}: ${mode} ${units} of ${from.abbr}, its client ${plan}`);
}

type Placed = Omit<PlacedOrder, 'mark'>;

/** As the interface places it. */
async function atCounter(world: World, nth: number, asked: ExchangeRequest): Promise<Placed | null> {
  const refCode = await drawRefCode(world);
  const answered = await world.counter?.place(nth, asked, refCode);
  if (answered == null) return null;
  const { order, terms } = answered;
  const receivers = order.entries.map(({ address }) => address);
  if (world.random.chance(0.08)) world.screening.listed.add(world.random.pick(receivers));
  const { id, address, expiresAt } = order;
  return { id, address, expiresAt, terms, receivers, refCode, chain: chainOf(world, terms) };
}

/** Straight into the store: so receivers can be what no client can name. Every fourth is the affiliate's own, with a markup. */
async function storeDirectly(world: World, nth: number, asked: ExchangeRequest): Promise<Placed | null> {
  const { random, database, clock, log } = world;
  const isPartners = nth % 4 === 3;
  const terms = agreed(world, asked, isPartners ? ACCOUNT_MARKUP : {});
  if (terms === null) {
    log.say('an order is refused');
    return null;
  }
  const chain = chainOf(world, terms);
  const deposit = await takeAddress(world, chain.space, nth);
  if (deposit === null) {
    log.say('an order is refused: the desk is busy');
    return null;
  }
  const derived = await countDerived(database);
  const receivers = terms.entries.map(({ asset }, n) => ({
    address: world.receivers.draw(derived, asset, `${nth}-${n}`) ?? `receiver-${nth}-${n}`,
    memo: null,
  }));
  const refundAddress = random.chance(0.6) ? `refund-${nth}` : null;
  if (random.chance(0.08)) world.screening.listed.add(random.pick([`receiver-${nth}-0`, `refund-${nth}`]));
  const refCode = await drawRefCode(world);
  const lifetimeS = terms.mode === 'fixed' ? 600 : 3_600;
  if (!(await canDerive(database))) {
    log.say('an order is refused: the desk is busy');
    return null;
  }
  const [stored] = await tryInsert(
    database,
    [
      {
        no: `SIM${String(nth).padStart(5, '0')}`,
        queryCode: `SIMULATION${String(nth).padStart(2, '0')}`,
        account: isPartners ? AFFILIATE : { id: 0, ordersRollId: 0 },
        terms,
        receivers,
        deposit,
        lifetimeS,
        refundAddress,
        toleranceUnits: terms.units / 10_000n,
        dustUnits: dustOfOrder(terms),
        lateWindowS: LATE_WINDOW_S,
        refundMemo: null,
        onMismatch: random.pick<OnMismatch>(['ask', 'ask', 'exchange', 'refund']),
        clientOrderId: null,
        caller: null,
        claims: [],
        fingerprint: Buffer.alloc(0),
        referral: referralOf(refCode, terms, AFFILIATE),
        caps: { perAsset: null, perCaller: null, inAll: null, sharePct: null, keylessPct: null },
        days: [],
        trace: null,
      },
    ],
    clock.now(),
  );
  if (stored === undefined) {
    log.say('an order is refused: more than is left');
    return null;
  }
  for (const [space, count] of derived) await deriveAddresses(database, space, count);
  const { id, expiresAt } = stored;
  const addresses = receivers.map(({ address }) => address);
  return { id, expiresAt, terms, chain, refCode, address: deposit.address, receivers: addresses };
}

function chainOf({ chains }: World, { from }: Terms): SimulatedChain {
  return chains.find((each) => each.chain.id === from.chain.id) as SimulatedChain;
}

async function drawRefCode({ random, database }: World): Promise<RefCode | null> {
  return random.chance(0.7) ? findRefCode(database, random.pick(REF_CODES)) : null;
}

/** An address for the nth order; null if none is given now. */
async function takeAddress(
  { database, counters }: World,
  space: AddressSpace,
  nth: number,
): Promise<DepositAddress | null> {
  if (counters !== null) return counters.take(space, nth);
  await deriveAddresses(database, space, nth + 1);
  const { rows } = await database.query<DepositAddress>(
    'SELECT id, address FROM deposit_address WHERE space = $1 AND index = $2',
    [space, nth],
  );
  return rows[0] as DepositAddress;
}

/** Nothing, if what the orders promise is more than the treasury has left, or a node that has stopped holds what it needs. */
async function tryInsert(...given: Parameters<typeof insertOrders>): Promise<Stored[]> {
  try {
    return await insertOrders(...given);
  } catch (error) {
    const { constraint } = error as { constraint?: string };
    if (constraint === 'reservation_fits' || isLocked(error)) return [];
    throw error;
  }
}

/** Whether addresses can be derived at all: not while a node that has stopped holds a space. */
async function canDerive(database: Database): Promise<boolean> {
  try {
    await database.query('SELECT 1 FROM address_space ORDER BY name FOR NO KEY UPDATE');
    return true;
  } catch (error) {
    if (isLocked(error)) return false;
    throw error;
  }
}

/** How many addresses of each space there are. */
async function countDerived(database: Database): Promise<Map<string, number>> {
  const { rows } = await database.query<{ name: string; derived: number }>(
    'SELECT name, derived FROM address_space ORDER BY name',
  );
  return new Map(rows.map(({ name, derived }) => [name, derived]));
}

function drawRequest(world: World): ExchangeRequest {
  const { random, catalogue, board } = world;
  const from = random.pick(catalogue.assets);
  const ratios = random.pick(RATIOS);
  // A chain first, then an asset: chains of one coin are paid on as often as those of many.
  const to = ratios.map(() => {
    const isSame = random.chance(0.05);
    const others = world.chains.map(({ assets }) => assets.filter(({ id }) => isSame || id !== from.id));
    return random.pick(random.pick(others.filter(({ length }) => length > 0)));
  });
  const worth = BigInt(random.between(60, 900));
  const units = (worth * 10n ** BigInt(from.decimals + 18)) / board.priceOf(from.abbr);
  return {
    exchange_mode: random.pick<Mode>(['float', 'fixed']),
    from_abbr: from.abbr,
    from_chain: from.chain.name,
    from_quantity: decimal(fromUnits(units, from.decimals)),
    to_address: to.map(({ abbr, chain }: Asset, n) => ({
      to_abbr: abbr,
      to_chain: chain.name,
      to_address: '',
      to_ratio: decimal(ratios[n] as string),
    })),
  };
}

/** Null if it is refused. */
function agreed(world: World, asked: ExchangeRequest, markup: Partial<AccountFees>): Terms | null {
  try {
    return agree(world.market(), asked, { float: null, fixed: null, ...markup });
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

function decimal(text: string): Decimal {
  return Decimal.parse(text) as Decimal;
}
