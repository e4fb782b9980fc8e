/** Counts the messages of a connection to Coinbase, which numbers all of them; ccxt does not look. */
export class CoinbaseSequence {
  private last: number | null = null;

  /** False if one was missed. */
  hear(text: string): boolean {
    const [, digits] = /"sequence_num":\s*(\d{1,15})\b/.exec(text) ?? [];
    if (digits === undefined) return true;
    const number = Number(digits);
    const isNext = this.last === null || number === this.last + 1;
    this.last = number;
    return isNext;
  }
}
