import type { Decimal, ReceiveEntry } from '@swapdesk/contract';
import type { Mode } from '../catalog/catalogue.ts';
import type { AccountFees } from './fee-rules.ts';
import { holdOf } from './hold.ts';

const MOST = 1_000;
/** Whoever splits between the same two coins in ever other ways is compared with so many at most. */
const MOST_OF_PAIR = 32;

/** All of a request for an exchange but its amount. */
export interface AskedExchange {
  readonly exchange_mode: Mode;
  readonly from_abbr: string;
  readonly from_chain: string;
  readonly to_address: readonly ReceiveEntry[];
  /** How long a fixed price is to hold; absent: as long as any other. */
  readonly hold_s?: Decimal;
}

/** For whom it is asked. */
export interface AskedFor {
  readonly fees: AccountFees;
  readonly isCapped: boolean;
}

type AskedEntry = Pick<ReceiveEntry, 'to_abbr' | 'to_chain' | 'to_ratio' | 'to_group_ratio'>;

interface Kept<Value> extends AskedFor {
  readonly mode: Mode;
  readonly holdS: number;
  readonly fromAbbr: string;
  readonly fromChain: string;
  readonly entries: readonly AskedEntry[];
  /** What it came to. */
  value: Value;
}

/**
 * What requests came to that were made before. Each is compared word by word with those of its first two coins: to write all of it
 * into one key takes longer.
 */
export class AskedBefore<Value> {
  private readonly byPair = new Map<string, Kept<Value>[]>();
  private count = 0;

  /** How many it knows. */
  get size(): number {
    return this.count;
  }

  find(asked: AskedExchange, by: AskedFor): Kept<Value> | undefined {
    const ofPair = this.byPair.get(pairOf(asked));
    if (ofPair === undefined) return undefined;
    for (const kept of ofPair) if (isSame(kept, asked, by)) return kept;
    return undefined;
  }

  /** Of something that is not known yet. Whoever asks for what nobody else does pushes out what others ask for, until they ask again. */
  keep(asked: AskedExchange, { fees, isCapped }: AskedFor, value: Value): void {
    if (this.count >= MOST) {
      this.byPair.clear();
      this.count = 0;
    }
    const pair = pairOf(asked);
    const ofPair = this.byPair.get(pair) ?? [];
    if (ofPair.length < MOST_OF_PAIR) this.count++;
    else ofPair.shift();
    ofPair.push({
      fees,
      isCapped,
      mode: asked.exchange_mode,
      holdS: holdOf(asked),
      fromAbbr: copied(asked.from_abbr),
      fromChain: copied(asked.from_chain),
      entries: asked.to_address.map(copiedEntry),
      value,
    });
    this.byPair.set(pair, ofPair);
  }
}

/** No text of a request holds a NUL, so none can look like two. */
function pairOf({ from_abbr, to_address }: AskedExchange): string {
  return `${from_abbr}\0${to_address[0]?.to_abbr}`;
}

function isSame(kept: Kept<unknown>, asked: AskedExchange, by: AskedFor): boolean {
  const { entries } = kept;
  const { to_address } = asked;
  if (entries.length !== to_address.length || !isForSame(kept, by)) return false;
  if (
    kept.mode !== asked.exchange_mode ||
    kept.holdS !== holdOf(asked) ||
    kept.fromAbbr !== asked.from_abbr ||
    kept.fromChain !== asked.from_chain
  )
    return false;
  for (let n = 0; n < entries.length; n++)
    if (!isSameEntry(entries[n] as AskedEntry, to_address[n] as AskedEntry)) return false;
  return true;
}

function isForSame(one: AskedFor, other: AskedFor): boolean {
  return (
    one.isCapped === other.isCapped &&
    one.fees.isKeyless === other.fees.isKeyless &&
    one.fees.float === other.fees.float &&
    one.fees.fixed === other.fees.fixed &&
    one.fees.rules?.words === other.fees.rules?.words &&
    one.fees.markup?.ppm === other.fees.markup?.ppm &&
    one.fees.markup?.accountId === other.fees.markup?.accountId
  );
}

function isSameEntry(one: AskedEntry, other: AskedEntry): boolean {
  return (
    one.to_abbr === other.to_abbr &&
    one.to_chain === other.to_chain &&
    isSameRatio(one.to_ratio, other.to_ratio) &&
    isSameRatio(one.to_group_ratio, other.to_group_ratio)
  );
}

function isSameRatio(one: Decimal | undefined, other: Decimal | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return one.isSameAs(other);
}

function copiedEntry({ to_abbr, to_chain, to_ratio, to_group_ratio }: AskedEntry): AskedEntry {
  return {
    to_abbr: copied(to_abbr),
    to_chain: copied(to_chain),
    ...(to_ratio !== undefined && { to_ratio }),
    ...(to_group_ratio !== undefined && { to_group_ratio }),
  };
}

/** A word of a request is a piece of its body, all of which would be kept with it. */
function copied(text: string): string {
  return Buffer.from(text).toString();
}
