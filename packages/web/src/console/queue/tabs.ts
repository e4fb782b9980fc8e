import type { QueueData } from '@swapdesk/contract';
import type { Read } from '../api/read.ts';

/** The queues, in the order in which people wait for them. */
export const QUEUES = ['frozen', 'surplus', 'unclaimed', 'unpayable', 'losses', 'decided'] as const;
export type QueueName = (typeof QUEUES)[number];

/** How much is in each to decide about: what is not worth its network fee is shown, and nobody can give it back. */
export function queueCounts(queue: Read<QueueData>): Readonly<Record<QueueName, number>> {
  const open = queue.deposits.filter(({ is_too_little }) => !is_too_little);
  const unclaimed = open.filter(({ kind }) => kind === 'unclaimed').length;
  return {
    frozen: queue.frozen.length,
    surplus: open.length - unclaimed,
    unclaimed,
    unpayable: queue.unpayable.length,
    losses: queue.losses.length,
    decided: queue.orders.length,
  };
}

/** The queue that an address names; else the first in which something waits. */
export function shownQueue(named: string | null, counts: Readonly<Record<QueueName, number>>): QueueName {
  const isNamed = (name: QueueName) => name === named;
  return QUEUES.find(isNamed) ?? QUEUES.find((name) => counts[name] > 0) ?? QUEUES[0];
}
