import { Counter, Gauge, type Registry } from 'prom-client';
import type { ReplicaReading } from '../store/replicas/reading.ts';

/** What is read at replicas, and how it stands with each; of several processes the one that sees it worst. */
export function replicaGauges(
  registry: Registry,
): (reading: Pick<ReplicaReading, 'answered' | 'replicas'>) => void {
  const registers = [registry];
  const reads = new Counter({
    name: 'swapdesk_reads_total',
    help: 'Lists and queries by who answered them, where replicas are named',
    labelNames: ['by'],
    registers,
  });
  const used = new Gauge({
    name: 'swapdesk_replica_used',
    help: '1: lists and queries are read at this replica; 0: it is left out',
    labelNames: ['replica'],
    aggregator: 'min',
    registers,
  });
  const lag = new Gauge({
    name: 'swapdesk_replica_lag_seconds',
    help: 'By how much a replica is behind the primary at most',
    labelNames: ['replica'],
    aggregator: 'max',
    registers,
  });

  return ({ answered, replicas }) => {
    const standings = replicas();
    if (standings.length === 0) return;
    reads.reset();
    for (const [by, many] of Object.entries(answered())) reads.inc({ by }, many);
    for (const { name: replica, leftOut, lagMs } of standings) {
      used.set({ replica }, leftOut === null ? 1 : 0);
      lag.set({ replica }, lagMs / 1_000);
    }
  };
}
