/** Reads lines and runs of bytes out of pieces that come as they come. */
export class Pulled {
  readonly #pieces: AsyncIterator<Buffer>;
  #held: Buffer = Buffer.alloc(0);

  constructor(pieces: AsyncIterable<Buffer>) {
    this.#pieces = pieces[Symbol.asyncIterator]();
  }

  /** Up to the next line break, which is passed over. */
  async line(longest: number): Promise<Buffer> {
    for (;;) {
      const end = this.#held.indexOf(0x0a);
      if (end >= 0) return this.#take(end + 1).subarray(0, end);
      if (this.#held.length > longest) throw new Error(`no line break within ${longest} bytes`);
      if (!(await this.#more())) throw new Error('it ends within a line');
    }
  }

  /** Just so many bytes, in pieces. */
  async *bytes(count: number): AsyncGenerator<Buffer> {
    for (let left = count; left > 0; ) {
      if (this.#held.length === 0 && !(await this.#more())) throw new Error('it ends within a file');
      const piece = this.#take(Math.min(left, this.#held.length));
      left -= piece.length;
      yield piece;
    }
  }

  async isAtEnd(): Promise<boolean> {
    while (this.#held.length === 0) if (!(await this.#more())) return true;
    return false;
  }

  #take(count: number): Buffer {
    const taken = this.#held.subarray(0, count);
    this.#held = this.#held.subarray(count);
    return taken;
  }

  async #more(): Promise<boolean> {
    const { value, done } = await this.#pieces.next();
    if (done === true) return false;
    this.#held = this.#held.length === 0 ? value : Buffer.concat([this.#held, value]);
    return true;
  }
}
