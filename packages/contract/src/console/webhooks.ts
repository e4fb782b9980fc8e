import Type, { type Static } from 'typebox';
import { LONGEST_URL, WebhookAttempt, WebhookEndpoint } from '../endpoints/webhooks.ts';
import { Envelope } from '../envelope.ts';
import { Integer, Text, Whole } from '../schema.ts';
import { NoInput, Time } from './common.ts';

/** Where the events of accounts are sent, and what becomes of it. */

export const ConsoleWebhook = Type.Object({
  ...WebhookEndpoint.properties,
  url: Type.String({ description: 'Whole for admins alone: it may hold what lets one in; else its host' }),
  account: Type.String(),
  failures: Integer({ description: 'Attempts that have failed since one has not' }),
  behind: Integer({ description: 'Events that are to be sent' }),
  last_at: Time('Last attempt'),
  last_outcome: Type.String({ description: 'Of the last attempt; empty: nothing was tried' }),
  last_error: Type.String({ description: 'Of the last attempt that failed' }),
});
export type ConsoleWebhook = Static<typeof ConsoleWebhook>;

/** GET /webhooks */
export const ConsoleWebhooksRequest = NoInput;
export const ConsoleWebhooksResponse = Envelope({ data: Type.Array(ConsoleWebhook) });

const id = Whole({ minimum: 1 });

/** GET /webhooks/attempts: the newest 50 before one. */
export const ConsoleAttemptsRequest = Type.Object({ id, before: Type.Optional(Whole({ minimum: 1 })) });
export const ConsoleAttemptsResponse = Envelope({ data: Type.Array(WebhookAttempt) });

const types = Type.Array(Type.String({ maxLength: 64 }), { maxItems: 64, description: 'None: all events' });

/** POST /webhooks/create, POST /webhooks/rotate: the secret is shown this once. */
export const MakeWebhookRequest = Type.Object({
  account: Text({ minLength: 1, maxLength: 64 }),
  url: Text({ minLength: 1, maxLength: LONGEST_URL }),
  types,
});
export const SecretResponse = Envelope({
  data: Type.Object({ id: Integer(), account: Type.String(), secret: Type.String() }),
});
export type SecretData = Static<typeof SecretResponse>['data'];

/** POST /webhooks/change. What is left out stays. */
export const ConsoleChangeWebhookRequest = Type.Object({
  id,
  url: Type.Optional(Text({ minLength: 1, maxLength: LONGEST_URL })),
  types: Type.Optional(types),
});

/** POST /webhooks/pause, /resume, /rotate, /test, /remove */
export const OneWebhookRequest = Type.Object({ id });

/** POST /webhooks/resend: everything after a number of the account's log once more, with the ids that it had. */
export const ResendRequest = Type.Object({ id, after: Whole({ minimum: 0 }) });

/** What became of a trial. */
export const TrialResponse = Envelope({
  data: Type.Object({ is_taken: Type.Boolean(), outcome: Type.String(), took_ms: Integer() }),
});
export type TrialData = Static<typeof TrialResponse>['data'];
