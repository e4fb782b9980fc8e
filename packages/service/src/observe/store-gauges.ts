import { Gauge, type Registry } from 'prom-client';
import type { StoreHealth } from './store-health.ts';

/** Gauges of how a store that grows is doing, and how they are set. */
export function storeGauges(registry: Registry): (health: StoreHealth) => void {
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name: `swapdesk_${name}`, help, labelNames, registers: [registry] });
  const free = gauge(
    'disk_free_bytes',
    'What is free on a disk of this machine: of the store, of the archive',
    'disk',
  );
  const ratio = gauge('disk_free_ratio', 'The same as a part of all of it', 'disk');
  const room = gauge(
    'ranges_ahead',
    'Ranges that are made and not reached yet; at 0 nothing is left but the one in use',
    'table',
  );
  const oldest = gauge(
    'oldest_transaction_seconds',
    'How long the oldest transaction is open that holds something back',
  );
  const dead = gauge('dead_rows', 'Dead rows of the table that has most of them', 'table');
  const age = gauge('row_age_transactions', 'How many transactions ago the oldest row was looked at');
  const behind = gauge('replication_behind_bytes', 'How far the last of the servers that follow is behind');
  const held = gauge('replication_slot_bytes', 'Log that the replication slots hold back');
  return (health) => {
    for (const each of [free, ratio, room, dead]) each.reset();
    for (const { what, freeBytes, bytes } of health.disks) {
      free.set({ disk: what }, freeBytes);
      ratio.set({ disk: what }, freeBytes / bytes);
    }
    for (const { name, ranges } of health.room) room.set({ table: name }, ranges);
    oldest.set(health.oldest?.seconds ?? 0);
    if (health.bloated !== null) dead.set({ table: health.bloated.name }, health.bloated.dead);
    age.set(health.age);
    behind.set(health.behind?.bytes ?? 0);
    held.set(health.slot?.bytes ?? 0);
  };
}
