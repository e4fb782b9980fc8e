import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { isDurableSpend } from '../chains/durable.ts';
import { StartupError } from '../startup-error.ts';
import { excludes, type Spending } from './excludes.ts';
import { type LineSpan, LogFile } from './log-file.ts';
import type { RecordedFact, RecordedPayment } from './recorded-payment.ts';
import { keepAlone } from './sole-keeper.ts';
import { TickFile } from './tick-file.ts';

/**
 * What was signed, for whom; how many deposit addresses may have been given; whether the desk was held or signing was
 * stopped. It lies on the disk of whoever holds the keys, apart from the store, and is never restored with it: a store that has gone back is
 * recognised by it, and pays nobody again. In memory there are places in the file, not what stands there.
 */
export class SigningRecord {
  readonly folder: string;
  private readonly ticks: TickFile;
  private readonly letGo: () => Promise<void>;
  private log!: LogFile;
  private recordId = '';
  private readonly payments: LineSpan[] = [];
  private readonly byTxid = new Map<string, number>();
  private readonly byPayout = new Map<string, number[]>();
  private readonly dropped = new Set<string>();
  private readonly nonces = new Map<string, NonceUse>();
  private readonly bounds = new Map<string, number>();
  private held: string | null = null;
  private turned: SwitchFact | null = null;

  private constructor(folder: string, ticks: TickFile, letGo: () => Promise<void>) {
    this.folder = folder;
    this.ticks = ticks;
    this.letGo = letGo;
  }

