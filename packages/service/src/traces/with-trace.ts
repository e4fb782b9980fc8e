import type { Steps } from './steps.ts';

/** The facts of a line of the log, with the trace of the order, or of the first of the orders, that it names. */
export function withTrace(facts: object, steps: Pick<Steps, 'traceIdOf'>): object {
  const { order, orders } = facts as { readonly order?: unknown; readonly orders?: unknown };
  const named = [order, ...(Array.isArray(orders) ? orders : [])];
  const traceId = named.map((no) => (typeof no === 'string' ? steps.traceIdOf(no) : undefined)).find(Boolean);
  return traceId === undefined ? facts : { ...facts, traceId };
}
