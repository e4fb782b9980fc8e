import type { Queryable } from '../store/database.ts';
import type { Facts, Happened, ToldSpan } from './span.ts';
import type { TellTouched } from './touched.ts';
import { readTraceparent, type TraceContext } from './trace-context.ts';
import { nameOf, type Tracing, toldIn } from './tracing.ts';

/** Orders that are told of, as far as this process has met them lately. */
const MOST_KNOWN = 10_000;

/** What happened to an order in a step that is under way. */
interface Touch extends Happened {
  readonly orderId: number;
}

interface ToldOrder {
  readonly id: number;
  readonly no: string;
  readonly place: TraceContext;
}

/**
 * Steps of jobs. Which orders one moves is known when it is over: then it is told in the traces of those that are told of, with all
 * that it asked the database and the nodes; if there are none, it is forgotten.
 */
export class Steps {
  private readonly tracing: Tracing;
  private readonly database: Queryable;
  private readonly touches = new WeakMap<object, Touch[]>();
  private readonly traceIds = new Map<string, string>();

  constructor(tracing: Tracing, database: Queryable) {
    this.tracing = tracing;
    this.database = database;
  }

  /** What happens to orders on connections, in whatever step is under way. */
  readonly touched: TellTouched = (orders, name, facts) => {
    const span = this.tracing.active;
    const touches = span === undefined ? undefined : this.touches.get(span.work);
    const atMs = performance.now();
    for (const { order_id: orderId, payment_id: payment } of orders) {
      const more = payment === undefined ? facts : { ...facts, 'swapdesk.payment': payment };
      if (orderId !== null) touches?.push({ orderId, name, atMs, facts: more });
    }
  };

  async step<T>(name: string, facts: Facts, work: () => Promise<T>): Promise<T> {
    const { tracing } = this;
    const root = tracing.begin(name, 'internal', null);
    root.facts = facts;
    const touches: Touch[] = [];
    this.touches.set(root.work, touches);
    try {
      return await tracing.run(root, work);
    } catch (error) {
      root.failure = nameOf(error);
      throw error;
    } finally {
      const spans = tracing.end(root);
      const [first, ...others] = await this.toldOf(touches);
      if (first !== undefined) {
        const { traceId } = first.place;
        const own = { ...toldIn(traceId, root, null), ...ofOrder(first, facts, touches) };
        const within = spans.slice(1).map((span) => toldIn(traceId, span, null));
        const links = [{ traceId, spanId: root.spanId }];
        const elsewhere = others.map((order): ToldSpan => {
          const spanId = tracing.newId();
          return { ...own, ...ofOrder(order, facts, touches), traceId: order.place.traceId, spanId, links };
        });
        tracing.tell([own, ...within, ...elsewhere], root.work.left);
      }
    }
  }

  /** Part of a step: nothing of it is told unless that is. */
  part<T>(name: string, facts: Facts, work: () => Promise<T>): Promise<T> {
    return this.tracing.span(name, 'internal', facts, work);
  }

  /** The trace of an order, by its number, if this process has met it lately. */
  traceIdOf(no: string): string | undefined {
    return this.traceIds.get(no);
  }

  /** Which of these orders are told of. Nothing goes wrong by it that it cannot be said. */
  private async toldOf(touches: readonly Touch[]): Promise<ToldOrder[]> {
    if (touches.length === 0) return [];
    const ids = [...new Set(touches.map(({ orderId }) => orderId))];
    try {
      const { rows } = await this.tracing.run(undefined, () =>
        this.database.query<{ id: number; no: string; trace: string }>({
          name: 'orders-traced',
          text: 'SELECT id, no, trace FROM orders WHERE id = ANY ($1::bigint[]) AND trace IS NOT NULL ORDER BY id',
          values: [ids],
        }),
      );
      return rows.flatMap(({ id, no, trace }) => {
        const place = readTraceparent(trace);
        if (place === null) return [];
        this.know(no, place.traceId);
        return [{ id, no, place }];
      });
    } catch {
      return [];
    }
  }

  private know(no: string, traceId: string): void {
    this.traceIds.delete(no);
    this.traceIds.set(no, traceId);
    const [oldest] = this.traceIds.keys();
    if (this.traceIds.size > MOST_KNOWN && oldest !== undefined) this.traceIds.delete(oldest);
  }
}

/** What of a step is an order's own. */
function ofOrder({ id, no, place }: ToldOrder, facts: Facts, touches: readonly Touch[]) {
  const happened = touches.filter(({ orderId }) => orderId === id);
  return {
    parentId: place.spanId,
    facts: { ...facts, 'swapdesk.order': no, 'swapdesk.order_id': id },
    happened: happened.map(({ name, atMs, facts: more }) => ({ name, atMs, facts: more })),
  };
}
