import type { Change } from '@swapdesk/contract';
import { changeOf } from '../change-of.ts';
import type { StoredWebhook } from './stored-webhook.ts';

/** What of a URL is no secret. */
export function hostOf(url: string): string {
  return new URL(url).host;
}

/** What is written down of a changed endpoint. A path may be what lets one in: that it is another one is all. */
export function webhookChanges(before: StoredWebhook, after: StoredWebhook): Change[] {
  const isSame = pathOf(before.url) === pathOf(after.url);
  return [
    ...changeOf('host', hostOf(before.url), hostOf(after.url)),
    ...changeOf('path', 'one', isSame ? 'one' : 'another'),
    ...changeOf('events', before.types.join(' ') || 'all', after.types.join(' ') || 'all'),
  ];
}

function pathOf(url: string): string {
  return url.slice(new URL(url).origin.length);
}
