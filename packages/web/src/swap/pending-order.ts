import { readOfTab, storeInTab } from '../design/storage.ts';

/** An order that was sent and not answered yet: what was sent, and the key by which the service knows it again. */
interface Pending {
  readonly order: string;
  readonly key: string;
}

const NAME = 'pending-order';

/**
 * The same key for the same order until the service has answered, so that a second attempt does not place a second one: not after a
 * lost answer, and not after a page that was loaded again in the middle. What was answered is over: the same once more is another order.
 */
export class PendingOrder {
  private pending: Pending | null = readPending(readOfTab(NAME));

  /** The key to send an order with. */
  keyFor(order: string): string {
    if (this.pending?.order !== order) this.pending = { order, key: randomKey() };
    storeInTab(NAME, JSON.stringify(this.pending));
    return this.pending.key;
  }

  isAnswered(): void {
    this.pending = null;
    storeInTab(NAME, null);
  }
}

function readPending(text: string | null): Pending | null {
  try {
    const { order, key } = (JSON.parse(text ?? 'null') ?? {}) as Partial<Pending>;
    return typeof order === 'string' && typeof key === 'string' ? { order, key } : null;
  } catch {
    return null;
  }
}

/** Unlike crypto.randomUUID this is there without TLS too, as on a desk in one's own network. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
