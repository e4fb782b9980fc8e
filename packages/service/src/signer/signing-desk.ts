import type { Logger } from 'pino';
import type { Catalogue } from '../catalog/catalogue.ts';
import type { ExpiringPlan, SignedBytes, Signer, SigningPlan } from '../chains/signer.ts';
import type { Clock } from '../clock.ts';
import { readHold } from '../engine/hold/hold.ts';
import { noteLost } from '../engine/hold/lost-payments.ts';
import { refuseSignedBefore, SignedBefore } from '../engine/payments/signed-before.ts';
import type { SigningRecord } from '../record/signing-record.ts';
import type { Database, Queryable } from '../store/database.ts';
import { transaction } from '../store/transaction.ts';
import type { Wallet } from '../wallet/wallet.ts';
import type { LenderRule, PlanFacts } from './facts.ts';
import { HourTally } from './hour-tally.ts';
import { checkStopFile, holdSwitch, whyStopped } from './kill-switch.ts';
import { checkLimits, checkUnseen, type SigningLimits } from './limits.ts';
import { NowAndThen } from './now-and-then.ts';
import { type Approval, judge } from './policy.ts';
import { readFacts } from './read-facts.ts';
import { recordedPlan, spendsOf } from './recorded-plan.ts';
import { recordDecision, type SigningDecision } from './records.ts';
import { LimitReached, PlanRefused, SigningStopped } from './refusals.ts';
import { askedOf, Testimony, type Witnesses, type WitnessWord } from './witness.ts';

/** All that the desk decides and signs with. */
export interface SigningDeskOptions {
  readonly database: Database;
  readonly wallet: Pick<Wallet, 'keyOf' | 'treasuries'>;
  /** Holds the keys and signs whatever it is given. */
  readonly signer: Signer;
  /** What was signed, on the signer's own disk. */
  readonly record: SigningRecord;
  /** What is signed for; of the store's own words about assets nothing counts. */
  readonly assets: Catalogue;
  readonly limits: SigningLimits;
  /** The most that a transaction may cost, by chain, in units of its native coin. */
  readonly feeCaps: ReadonlyMap<number, bigint>;
  /** By chain, the addresses to which withdrawals are signed. */
  readonly withdrawals: ReadonlyMap<number, readonly string[]>;
  /** By chain, where what is above hot limits goes. */
  readonly cold: ReadonlyMap<number, string>;
  /** By chain, whose energy may be lent to deposit addresses; absent: nobody's. */
  readonly lenders?: ReadonlyMap<number, LenderRule>;
  /** Whom it asks about chains whose transactions expire. */
  readonly witnesses: Witnesses;
  /** A file whose presence stops signing; null: there is none. */
  readonly stopFile: string | null;
  readonly clock: Clock;
  /** The machine's own, by which an hour passes: the store has no say in it. */
  readonly ownClock: Clock;
  readonly log: Logger;
}

/** Decides on plans and signs those that it approves of: one after the other, and each decision is on record. */
export class SigningDesk {
  private readonly options: SigningDeskOptions;
  private tally: HourTally | undefined;
  private readonly refusals = new NowAndThen();
  private last: Promise<unknown> = Promise.resolve();
  private signal: string | null = null;

  constructor(options: SigningDeskOptions) {
    this.options = options;
  }

  /** Signs a plan for a peer, or throws PlanRefused, LimitReached or SigningStopped. */
  sign(plan: SigningPlan, peer: string): Promise<SignedBytes> {
    // In turn: a decision holds the switch, and those behind it would only hold connections.
    const signed = this.last.then(() => this.decide(plan, peer));
    this.last = signed.catch(() => {});
    return signed;
  }

  /** Stops for good, until the process is started anew. */
  stopBySignal(name: string): void {
    this.signal = name;
    this.options.log.error(`${name}: nothing is signed any more until the signer is started anew`);
  }

  /** Why nothing is signed at the moment; null if it is. */
  async whyStopped(): Promise<string | null> {
    return this.signal ?? (await whyStopped(this.options.database, this.options.stopFile));
  }

  private async decide(plan: SigningPlan, peer: string): Promise<SignedBytes> {
    const { database, log, clock, record } = this.options;
    try {
      const testimony = new Testimony(askedOf(this.options.witnesses));
      const { signed, approval } = await testimony.during(() =>
        transaction(database, (client) => this.approveAndSign(client, plan, peer, testimony)),
      );
      const { purpose } = approval;
      const payouts = approval.payouts.map(({ name }) => name);
      log.info({ peer, chain: plan.chainId, txid: signed.txid, purpose, payouts }, 'signed');
      return signed;
    } catch (failure) {
      const error = failure instanceof SignedBefore ? new PlanRefused(failure.message) : failure;
      await this.note(plan, peer, error);
      // Whoever asked may have been cut off before it stored that one: here it is.
      if (failure instanceof SignedBefore) await noteLost(database, record.id, [failure.earlier], clock());
      throw error;
    }
  }

