import type { Chain, News } from '../chains/chain.ts';
import type { Facts } from '../traces/span.ts';
import { AgreementAtTip } from './books/agree-at-tip.ts';
import { ChainGate } from './books/chain-gate.ts';
import { ComparePace } from './books/compare-pace.ts';
import { GateSign, notePayments, noteStep, tryGate } from './books/open-gate.ts';
import { reconcile } from './books/reconcile.ts';
import { findSilentDeposits } from './books/silent-deposits.ts';
import { Surplus } from './books/surplus-coins.ts';
import type { Engine } from './context.ts';
import { AwaitedOrders } from './follow/awaited-orders.ts';
import { CatchUp } from './follow/catch-up.ts';
import { followCosts } from './follow/follow-costs.ts';
import { bookKnownSince } from './follow/known-since.ts';
import { KnownUntil } from './follow/known-until.ts';
import { type Expected, LookPace } from './follow/look-pace.ts';
import { watchMempool } from './follow/mempool.ts';
import { rescan } from './follow/rescan.ts';
import { goOnIfDecided } from './hold/go-on.ts';
import { readStanding } from './hold/hold.ts';
import { ordersOfLost } from './hold/lost-payments.ts';
import type { Kind } from './kinds/kind.ts';
import { kindOf } from './kinds/kind-of.ts';
import { type Lease, LeaseLost } from './lease.ts';
import { openWork } from './open-work.ts';
import { acceptDeposits } from './orders/accept.ts';
import { expireOrders } from './orders/expire.ts';
import { resolveOrders } from './orders/resolve.ts';
import { tellSurplus } from './orders/tell-surplus.ts';
import { adoptLost } from './payments/adopt.ts';
import { NotSigned } from './payments/may-sign.ts';
import { PutOff } from './payments/put-off.ts';
import { sendPayments } from './payments/send.ts';
import { step } from './step.ts';
import { keepTreasury } from './treasury/keep-treasury.ts';

/** What one node does at a time, under a lease of this name. Each round may be cut off anywhere. */
export interface Job {
  readonly name: string;
  /** Between two rounds, if it is not the usual. */
  readonly pauseMs?: number;
  /** True if nothing has happened for a while: a round may come later. */
  isQuiet?(): boolean;
  /** Calls back when a round would find something new; returns how to end that. */
  readonly news?: (wake: () => void) => () => void;
  /** Somebody says that there is something new: the next round looks, whatever it expects. */
  hear?(): void;
  round(engine: Engine, lease: Lease): Promise<void>;
  /** No more rounds: one that waits for somebody else need not wait any longer. */
  end?(): void;
  /** Somebody else does it, or nobody is to any more: what was held open for it is closed. Called again and again. */
  leave?(): Promise<void>;
}

/** What costs, and what balances alone show, is looked at this often; and where nothing is expected. */
const LOOK_EVERY_S = 15;
const LOOK_IDLE_S = 30;

/** A chain on which nothing of ours was under way for this long is quiet. */
const QUIET_S = 10;

/** All the jobs there are: one for the orders of all chains, and one for each chain. */
export function jobsOf(chains: readonly Chain[]): Job[] {
  const awaited = new AwaitedOrders();
  return [{ name: 'orders', round: orderRound }, ...chains.map((chain) => chainJob(chain, awaited))];
}

async function orderRound(engine: Engine, lease: Lease): Promise<void> {
  const standing = await readStanding(engine.database);
  if (standing === 'held') return heldRound(engine, lease);
  if (standing === 'not compared') return;
  // After a clock was set, nobody's order expires or is late until it is known what time it is.
  const isSettled = engine.isTimeSettled?.() ?? true;
  await inTurn([
    () => tellSurplus(engine, lease),
    async () => {
      if (isSettled) await step(engine, 'accept deposits', {}, () => acceptDeposits(engine, lease));
    },
    () => step(engine, 'resolve orders', {}, () => resolveOrders(engine, lease)),
    async () => {
      while (isSettled && (await step(engine, 'expire orders', {}, () => expireOrders(engine, lease)))) {}
    },
  ]);
}

