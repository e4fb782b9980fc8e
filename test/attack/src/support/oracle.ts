import { TOO_LARGE, WRONG_TYPE } from './answers.ts';
import { ofBody } from './body-oracle.ts';
import { ofQuery } from './query-oracle.ts';
import type { Request } from './request.ts';

/**
 * What may be answered to a request, told from its bytes alone and from the interface, without the code under
 * test. Answers are named status/code/msg. Where the interface leaves a choice, all of it is allowed.
 */
export type Allowed = ReadonlySet<string>;

const BODY_LIMIT = 64 * 1024;

export function allowedFor(request: Request): Allowed {
  const { body, contentType, endpoint } = request;
  const isJson = contentType !== null && /^application\/json\s*(;|$)/i.test(contentType.trim());
  if (body.length > BODY_LIMIT) return new Set(isJson ? [TOO_LARGE] : [WRONG_TYPE, TOO_LARGE]);
  if (body.length > 0 && !isJson) return new Set([WRONG_TYPE]);
  // An empty body of some other type, or of none, is no body, or a body of the wrong type.
  const lenient = isJson ? [] : [WRONG_TYPE];
  const verdict = endpoint === 'calculate' || endpoint === 'place' ? ofBody(request) : ofQuery(request);
  return new Set([...verdict, ...lenient]);
}
