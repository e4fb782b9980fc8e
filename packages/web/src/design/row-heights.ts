/** In pixels, until a row has been measured. */
const USUAL_HEIGHT = 44;

/**
 * How high the rows of a long table are. One that has been drawn is known to the pixel, so that the room which is kept for
 * it when it is not drawn any more is just as high, and nothing moves. The others are taken to be like those that were
 * measured first.
 */
export class RowHeights {
  private known: number[] = [];
  private usual = USUAL_HEIGHT;
  private isMeasured = false;

  /** Forgets all: the window is another one, and lines break elsewhere. */
  forget(): void {
    this.known = [];
    this.isMeasured = false;
  }

  /** Notes the rows that are drawn, from the first of them on. */
  measure(first: number, heights: readonly number[]): void {
    for (const [n, height] of heights.entries()) this.known[first + n] = height;
    if (this.isMeasured || heights.length === 0) return;
    this.usual = heights.reduce((sum, height) => sum + height, 0) / heights.length;
    this.isMeasured = true;
  }

  /** How high the rows from one (incl.) to another (excl.) are together. */
  between(first: number, end: number): number {
    let sum = 0;
    for (let row = first; row < end; row++) sum += this.known[row] ?? this.usual;
    return sum;
  }

  /** The row of `count` that lies so far below the beginning; the last one if it is beyond all. */
  rowAt(below: number, count: number): number {
    let left = below;
    for (let row = 0; row < count; row++) {
      left -= this.known[row] ?? this.usual;
      if (left > 0) continue;
      return row;
    }
    return Math.max(0, count - 1);
  }
}
