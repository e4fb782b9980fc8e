// Written by `npm run client-types` from packages/contract.

export interface WebhookEndpoint {
  /** Which webhook */
  readonly id: number;
  /** Where to */
  readonly url: string;
  /** Which events; none: all */
  readonly types: readonly string[];
  /** Events up to this `account_number` were sent, or wait to be sent again */
  readonly position: number;
  /** How many of these wait */
  readonly waiting: number;
  /** Since when it is paused; 0: it is not */
  readonly paused_at: number;
  /** Why it is paused */
  readonly paused_why: '' | 'asked' | 'gone' | 'failing' | 'secret';
  /** When it was made */
  readonly created_at: number;
}

export interface NewWebhook {
  /** Which webhook */
  readonly id: number;
  /** Where to */
  readonly url: string;
  /** Which events; none: all */
  readonly types: readonly string[];
  /** Events up to this `account_number` were sent, or wait to be sent again */
  readonly position: number;
  /** How many of these wait */
  readonly waiting: number;
  /** Since when it is paused; 0: it is not */
  readonly paused_at: number;
  /** Why it is paused */
  readonly paused_why: '' | 'asked' | 'gone' | 'failing' | 'secret';
  /** When it was made */
  readonly created_at: number;
  /** Signs what is sent. It is shown this once */
  readonly secret: string;
}

export interface WebhookAttempt {
  /** Attempts are numbered as they were made */
  readonly attempt: number;
  /** Of which event; 0: a trial */
  readonly account_number: number;
  /** Which try it was of this event: 1, 2, 3, … */
  readonly try: number;
  /** When */
  readonly at: number;
  /** How long it took, in milliseconds */
  readonly took_ms: number;
  /** What was answered; 0: nothing */
  readonly http_status: number;
  /** Why there was no answer */
  readonly error: string;
  /** When it is tried again; 0: not again */
  readonly next_at: number;
}