  /** What it signs is on record before the bytes leave: they are returned only when this is committed. */
  private async approveAndSign(
    client: Queryable,
    plan: SigningPlan,
    peer: string,
    said: WitnessWord,
  ): Promise<{ signed: SignedBytes; approval: Approval }> {
    const { clock, ownClock, limits, stopFile, signer, record } = this.options;
    if (this.signal !== null) throw new SigningStopped(`signing is stopped by ${this.signal}`);
    checkStopFile(stopFile);
    await holdSwitch(client, record.killSwitch);
    const hold = await readHold(client);
    if (hold !== null) throw new SigningStopped(`the desk is held: ${hold.why}`);
    const facts = await this.facts(client, plan, said);
    // What expires uses up nothing but itself: by its name it is known whether it is what was signed before.
    const early = plan.kind === 'expiring' && isOurs(plan, facts) ? await signer.sign(plan) : null;
    const approval = this.judge(plan, facts, early);
    const { purpose, payoutIds, payouts, amounts } = approval;
    const signed = early ?? (await signer.sign(plan));
    const { txid } = signed;
    const later = { chainId: plan.chainId, txid, spends: spendsOf(plan, approval, txid) };
    await refuseSignedBefore(
      client,
      record,
      later,
      payouts.map(({ name }) => name),
      // Of what expires the store may say anything: the chain is asked.
      { hasPassed: said.hasPassed, isStoreBelieved: false },
    );
    if (!record.has(plan.chainId, signed.txid)) {
      if (facts.nonce === 'unasked' && payouts.length > 0) {
        const times = approval.spends.map((spend) => record.nonceUse(plan.chainId, spend).times);
        checkUnseen(Math.max(...times), approval.spends, facts.chain.name);
      }
      this.tally ??= await HourTally.of(record, ownClock());
      checkLimits(amounts, limits, this.tally.at(ownClock()));
      const times = { at: clock(), ownAt: ownClock() };
      await record.note([recordedPlan(plan, approval, signed, facts, times)]);
      this.tally.add(amounts, ownClock());
    }
    const reason = payoutIds.length === 0 ? purpose : `${purpose} ${payoutIds.join(', ')}`;
    await recordDecision(client, plan, { verdict: 'signed', reason, peer, txid: signed.txid }, clock());
    return { signed, approval };
  }

  private async facts(client: Queryable, plan: SigningPlan, said: WitnessWord): Promise<PlanFacts> {
    const {
      assets,
      wallet,
      record,
      withdrawals,
      cold,
      witnesses,
      ownClock,
      lenders = new Map(),
    } = this.options;
    const sources = {
      ...wallet,
      record,
      catalogue: assets,
      withdrawals,
      cold,
      lenders,
      witnesses,
      said,
    };
    return readFacts(client, plan, sources, ownClock());
  }

  private judge(plan: SigningPlan, facts: PlanFacts, early: SignedBytes | null): Approval {
    const feeCap = this.options.feeCaps.get(plan.chainId);
    if (feeCap === undefined) throw new PlanRefused(`nothing is signed on ${facts.chain.name}`);
    return judge(plan, facts, feeCap, early?.txid);
  }

  /** In a transaction of its own: the one that failed is undone. */
  private async note(plan: SigningPlan, peer: string, error: unknown): Promise<void> {
    const { database, log, clock } = this.options;
    const verdict = verdictOf(error);
    const reason = error instanceof Error ? error.message : String(error);
    const told = this.refusals.count(verdict === 'stopped' ? verdict : `${verdict} ${goalOf(plan)}`, clock());
    if (told !== null) {
      const facts = { peer, chain: plan.chainId, pays: goalOf(plan), times: told };
      if (verdict === 'failed') log.error({ ...facts, err: error }, 'could not sign');
      else log.warn({ ...facts, reason }, verdict === 'stopped' ? 'stopped' : 'refused');
    }
    try {
      await recordDecision(database, plan, { verdict, reason, peer, txid: null }, clock());
    } catch (failure) {
      log.error({ err: failure }, 'could not record a decision');
    }
  }
}

/** Whom a plan pays, whatever it spends and costs: what is asked for again and again at other fees is the same. */
function goalOf(plan: SigningPlan): string {
  if (plan.kind === 'coins')
    return plan.outputs.map(({ units, address }) => `${units} to ${address}`).join(', ');
  return `${plan.units} ${plan.contract ?? 'coins'} to ${plan.payee}`;
}

/** Whether it is for us to sign: of what is not, the policy says why. */
function isOurs({ space, from }: ExpiringPlan, { chain, treasury, ours }: PlanFacts): boolean {
  return space === chain.space && (from === treasury || ours.has(from));
}

function verdictOf(error: unknown): SigningDecision['verdict'] {
  if (error instanceof PlanRefused) return 'refused';
  if (error instanceof LimitReached) return 'limit';
  return error instanceof SigningStopped ? 'stopped' : 'failed';
}
