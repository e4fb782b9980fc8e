import { failed } from '../failed.ts';
import type { DeskKey } from '../secrets/desk-key.ts';
import { secretBox } from '../secrets/sealed-secret.ts';
import { dnsResolve } from '../webhooks/checked-lookup.ts';
import { Deliverer } from '../webhooks/deliverer.ts';
import { mayBeHere } from '../webhooks/may-be-here.ts';
import { openPoster } from '../webhooks/post.ts';
import type { WebhookParts } from '../webhooks/webhook-parts.ts';
import type { DeskParts } from './parts.ts';
import type { Shutdown } from './shutdown.ts';

/** What webhooks are made and sent with, in this process. */
export function openWebhooks(
  { memory, options }: Pick<DeskParts, 'memory' | 'options'>,
  key: DeskKey,
  shutdown: Shutdown,
): WebhookParts {
  const allowsLoopback = () => mayBeHere(options.config.network, memory.settings());
  const poster = openPoster({ resolve: dnsResolve(), allowsLoopback });
  shutdown.add(async () => poster.close());
  return { box: secretBox(key, 'webhook secrets'), poster, allowsLoopback };
}

/** Sends what happens to whoever wants it: in the one process of a node that looks after the others, or in its only one. */
export function deliverWebhooks(parts: DeskParts, key: DeskKey, shutdown: Shutdown): void {
  const { database, memory, time, options } = parts;
  const { box, poster } = openWebhooks(parts, key, shutdown);
  const deliverer = new Deliverer(
    { database, box, poster, catalogue: memory.catalogue, clockMs: time.clockMs, random: Math.random },
    failed(options.log, 'send webhooks'),
  );
  shutdown.add(() => deliverer.stop());
}
