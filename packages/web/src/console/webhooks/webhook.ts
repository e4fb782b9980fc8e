import type { ConsoleWebhook } from '@swapdesk/contract';
import type { Read } from '../api/read.ts';

export type Webhook = Read<ConsoleWebhook>;

/** What can be done with one. */
export type WebhookAct = 'change' | 'pause' | 'resume' | 'test' | 'resend' | 'rotate' | 'remove';
