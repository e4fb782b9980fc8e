import type { SecretBox } from '../secrets/sealed-secret.ts';
import type { WebhookPoster } from './post.ts';

/** What a process that serves has for webhooks: it makes them, tries them, and one of a node delivers. */
export interface WebhookParts {
  readonly box: SecretBox;
  readonly poster: WebhookPoster;
  /** Whether one may be of the machine of this node. */
  allowsLoopback(): boolean;
}
