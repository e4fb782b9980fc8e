import { serviceSeconds } from '../api/service-clock.ts';
import { readOfTab, storeInTab } from '../design/storage.ts';

/** An order that was sent and not answered yet: what was sent, and the key by which the service knows it again. */
interface Pending {
  readonly order: string;
  readonly key: string;
  /** When it was first sent, by the service's clock. */
  readonly at: number;
}

const NAME = 'pending-order';

/**
 * The same key for the same order until the service has answered, so that a second attempt does not place a second one: not after a
 * lost answer, and not after a page that was loaded again in the middle. What was answered is over: the same once more is another order.
 * So is what was sent long ago: whoever comes back to it then would be led to an order that cannot be paid any more.
 */
export class PendingOrder {
  private pending: Pending | null = readPending(readOfTab(NAME));

  /** The key to send an order with, of which each waits so long for its payment: half of that must be left. */
  keyFor(order: string, lifetimeS: number): string {
    const now = serviceSeconds();
    const { pending } = this;
    const isOld = pending === null || now >= pending.at + lifetimeS / 2;
    if (isOld || pending.order !== order) this.pending = { order, key: randomKey(), at: now };
    storeInTab(NAME, JSON.stringify(this.pending));
    return (this.pending as Pending).key;
  }

  isAnswered(): void {
    this.pending = null;
    storeInTab(NAME, null);
  }
}

function readPending(text: string | null): Pending | null {
  try {
    const { order, key, at } = (JSON.parse(text ?? 'null') ?? {}) as Partial<Pending>;
    const isPending = typeof order === 'string' && typeof key === 'string' && typeof at === 'number';
    return isPending ? { order, key, at } : null;
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
