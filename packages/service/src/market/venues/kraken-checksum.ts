import { crc32 } from 'node:zlib';
import { Decimal, type Json, parseJson } from '@swapdesk/contract';

/** Levels that the checksum is made of, of each side. */
const SUMMED = 10;

type Side = Map<string, { price: Decimal; amount: Decimal }>;

/**
 * Keeps the books of Kraken's stream digit for digit and compares them with its checksums. ccxt cannot: it reads numbers as
 * floats, and the checksum is of their digits, zeros at the end included.
 */
export class KrakenChecksum {
  private readonly books = new Map<string, { depth: number; bids: Side; asks: Side }>();

  /** False if what has come so far is not what the venue has: something is missing. What is no book is left to others. */
  hear(text: string): boolean {
    const message = readMessage(text);
    if (message === null) return true;
    for (const said of message.data) if (!this.hearBook(said, message.isSnapshot)) return false;
    return true;
  }

  private hearBook(said: Json, isSnapshot: boolean): boolean {
    if (!isFields(said) || typeof said.symbol !== 'string') return false;
    const changes = { bids: readLevels(said.bids), asks: readLevels(said.asks) };
    if (changes.bids === null || changes.asks === null) return false;
    if (isSnapshot) {
      const depth = Math.max(changes.bids.length, changes.asks.length);
      this.books.set(said.symbol, { depth, bids: new Map(), asks: new Map() });
    }
    const book = this.books.get(said.symbol);
    if (book === undefined) return false;
    apply(book.bids, changes.bids, book.depth, (a, b) => b.compare(a));
    apply(book.asks, changes.asks, book.depth, (a, b) => a.compare(b));
    if (!(said.checksum instanceof Decimal)) return true;
    return said.checksum.toInteger() === crc32(digits(book.asks) + digits(book.bids));
  }
}

type ReadPrice = { price: Decimal; amount: Decimal };

function apply(
  side: Side,
  changes: readonly ReadPrice[],
  depth: number,
  order: (a: Decimal, b: Decimal) => number,
): void {
  for (const { price, amount } of changes) {
    if (amount.coefficient === 0n) side.delete(price.toString());
    else side.set(price.toString(), { price, amount });
  }
  const sorted = [...side].sort(([, a], [, b]) => order(a.price, b.price)).slice(0, depth);
  side.clear();
  for (const [key, level] of sorted) side.set(key, level);
}

/** The digits without point and leading zeros: just what a coefficient is. */
function digits(side: Side): string {
  return [...side.values()]
    .slice(0, SUMMED)
    .map(({ price, amount }) => `${price.coefficient}${amount.coefficient}`)
    .join('');
}

function readMessage(text: string): { data: Json[]; isSnapshot: boolean } | null {
  if (!text.includes('"book"')) return null;
  try {
    const message = parseJson(text);
    if (!isFields(message) || message.channel !== 'book' || !Array.isArray(message.data)) return null;
    return { data: message.data, isSnapshot: message.type === 'snapshot' };
  } catch {
    return null;
  }
}

function readLevels(levels: Json | undefined): ReadPrice[] | null {
  if (levels === undefined) return [];
  if (!Array.isArray(levels)) return null;
  const read = levels.map((level) =>
    isFields(level) && level.price instanceof Decimal && level.qty instanceof Decimal
      ? { price: level.price, amount: level.qty }
      : null,
  );
  return read.includes(null) ? null : (read as ReadPrice[]);
}

function isFields(value: Json): value is { [key: string]: Json } {
  return value !== null && typeof value === 'object' && !Array.isArray(value) && !(value instanceof Decimal);
}
