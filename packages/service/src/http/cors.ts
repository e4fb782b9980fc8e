import type { IncomingMessage } from 'node:http';
import type { Reply, Route } from './route.ts';

/** What pages of other sites may send and read (CORS). Never a key: its secret would be in the page. */
const MAY_SEND = 'Content-Type, Ref-Code, Idempotency-Key, Last-Event-ID';
const MAY_READ = 'Api-Version, Price-Source, Retry-After, X-Request-Id';
const REMEMBER_S = '7200';

const ANSWER = ['access-control-allow-origin', '*', 'access-control-expose-headers', MAY_READ];
const NONE: readonly string[] = [];

/** What an answer says to the browser of a page that may call the endpoint. */
export function pageHeaders(request: IncomingMessage, isForPages: boolean): readonly string[] {
  return isForPages && request.headers.origin !== undefined ? ANSWER : NONE;
}

/** The answer to a browser that asks beforehand whether its page may call. */
export function preflight({ method }: Route): Reply {
  const headers = [
    ...ANSWER,
    ...['access-control-allow-methods', method, 'access-control-allow-headers', MAY_SEND],
    ...['access-control-max-age', REMEMBER_S, 'allow', `${method}, OPTIONS`],
  ];
  return { status: 204, headers, body: null };
}