/** Held: only what was paid before the store went back is accepted or given back, so that the payments which did so find it. */
async function heldRound(engine: Engine, lease: Lease): Promise<void> {
  const lost = await ordersOfLost(engine.database);
  await acceptDeposits(engine, lease, lost);
  await resolveOrders(engine, lease, lost);
  await goOnIfDecided(engine, lease);
}

/**
 * One step after the other. One that fails stops none of the others, unless the lease is lost; the first failure is thrown
 * at the end. That nothing is signed now is none.
 */
async function inTurn(steps: readonly (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) {
    await step().catch((error: unknown) => {
      if (error instanceof LeaseLost) throw error;
      if (!(error instanceof NotSigned)) failures.push(error);
    });
  }
  if (failures.length > 0) throw failures[0];
}

function chainJob(chain: Chain, awaited: AwaitedOrders): Job {
  const kind = kindOf(chain);
  const pace = new LookPace(chain);
  const catchUp = new CatchUp(chain);
  const knownUntil = new KnownUntil(chain);
  const surplus = new Surplus(chain.confirmations);
  const books = new ComparePace(chain);
  const gate = new ChainGate();
  const sign = new GateSign();
  let sweptAt = 0;
  let lookedAt = 0;
  let keptAt = 0;
  /** For how long nothing of ours has been under way. */
  let busyAt = 0;
  let quietS = 0;
  /** Somebody wants all to be looked at, whatever is expected. */
  let isWanted = false;
  /** There were more blocks than one round follows. */
  let isBehind = false;
  /** Of the orders whose balances are looked at in turn, the last so far. */
  let askedUpTo = 0;
  const putOff = new PutOff();
  const agreement = new AgreementAtTip(chain);
  return {
    name: `chain ${chain.id}`,
    isQuiet: () => quietS > QUIET_S,
    hear() {
      isWanted = true;
      pace.hear('look');
    },
    news(wake) {
      const hear = (what: News) => {
        pace.hear(what);
        wake();
      };
      return chain.news?.(hear) ?? (() => undefined);
    },
    async round(engine, lease) {
      const isBusy = isBehind || gate.shut !== null;
      const expected = isBusy ? 'our own' : await whatIsExpected(engine, chain, awaited);
      if (!pace.isDue(expected)) return;
      /** While nothing is expected, the books are not compared at every look. */
      let isIdle = expected === 'nothing' && !isWanted;
      isWanted = false;
      const compare = async () => {
        const reconciled = await reconcile(engine, chain, lease, surplus);
        const isWell = reconciled.differences.length === 0 && !surplus.isNoted;
        if (reconciled.block === null) books.untold();
        else await books.done(engine.database, isWell, engine.clock());
        return reconciled;
      };
      /** Nothing that signs is even begun while the gate is shut, or before the books are compared. */
      const ifOpen = async (step: () => Promise<void>) => {
        if (gate.shut === null && (isIdle ? books.isDone : books.isFresh(engine.clock()))) await step();
      };
      let blocks = 0;
      gate.enter(lease.token);
      const began = engine.clock();
      const see = <T>(name: string, work: () => Promise<T>) => step(engine, name, factsOf(chain), work);
      await inTurn([
        async () => {
          blocks = await catchUp.follow(engine, lease, (step) => {
            noteStep(engine, chain, gate, step);
            if (step.step === 'moved') books.moved();
          });
          isBehind = blocks > 0 && !catchUp.isAtTip;
        },
        async () => {
          pace.found(blocks);
          if (isIdle && blocks === 0) return;
          // Something of ours may have come.
          isIdle &&= (await whatIsExpected(engine, chain, awaited)) === 'nothing';
          if (books.isDue(engine.clock(), isIdle)) await compare();
        },
        async () => {
          if (await see('watch what waits', () => watchMempool(engine, chain, lease, expected === 'nothing')))
            busyAt = began;
          if (catchUp.isAtTip) await knownUntil.note(engine, lease, began);
        },
        async () => {
          if ((await rescan(engine, chain, lease)) > 0) await compare();
        },
        () => notePayments(engine, chain, gate),
        () => tryGate(engine, chain, lease, gate, compare),
        () => sign.show(engine, chain, lease, gate.shut),
        async () => {
          const everyS = expected === 'nothing' ? LOOK_IDLE_S : LOOK_EVERY_S;
          if (engine.clock() - lookedAt < everyS) return;
          lookedAt = engine.clock();
          await followCosts(engine, chain, lease);
          const isIdleNow = expected === 'nothing';
          askedUpTo = await see('look for silent deposits', () =>
            findSilentDeposits(engine, chain, lease, askedUpTo, isIdleNow),
          );
          await ifOpen(() => kind.helpDeposits(engine, lease));
        },
        async () => {
          if (isBehind || engine.clock() - keptAt < LOOK_EVERY_S) return;
          await ifOpen(async () => {
            keptAt = engine.clock();
            await keepTreasury(engine, chain, kind, lease);
          });
        },
        async () => {
          if (blocks === 0 || engine.clock() - sweptAt < engine.sweeping.intervalS) return;
          await ifOpen(async () => {
            sweptAt = engine.clock();
            await kind.sweep(engine, lease);
          });
        },
        async () => {
          // Nothing is signed in a round that has left out some of what waits for a block.
          const hasRead = expected !== 'nothing';
          const paying = { kind, putOff, agreement, ifOpen, hasRead };
          if ((await pay(engine, chain, lease, paying)) || isBehind) busyAt = began;
          quietS = began - busyAt;
        },
        () => notePayments(engine, chain, gate),
      ]).catch((error: unknown) => {
        if (error instanceof LeaseLost) gate.leave();
        throw error;
      });
    },
  };
}

