import { isAscii, isUtf8 } from 'node:buffer';
import { MESSAGE } from '@swapdesk/contract';
import { Refusal } from '../refusal.ts';
import { ParameterError } from './errors.ts';
import type { Incoming } from './incoming.ts';

export const BODY_LIMIT_BYTES = 64 * 1024;
const JSON_TYPE = /^application\/json[ \t]*(;|$)/i;

type Work = (body: string) => void;
type Fail = (error: unknown) => void;
const nothing = () => {};

/**
 * Reads the body as text; '' if there is none, or none that is looked at. It stays text, because signatures are made over it
 * byte for byte. Calls just one of the two, once; what `work` throws goes to `fail` as well.
 */
export function readBody(request: Incoming, isTaken: boolean, work: Work, fail: Fail): void {
  if (!hasBody(request)) {
    // That nothing comes need not go through the stream either.
    request.takeBody(nothing);
    attempt(work, '', fail);
    return;
  }
  if (!isTaken) {
    attempt(work, '', fail);
    return;
  }
  const refusal = refusalOf(request);
  if (refusal !== null) {
    fail(refusal);
    return;
  }
  const pieces: Buffer[] = [];
  let length = 0;
  request.takeBody((piece) => {
    if (piece === null) {
      if (length <= BODY_LIMIT_BYTES) finish(pieces, work, fail);
      return;
    }
    const wasTooLarge = length > BODY_LIMIT_BYTES;
    length += piece.length;
    if (length <= BODY_LIMIT_BYTES) pieces.push(piece);
    else if (!wasTooLarge) fail(new Refusal(MESSAGE.bodyTooLarge));
  });
}

function finish(pieces: readonly Buffer[], work: Work, fail: Fail): void {
  const body = pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces);
  // Almost always the first; reading it as UTF-8 would take longer.
  if (isAscii(body)) attempt(work, body.toString('latin1'), fail);
  else if (isUtf8(body)) attempt(work, body.toString('utf8'), fail);
  else fail(new ParameterError('the body is not UTF-8'));
}

function hasBody({ headers }: Incoming): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** What is wrong with a body before any of it has come. */
function refusalOf({ headers }: Incoming): Refusal | null {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (!JSON_TYPE.test(headers['content-type'] ?? '') || encoding.toLowerCase() !== 'identity')
    return new Refusal(MESSAGE.unsupportedMediaType);
  return Number(headers['content-length']) > BODY_LIMIT_BYTES ? new Refusal(MESSAGE.bodyTooLarge) : null;
}

function attempt(work: Work, body: string, fail: Fail): void {
  try {
    work(body);
  } catch (error) {
    fail(error);
  }
}
