import { hasHmac } from './hmac.ts';
import { readJson } from './read-json.ts';
import { WebhookError } from './webhook-error.ts';

const TOLERANCE_S = 5 * 60;
const SECRET_PREFIX = 'whsec_';
const VERSION = 'v1';

/** The headers of a request: those of fetch, or as Node has them. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface WebhookOptions {
  /** How far its time may be from now, in seconds, either way; 300 by default. */
  readonly toleranceS?: number | undefined;
  /** Unix seconds; the clock's by default. */
  readonly nowS?: number | undefined;
}

export interface Webhook<Payload = unknown> {
  /** The same each time that it is sent: what was worked on already can be passed over. */
  readonly id: string;
  /** When it was sent, Unix seconds. */
  readonly timestamp: number;
  readonly payload: Payload;
}

/**
 * Reads a webhook, if it is signed as Standard Webhooks has it. `body` is what came, byte for byte: not what a framework made of it.
 * Throws a WebhookError where it is not to be believed.
 */
export async function verifyWebhook<Payload = unknown>(
  secret: string,
  body: string | Uint8Array,
  headers: WebhookHeaders,
  { toleranceS = TOLERANCE_S, nowS = Math.floor(Date.now() / 1_000) }: WebhookOptions = {},
): Promise<Webhook<Payload>> {
  const key = fromBase64(secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret);
  if (key === null || key.length === 0) throw new TypeError(`the secret is ${SECRET_PREFIX} and base64`);
  const id = header(headers, 'webhook-id');
  const time = header(headers, 'webhook-timestamp');
  const signatures = header(headers, 'webhook-signature')
    .split(' ')
    .map((each) => each.split(','))
    .filter(([version]) => version === VERSION)
    .map(([, signature = '']) => fromBase64(signature))
    .filter((each) => each !== null);
  const timestamp = /^\d{1,12}$/.test(time) ? Number(time) : Number.NaN;
  if (!(Math.abs(nowS - timestamp) <= toleranceS)) throw new WebhookError('its time is not now');
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const signed = join(new TextEncoder().encode(`${id}.${time}.`), body);
  if (!(await hasHmac(key, signed, signatures))) throw new WebhookError('no signature of it is right');
  return { id, timestamp, payload: readJson(text) as Payload };
}

function header(headers: WebhookHeaders, name: string): string {
  const value = isHeaders(headers)
    ? headers.get(name)
    : Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
  if (typeof value === 'string' && value !== '') return value;
  throw new WebhookError(`it has no header ${name}`);
}

function isHeaders(headers: WebhookHeaders): headers is Headers {
  return typeof headers.get === 'function';
}

function join(head: Uint8Array, body: string | Uint8Array): Uint8Array<ArrayBuffer> {
  const tail = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const whole = new Uint8Array(head.length + tail.length);
  whole.set(head);
  whole.set(tail, head.length);
  return whole;
}

/** Null where it is no base64. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
