/**
 * Follows the numbers (`u`) of Bybit's changes, which by its documents follow each other without a gap; a snapshot begins anew. ccxt
 * does not look. One connection has one book.
 */
export class BybitSequence {
  private last: number | null = null;

  /** False if a change was missed. */
  hear(text: string): boolean {
    const [, type] = /"type":\s*"(snapshot|delta)"/.exec(text) ?? [];
    const [, digits] = /"u":\s*(\d{1,15})\b/.exec(text) ?? [];
    if (type === undefined || digits === undefined) return true;
    const number = Number(digits);
    const isNext = type === 'snapshot' || this.last === null || number === this.last + 1;
    this.last = number;
    return isNext;
  }
}
