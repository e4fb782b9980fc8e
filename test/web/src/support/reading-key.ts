import { vi } from 'vitest';
import { SwapdeskClient } from '../../../../packages/client/src/client.ts';
import type { WebWorld } from './web-world.ts';

export interface ReadingKey {
  readonly key: string;
  readonly secret: string;
}

/** A key that may read and nothing else, as the operator makes it for an account, once the service knows it. */
export async function readingKey(world: WebWorld, account: string): Promise<ReadingKey> {
  const { output } = await world.swapdesk('key', 'create', '--account', account, '--for', 'read');
  const field = (name: string) => new RegExp(`^${name} +(\\S+)$`, 'm').exec(output)?.[1] ?? '';
  const made = { key: field('key'), secret: field('secret') };
  const client = new SwapdeskClient({ url: world.service.url, ...made });
  await vi.waitFor(() => client.affiliate(), { timeout: 60_000, interval: 100 });
  return made;
}
