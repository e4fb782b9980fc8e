import Type, { type Static } from 'typebox';
import { Envelope } from '../envelope.ts';
import { Integer, OneOf, Text, Whole } from '../schema.ts';
import { ACCOUNT_EVENT_TYPES } from './account-events.ts';

/** An addition to the interface: the events of an account, sent to URLs of its own. */

/** What a trial is called; it is of no order, and in no log. */
export const WEBHOOK_TEST = 'webhook.test';

/** Why a webhook is paused. */
export const PAUSE = {
  /** Somebody asked for it. */
  asked: 'asked',
  /** It answered 410. */
  gone: 'gone',
  /** An event was tried in vain for three days. */
  failing: 'failing',
  /** Its secrets cannot be opened any more: a new one is needed. */
  secret: 'secret',
} as const;
export type Pause = (typeof PAUSE)[keyof typeof PAUSE];

/** Why an attempt has no answer. */
export const UNANSWERED = {
  address: 'address refused',
  name: 'name not found',
  connection: 'not reached',
  tls: 'no trust in its certificate',
  time: 'not in time',
  unwritten: 'could not be written: ours to mend',
} as const;
export type Unanswered = (typeof UNANSWERED)[keyof typeof UNANSWERED];

export const LONGEST_URL = 2_048;
export const DEFAULT_OVERLAP_S = 86_400;
const LONGEST_OVERLAP_S = 7 * 86_400;
export const DEFAULT_ATTEMPTS = 100;
const MOST_ATTEMPTS = 1_000;

const id = Whole({ minimum: 1 }, { description: 'Which webhook' });
const url = Text(
  { minLength: 1, maxLength: LONGEST_URL },
  { description: 'Where to: https, a public address' },
);
const types = Type.Array(OneOf([...ACCOUNT_EVENT_TYPES]), {
  maxItems: ACCOUNT_EVENT_TYPES.length,
  description: 'Which events; none: all',
});

const webhook = {
  id: Integer({ description: 'Which webhook' }),
  url: Type.String({ description: 'Where to' }),
  types: Type.Array(Type.String(), { description: 'Which events; none: all' }),
  position: Integer({
    description: 'Events up to this `account_number` were sent, or wait to be sent again',
  }),
  waiting: Integer({ description: 'How many of these wait' }),
  paused_at: Integer({ description: 'Since when it is paused; 0: it is not' }),
  paused_why: Type.String({ enum: ['', ...Object.values(PAUSE)], description: 'Why it is paused' }),
  created_at: Integer({ description: 'When it was made' }),
};
export const WebhookEndpoint = Type.Object(webhook);
export type WebhookEndpoint = Static<typeof WebhookEndpoint>;

export const NewWebhook = Type.Object({
  ...webhook,
  secret: Type.String({ description: 'Signs what is sent. It is shown this once' }),
});
export type NewWebhook = Static<typeof NewWebhook>;

export const WebhookAttempt = Type.Object({
  attempt: Integer({ description: 'Attempts are numbered as they were made' }),
  account_number: Integer({ description: 'Of which event; 0: a trial' }),
  try: Integer({ description: 'Which try it was of this event: 1, 2, 3, …' }),
  at: Integer({ description: 'When' }),
  took_ms: Integer({ description: 'How long it took, in milliseconds' }),
  http_status: Integer({ description: 'What was answered; 0: nothing' }),
  error: Type.String({ description: 'Why there was no answer' }),
  next_at: Integer({ description: 'When it is tried again; 0: not again' }),
});
export type WebhookAttempt = Static<typeof WebhookAttempt>;

export const WebhookRequest = Type.Object({ id });
export type WebhookRequest = Static<typeof WebhookRequest>;
export const WebhookResponse = Envelope({ data: WebhookEndpoint });
export const NewWebhookResponse = Envelope({ data: NewWebhook });
export const WebhookAttemptResponse = Envelope({ data: WebhookAttempt });
export const WebhookListResponse = Envelope({ data: Type.Array(WebhookEndpoint) });

export const CreateWebhookRequest = Type.Object({
  url,
  types: Type.Optional(types),
  after: Type.Optional(
    Whole(
      { minimum: 0 },
      { description: 'Send events after this `account_number`; absent: those that come' },
    ),
  ),
});
export type CreateWebhookRequest = Static<typeof CreateWebhookRequest>;

export const ChangeWebhookRequest = Type.Object({
  id,
  url: Type.Optional(url),
  types: Type.Optional(types),
});
export type ChangeWebhookRequest = Static<typeof ChangeWebhookRequest>;

export const RotateWebhookRequest = Type.Object({
  id,
  overlap_s: Type.Optional(
    Whole(
      { minimum: 0, maximum: LONGEST_OVERLAP_S },
      { description: 'For how long the secret of before signs too, in seconds', default: DEFAULT_OVERLAP_S },
    ),
  ),
});
export type RotateWebhookRequest = Static<typeof RotateWebhookRequest>;

export const ResendWebhookRequest = Type.Object({
  id,
  after: Whole({ minimum: 0 }, { description: 'Send all events after this `account_number` again' }),
});
export type ResendWebhookRequest = Static<typeof ResendWebhookRequest>;

export const WebhookAttemptsRequest = Type.Object({
  id,
  before: Type.Optional(Whole({ minimum: 1 }, { description: 'Attempts before this `attempt`' })),
  limit: Type.Optional(
    Whole(
      { minimum: 1, maximum: MOST_ATTEMPTS },
      { description: 'How many at most', default: DEFAULT_ATTEMPTS },
    ),
  ),
});
export type WebhookAttemptsRequest = Static<typeof WebhookAttemptsRequest>;
export const WebhookAttemptsResponse = Envelope({ data: Type.Array(WebhookAttempt) });
