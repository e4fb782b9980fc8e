import { timingSafeEqual } from 'node:crypto';
import {
  MESSAGE,
  SIGNATURE_HEADERS,
  type Signable,
  type SignableV2,
  sign,
  signV2,
  TIMESTAMP_TOLERANCE_S,
} from '@swapdesk/contract';
import type { Settings } from '../catalog/settings.ts';
import { Refusal } from '../refusal.ts';
import type { Caller } from './caller.ts';
import type { ApiKey, Directory } from './directory.ts';
import { refuseOutside } from './key-bounds.ts';

/** What of a request says who sent it. */
export interface Presented {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** As one caller: what rates without a key count by. */
  readonly ip: string;
  /** The address itself. */
  readonly address: string;
  /** As sent. */
  readonly method: string;
  /** Raw, before the question mark. */
  readonly path: string;
  /** Raw, without the question mark. */
  readonly query: string;
  /** Raw. */
  readonly body: string;
}

/**
 * The caller of a request. A request with a key must be signed rightly; one without is anonymous. As long as no key has ever
 * been made whatever is sent as one counts for nothing: clients in the wild always send the header.
 */
export function authenticate(
  directory: Directory,
  settings: Settings,
  now: number,
  request: Presented,
): Caller {
  const key = header(request, SIGNATURE_HEADERS.key);
  if (directory.isOpen || key === undefined) return anonymous(directory, settings, request.ip);

  const nonce = header(request, SIGNATURE_HEADERS.nonce) ?? '';
  const timestamp = header(request, SIGNATURE_HEADERS.timestamp) ?? '';
  const known = directory.key(key);
  if (known === undefined || nonce === '' || nonce.length > 128 || !isNear(timestamp, now)) {
    throw new Refusal(MESSAGE.badCredentials);
  }
  const signable = { key, nonce, timestamp, query: request.query, body: request.body };
  if (!isSigned(request, known, signable)) throw new Refusal(MESSAGE.badCredentials);
  refuseOutside(known.bounds, request.address, now);
  return {
    account: known.account,
    key: known,
    scope: `key:${key}`,
    accountScope: `account:${known.account.id}`,
    mayList: true,
    isLimited: true,
    isSigned: true,
    nonce,
  };
}

/** A request that has the second form is judged by it alone; some accounts accept no other. */
function isSigned(request: Presented, { secret, needsV2 }: ApiKey, signable: Signable): boolean {
  const second = header(request, SIGNATURE_HEADERS.signatureV2);
  if (second !== undefined) return matches(second, signV2(secret, withMore(request, signable)));
  const given = header(request, SIGNATURE_HEADERS.signature) ?? '';
  // Clients in the wild sign a GET without its query string.
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const isRight =
    matches(given, sign(secret, signable)) ||
    (isRead && matches(given, sign(secret, { ...signable, query: '' })));
  if (isRight && needsV2) throw new Refusal(MESSAGE.signatureV2Required);
  return isRight;
}

function withMore(request: Presented, signable: Signable): SignableV2 {
  const { method, path } = request;
  const refCode = header(request, 'ref-code') ?? '';
  return { ...signable, method, path, refCode, idempotencyKey: header(request, 'idempotency-key') ?? '' };
}

function anonymous(directory: Directory, settings: Settings, ip: string): Caller {
  const { isOpen } = directory;
  if (!isOpen && settings.anonymous_allowed === 0) throw new Refusal(MESSAGE.keyRequired);
  const scope = isOpen ? 'open' : `ip:${ip}`;
  return {
    account: directory.anonymous,
    key: null,
    scope,
    accountScope: scope,
    mayList: isOpen,
    isLimited: !isOpen,
    isSigned: false,
    nonce: undefined,
  };
}

function header({ headers }: Presented, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

function isNear(timestamp: string, now: number): boolean {
  // Without leading zeros: one that moved here from the nonce would make a new nonce under the same signature.
  return /^[1-9]\d{0,11}$/.test(timestamp) && Math.abs(Number(timestamp) - now) <= TIMESTAMP_TOLERANCE_S;
}

function matches(given: string, right: string): boolean {
  const [givenBytes, rightBytes] = [Buffer.from(given), Buffer.from(right)];
  return givenBytes.length === rightBytes.length && timingSafeEqual(givenBytes, rightBytes);
}
