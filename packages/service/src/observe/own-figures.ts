import { AggregatorRegistry, type Registry } from 'prom-client';

/** What a process counts by itself, as it is handed to another. */
export type OwnFigures = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** Sums, or whatever else makes one figure of several: the largest, the average. */
export function sumOf(figures: readonly OwnFigures[]): Registry {
  return AggregatorRegistry.aggregate([...figures]);
}

/**
 * The figures of processes that come and go. What only grows (requests, seconds) stays in the sum when its process has
 * ended: a sum that falls would look like one that begins anew, and all of it like the work of a moment.
 */
export class GatheredFigures {
  private readonly last = new Map<number, OwnFigures>();
  private gone: OwnFigures = [];

  /** What a process says now. */
  hear(process: number, figures: OwnFigures): void {
    this.last.set(process, figures);
  }

  async forget(process: number): Promise<void> {
    const left = this.last.get(process) ?? [];
    this.last.delete(process);
    const growing = left.filter(({ type }) => GROWING.has(String(type)));
    this.gone = await sumOf([this.gone, growing]).getMetricsAsJSON();
  }

  all(): OwnFigures[] {
    return [...this.last.values(), this.gone];
  }
}

/** What Prometheus calls what only grows. */
const GROWING: ReadonlySet<string> = new Set(['counter', 'histogram']);
