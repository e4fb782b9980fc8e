import type { IncomingMessage, ServerResponse } from 'node:http';
import { MESSAGE } from '@swapdesk/contract';
import { addressScope } from '../access/address-scope.ts';
import type { Proxies } from '../access/proxies.ts';
import type { RequestCounts } from '../observe/request-counts.ts';
import { Refusal } from '../refusal.ts';
import type { RequestTrace, RequestTraces } from '../traces/request-traces.ts';
import type { Admission } from './admission.ts';
import { readBody } from './body.ts';
import { clientAddress } from './client-address.ts';
import { pageHeaders, preflight } from './cors.ts';
import { errorReply, ParameterError } from './errors.ts';
import type { Incoming } from './incoming.ts';
import { refusalWhileOpen } from './open-gate.ts';
import {
  type NowherePage,
  nothingAt,
  type Ongoing,
  type Reply,
  type Route,
  type Routes,
  targetOf,
} from './route.ts';
import { jsonReply, type Sending, send, sendError, sendOngoing } from './send.ts';
import { Turn } from './turn.ts';

const HOST = 'host';
const CLOSE = ['connection', 'close'];
/** What is told at once where nothing can be answered soon: to say it must cost next to nothing. */
const BUSY = busyReply();
const leaveOut = () => {};
/** In a trace, of an answer that broke off. */
const CUT_OFF = 500;

export interface Dispatching {
  readonly routes: Routes;
  /** Null: who asks for what is not there is told so in JSON, whoever it is. */
  readonly nowhere: NowherePage | null;
  readonly sending: Sending;
  readonly requests: RequestCounts;
  readonly proxies: Proxies;
  /** Null: nobody is told of requests. */
  readonly traces: RequestTraces | null;
  readonly admission: Admission;
  /** As long as there is no key, this machine alone is served. */
  isOpen(): boolean;
  /** The store is beyond what this node bears: it shows what it can, until it has stopped. */
  isOutgrown(): boolean;
}

/**
 * The one way from a request to its answer, whatever is asked for: may it come in at all → what is asked for → is that its
 * method → can it be answered soon → read the body → serve → send, or say why not.
 */
export function dispatcher(dispatching: Dispatching) {
  const { routes, nowhere, sending, requests, proxies, traces, admission, isOpen, isOutgrown } = dispatching;
  const turn = new Turn<Reply, Reply | Ongoing>();

  return (request: Incoming, response: ServerResponse): void => {
    // Gone before it was looked at: nobody could say whose request it was.
    if (request.socket.remoteAddress === undefined) {
      response.destroy();
      return;
    }
    const { path, query } = targetOf(request);
    const route = routes.find(path) ?? (nowhere?.isFor(request, path) === true ? nowhere.route : undefined);
    const stranger =
      wrongHost(request) ?? (isOpen() ? refusalWhileOpen(request, route?.isForPages ?? false) : null);
    if (stranger !== null) {
      sendError(sending, request, response, stranger, CLOSE);
      return;
    }
    if (route === undefined) {
      sendError(sending, request, response, nothingAt(path));
      return;
    }
    if (route.isForPages && request.method === 'OPTIONS') {
      send(sending, response, preflight(route), []);
      return;
    }
    const trace = traces === null ? null : traceOf(traces, request, route, sending);
    const forPages = pageHeaders(request, route.isForPages ?? false);
    const count = (status: number) => {
      trace?.end(status);
      if (route.id === undefined) return;
      requests.count(route.id, status);
      if (!route.isEndless) requests.times.note(route.id, performance.now() - request.beganAt);
    };
    // Pages, probes and the console are served whatever clients ask for.
    const isAdmitted = route.id !== undefined;
    if (isAdmitted && !admission.hasRoom(request.beganAt)) {
      request.takeBody(leaveOut);
      count(BUSY.status);
      send(sending, response, BUSY, forPages, trace?.ids.requestId);
      return;
    }
    let isUnderWay = false;
    const leave = () => {
      if (isUnderWay) admission.leave();
      isUnderWay = false;
    };
    const succeed = (reply: Reply | Ongoing) => {
      leave();
      const isOngoing = 'begin' in reply;
      count(isOngoing ? 200 : reply.status);
      return isOngoing
        ? sendOngoing(sending, response, reply, forPages, trace?.ids.requestId)
        : send(sending, response, reply, forPages, trace?.ids.requestId);
    };
    const fail = (error: unknown) => {
      leave();
      // Half of an answer is no answer.
      if (response.headersSent) {
        response.destroy();
        trace?.end(CUT_OFF);
        return;
      }
      const headers = [...forPages, ...headersFor(error, route)];
      if (route.id !== undefined && error instanceof Refusal) requests.refuse(route.id, error.reply);
      count(sendError(sending, request, response, error, headers, trace?.ids));
    };
    const arrived = (body: string) => {
      const { headers, method = '' } = request;
      const address = clientAddress(request, proxies);
      const ip = addressScope(address);
      const asked = { request, headers, ip, address, method, path, query, body };
      const work = trace === null ? () => route.serve(asked) : () => trace.run(() => route.serve(asked));
      // Not before its body is there: one whose client has gone leaves nothing behind that could be counted.
      isUnderWay = isAdmitted;
      if (isAdmitted) admission.enter();
      turn.add({ work, succeed, fail });
    };
    const refusal =
      wrongMethod(request, route) ??
      (route.method !== 'GET' && isOutgrown() ? new Refusal(MESSAGE.busy) : null);
    if (refusal === null) readBody(request, route.takesBody ?? false, arrived, fail);
    else fail(refusal);
  };
}

function busyReply(): Reply {
  const { status, body } = errorReply(new Refusal(MESSAGE.busy));
  return { ...jsonReply(body), status };
}

/** What pages and probes ask for is of no order, and told nobody. */
function traceOf(
  traces: RequestTraces,
  { headers, beganAt }: Incoming,
  { method, path, takesBody }: Route,
  { nextId }: Sending,
): RequestTrace | null {
  if (!takesBody || typeof path !== 'string') return null;
  return traces.begin(headers.traceparent, { method, route: path, beganMs: beganAt, nextId });
}

/** One host is asked, and it is named: with two, whoever stands in front may have read the other. */
function wrongHost({ rawHeaders, headers, httpVersion }: IncomingMessage): Refusal | null {
  if (headers.host === undefined && httpVersion !== '1.0')
    return new ParameterError('the Host header is missing');
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === HOST.length && name.toLowerCase() === HOST) hosts++;
  }
  return hosts > 1 ? new ParameterError('there is more than one Host header') : null;
}

/** HEAD is GET without the body, which Node leaves out by itself. */
function wrongMethod({ method }: IncomingMessage, route: Route): Refusal | null {
  const isRight = method === route.method || (method === 'HEAD' && hasHead(route));
  return isRight ? null : new Refusal(MESSAGE.methodNotAllowed);
}

function hasHead({ method, isEndless = false }: Route): boolean {
  return method === 'GET' && !isEndless;
}

function headersFor(error: unknown, route: Route): readonly string[] {
  if (!(error instanceof Refusal)) return [];
  if (error.reply === MESSAGE.methodNotAllowed) return ['allow', hasHead(route) ? 'GET, HEAD' : route.method];
  // What is left of a body that is too large is not read: nothing else can come over this connection.
  return error.reply === MESSAGE.bodyTooLarge ? CLOSE : [];
}