  /** Opens the record in a folder, or begins one. */
  static async open(folder: string): Promise<SigningRecord> {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
    } catch (error) {
      throw new StartupError(
        `The signing record cannot be kept in ${folder} (${(error as Error).message}). ` +
          'Make it writable, or name another folder with SWAPDESK_RECORD.',
        { cause: error },
      );
    }
    const letGo = await keepAlone(folder);
    try {
      const record = new SigningRecord(folder, new TickFile(join(folder, 'tick')), letGo);
      record.log = await LogFile.open(join(folder, 'signed.log'), (text, place) =>
        record.learn(JSON.parse(text) as RecordedFact, place),
      );
      if (record.recordId === '') await record.add([{ kind: 'begun', id: randomUUID() }]);
      return record;
    } catch (error) {
      await letGo();
      throw error;
    }
  }

  /** By which a store knows this record again. */
  get id(): string {
    return this.recordId;
  }

  /** How many payments it has. */
  get count(): number {
    return this.payments.length;
  }

  /** The hold that has not ended; null if there is none. */
  get openHold(): string | null {
    return this.held;
  }

  get tick(): number {
    return this.ticks.value;
  }

  /** The next tick, on the disk when this returns. */
  async nextTick(): Promise<number> {
    await this.ticks.write(this.ticks.value + 1);
    return this.ticks.value;
  }

  has(chainId: number, txid: string): boolean {
    return this.byTxid.has(keyOf(chainId, txid));
  }

  isDropped({ chainId, txid }: Spending): boolean {
    return this.dropped.has(keyOf(chainId, txid));
  }

  /** Payments from one number to another, in the order in which they were signed. */
  async between(first: number, beyond: number): Promise<RecordedPayment[]> {
    return Promise.all(this.payments.slice(first, beyond).map((place) => this.read(place)));
  }

  async find(chainId: number, txid: string): Promise<RecordedPayment | null> {
    const number = this.byTxid.get(keyOf(chainId, txid));
    return number === undefined ? null : this.read(this.payments[number] as LineSpan);
  }

  /** All that was signed for a payout and may have left. */
  async signedFor(name: string): Promise<RecordedPayment[]> {
    const all = new Map<string, RecordedPayment>();
    for (const number of this.byPayout.get(name) ?? []) {
      const payment = await this.read(this.payments[number] as LineSpan);
      if (!this.isDropped(payment)) all.set(keyOf(payment.chainId, payment.txid), payment);
    }
    return [...all.values()];
  }

  /** What was signed with the value of a nonce account. */
  nonceUse(chainId: number, spend: string): NonceUse {
    return this.nonces.get(keyOf(chainId, spend)) ?? { times: 0, isWitnessed: false };
  }

  /** What was signed for these payouts and could be in a chain beside this: each with the payout. */
  async notExcludedBy(
    later: Spending,
    names: readonly string[],
  ): Promise<{ readonly name: string; readonly earlier: RecordedPayment }[]> {
    const found: { name: string; earlier: RecordedPayment }[] = [];
    const ours = (txid: string) => this.find(later.chainId, txid);
    for (const name of names) {
      for (const earlier of await this.signedFor(name)) {
        const isSame = earlier.chainId === later.chainId && earlier.txid === later.txid;
        if (!isSame && !(await excludes(later, earlier, ours))) found.push({ name, earlier });
      }
    }
    return found;
  }

  /** Notes what was signed. To be awaited before anybody else gets the bytes. */
  async note(payments: readonly RecordedPayment[]): Promise<void> {
    const unknown = payments.filter((each) => !this.has(each.chainId, each.txid) || this.isDropped(each));
    await this.add(unknown.map((each) => ({ kind: 'signed', ...each })));
  }

  /** Notes that signed payments were given to nobody, and never will be. */
  async drop(payments: readonly Spending[]): Promise<void> {
    await this.add(payments.map(({ chainId, txid }) => ({ kind: 'dropped', chainId, txid })));
  }

  /** Addresses of a space below this number may have been given. */
  addressesUpTo(space: string): number {
    return this.bounds.get(space) ?? 0;
  }

  /** Notes up to which addresses may be given. To be awaited before they are. */
  async noteAddresses(bounds: ReadonlyMap<string, number>): Promise<void> {
    const higher = [...bounds].filter(([space, upTo]) => upTo > this.addressesUpTo(space));
    await this.add(higher.map(([space, upTo]) => ({ kind: 'addresses', space, upTo })));
  }

  async noteHeld(hold: string, why: string, at: number): Promise<void> {
    if (this.held !== hold) await this.add([{ kind: 'held', hold, why, at }]);
  }

  async noteGoesOn(at: number): Promise<void> {
    if (this.held !== null) await this.add([{ kind: 'goes on', hold: this.held, at }]);
  }

  /** How the kill switch stood when somebody looked last; null if nobody has. */
  get killSwitch(): Omit<SwitchFact, 'kind'> | null {
    return this.turned;
  }

  async noteSwitch({ turn, stop }: Omit<SwitchFact, 'kind'>): Promise<void> {
    if (turn > (this.turned?.turn ?? 0)) await this.add([{ kind: 'switch', turn, stop }]);
  }

  async close(): Promise<void> {
    await this.log.close();
    this.ticks.close();
    await this.letGo();
  }

  private async add(facts: readonly RecordedFact[]): Promise<void> {
    if (facts.length === 0) return;
    const places = await this.log.append(facts.map((fact) => JSON.stringify(fact)));
    for (const [n, fact] of facts.entries()) this.learn(fact, places[n] as LineSpan);
  }

  private async read(place: LineSpan): Promise<RecordedPayment> {
    const { kind: _, ...payment } = JSON.parse(await this.log.read(place)) as RecordedFact & {
      kind: 'signed';
    };
    return payment;
  }

  private learn(fact: RecordedFact, place: LineSpan): void {
    if (fact.kind === 'signed') {
      const number = this.payments.push(place) - 1;
      this.byTxid.set(keyOf(fact.chainId, fact.txid), number);
      this.dropped.delete(keyOf(fact.chainId, fact.txid));
      for (const { name } of fact.payouts) {
        const numbers = this.byPayout.get(name);
        if (numbers === undefined) this.byPayout.set(name, [number]);
        else numbers.push(number);
      }
      this.learnNonces(fact);
    } else if (fact.kind === 'dropped') this.dropped.add(keyOf(fact.chainId, fact.txid));
    else if (fact.kind === 'addresses') this.bounds.set(fact.space, fact.upTo);
    else if (fact.kind === 'held') this.held = fact.hold;
    else if (fact.kind === 'goes on') this.held = null;
    else if (fact.kind === 'switch') this.turned = fact;
    else if (fact.kind === 'begun') this.recordId = fact.id;
    else throw notKnown(this.folder, fact);
  }

  private learnNonces({ chainId, spends, payouts, isWitnessed = false }: RecordedPayment): void {
    for (const spend of spends.filter(isDurableSpend)) {
      const before = this.nonceUse(chainId, spend);
      this.nonces.set(keyOf(chainId, spend), {
        times: before.times + (payouts.length > 0 ? 1 : 0),
        isWitnessed: before.isWitnessed || isWitnessed,
      });
    }
  }
}

/** How often payouts were signed for with a value, and whether nodes of the signer's own have said that it is one. */
export interface NonceUse {
  readonly times: number;
  readonly isWitnessed: boolean;
}

/** What a newer version has put down may be what keeps us from signing: it is not passed over. */
function notKnown(folder: string, { kind }: { readonly kind?: unknown }): StartupError {
  return new StartupError(
    `The signing record in ${folder} was written by a newer Swapdesk: it has a line of the kind "${kind}", which this one does not know. ` +
      'Start that version again; nothing was changed.',
  );
}

type SwitchFact = RecordedFact & { readonly kind: 'switch' };

function keyOf(chainId: number, txid: string): string {
  return `${chainId}/${txid}`;
}