/** Chains where asking costs nothing are always looked at, as far as nobody tells of what is new there. */
async function whatIsExpected(engine: Engine, chain: Chain, awaited: AwaitedOrders): Promise<Expected> {
  if (chain.poll === undefined) return 'something';
  const open = await openWork(engine.database, chain.id);
  if (open.hasNewPayouts || open.hasLost || open.isHeld) return 'our own';
  if (open.hasPayouts || open.hasPayments || open.hasUnconfirmed) return 'something';
  if (chain.poll.isFree) return 'something';
  const { catalogue } = await engine.market();
  const assets = catalogue.assets.filter((asset) => asset.chain.id === chain.id).map(({ id }) => id);
  return (await awaited.isAny(engine.database, assets, engine.clock())) ? 'something' : 'nothing';
}

/** In traces. */
function factsOf({ name }: Chain): Facts {
  return { 'swapdesk.chain': name };
}

/** What a chain's job remembers from round to round, for whatever pays. */
interface Paying {
  readonly kind: Kind;
  readonly putOff: PutOff;
  readonly agreement: AgreementAtTip;
  /** Whether this round has read all that waits for a block. */
  readonly hasRead: boolean;
  ifOpen(step: () => Promise<void>): Promise<void>;
}

/** True if there was something to pay, or to see into a block. */
async function pay(
  engine: Engine,
  chain: Chain,
  lease: Lease,
  { kind, putOff, agreement, ifOpen, hasRead }: Paying,
): Promise<boolean> {
  const { hasPayouts, hasPayments, hasLost, isHeld } = await openWork(engine.database, chain.id);
  const pays = (name: string, work: () => Promise<void>) => step(engine, name, factsOf(chain), work);
  await inTurn([
    async () => {
      if (hasLost) await adoptLost(engine, chain, lease, kind.hasPassed);
    },
    async () => {
      if (hasPayments || hasLost) await bookKnownSince(engine, chain, lease);
    },
    async () => {
      if (isHeld) await agreement.note(engine, lease);
    },
    () => pays('expire payments', () => kind.expirePayments(engine, lease)),
    async () => {
      if (hasPayouts && hasRead && !isHeld)
        await ifOpen(() => pays('sign payouts', () => kind.signPayouts(engine, lease, putOff)));
    },
    async () => {
      if (hasPayouts || hasPayments || hasLost)
        await pays('send payments', () => sendPayments(engine, chain, lease));
    },
    async () => {
      if (hasPayments && !isHeld)
        await ifOpen(() => pays('bump payments', () => kind.bumpPayments(engine, lease)));
    },
    async () => {
      if (hasPayments && !isHeld) await ifOpen(() => kind.fillNonces(engine, lease));
    },
  ]);
  return hasPayouts || hasPayments || hasLost || isHeld;
}
