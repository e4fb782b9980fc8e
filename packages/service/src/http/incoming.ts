import { IncomingMessage } from 'node:http';

type Take = (piece: Buffer | null) => void;
const forget: Take = () => {};

/**
 * A request whose body can be taken piece by piece as it arrives. Through the stream that it is otherwise, a small
 * body costs as much time as the quote that it asks for.
 */
export class Incoming extends IncomingMessage {
  /** When its head was there. */
  readonly beganAt = performance.now();
  private taker: Take | null = null;

  /** Hands each piece over, and null at the end; nothing goes into the stream any more. Before the first one came. */
  takeBody(take: Take): void {
    this.taker = take;
  }

  override push(piece: Buffer | null): boolean {
    const take = this.taker;
    if (take === null) return super.push(piece);
    // A connection that falls idle holds its last request: not its body as well.
    if (piece === null) this.taker = forget;
    take(piece);
    return true;
  }

  /** Node calls this after the answer to get rid of what was not read; of what was taken, nothing is left. */
  override resume(): this {
    return this.taker === null ? super.resume() : this;
  }
}
