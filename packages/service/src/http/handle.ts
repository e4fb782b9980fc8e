import { parse as parseQuery } from 'node:querystring';
import { CODE, fieldSerializer, MESSAGE, type Message } from '@swapdesk/contract';
import type { TObject, TSchema } from 'typebox';
import { authenticate, type Presented } from '../access/authenticate.ts';
import type { Caller } from '../access/caller.ts';
import { isWithin } from '../access/key-bounds.ts';
import { Refusal } from '../refusal.ts';
import type { Answer, Call, Endpoint, EndpointHead, StreamEndpoint } from './endpoint.ts';
import { bodyReader, queryReader } from './params.ts';
import type { Services } from './services.ts';
import type { Opened } from './streams.ts';

/** What whoever tries codes is told. */
const GUESSED: readonly Message[] = [MESSAGE.orderNotFound, MESSAGE.manageCodeWrong];
/** A code that is wrong costs this much more than one that is right. */
const MISS_WEIGHT = 9;
const BAD_CREDENTIALS_WEIGHT = 10;
const NO_QUERY = {};

/** Does what a request asks for. Gives the JSON to answer with, at once if it is in memory, or throws. */
export type Handle = (request: Presented) => string | Promise<string>;

/** Does what a request to a stream asks for, as far as it can be refused. */
export type Open = (request: Presented) => Promise<Opened>;

/** What happens to every request: who is it, may they, what do they want, do it, write it. */
export function handler(endpoint: Endpoint, services: Services): Handle {
  const admit = admission(endpoint, services);
  const write = successWriter(endpoint);

  return (request) => {
    const call = admit(request);
    const answer = endpoint.handle(services, call);
    if (!(answer instanceof Promise)) return write(answer);
    return answer.then(write, (error) => {
      penalizeMiss(error, call.caller, services);
      throw error;
    });
  };
}

/** The same for a stream, of which no caller may have too many. */
export function opener(endpoint: StreamEndpoint, services: Services): Open {
  const admit = admission(endpoint, services);

  return async (request) => {
    const call = admit(request);
    services.streams.refuseTooMany(call.caller);
    try {
      const begin = await endpoint.open(services, call);
      return { caller: call.caller, begin, mayGoOn: () => mayHave(endpoint, call.caller, request, services) };
    } catch (error) {
      penalizeMiss(error, call.caller, services);
      throw error;
    }
  };
}

/** Who is it, may they, what do they want. */
function admission(endpoint: EndpointHead, services: Services): (request: Presented) => Call<unknown> {
  const isGet = endpoint.method === 'GET';
  const read = isGet
    ? queryReader(endpoint.request)
    : bodyReader(endpoint.request, true, endpoint.tellsProblems);

  return (request) => {
    const caller = identify(request, services);
    if (endpoint.needsAccount && !caller.mayList) throw new Refusal(MESSAGE.keyRequired);
    if (caller.isLimited) spendFor(endpoint, caller, services);
    if (caller.key !== null && endpoint.scope !== null && !caller.key.bounds.scopes.has(endpoint.scope))
      throw new Refusal(MESSAGE.keyLacksScope);
    const query = isGet ? parseQuery(request.query, '&', '=', { maxKeys: 0 }) : NO_QUERY;
    return { params: read(query, request.body), caller, headers: request.headers };
  };
}

/** Whether a caller may still have what they have begun to be told: keys are revoked, end, and may less than before. */
function mayHave(
  { needsAccount, scope }: EndpointHead,
  { key }: Caller,
  { address }: Presented,
  services: Services,
): boolean {
  if (key === null) return !needsAccount || services.directory().isOpen;
  const bounds = services.directory().key(key.key)?.bounds;
  if (bounds === undefined || !isWithin(bounds, address, services.market().now)) return false;
  return scope === null || bounds.scopes.has(scope);
}

/** Writes an answer with code and msg before it. */
export function successWriter({ response }: Pick<Endpoint, 'response'>): (answer: Answer<TSchema>) => string {
  const head = `{"code":${CODE.success},"msg":${JSON.stringify(MESSAGE.success)}`;
  const { code, msg, ...properties } = (response as TObject).properties;
  const write = fieldSerializer({ ...response, properties } as TSchema, ',');
  return (answer) => `${head}${write(answer)}}`;
}

function identify(request: Presented, services: Services): Caller {
  const { settings, now } = services.market();
  try {
    const caller = authenticate(services.directory(), settings, now, request);
    if (caller.key !== null) services.lastUses.note(caller.key.key, now);
    return caller;
  } catch (error) {
    // Guessing costs the address that guesses, until it is told to wait.
    if (!services.directory().isOpen) spend(`ip:${request.ip}`, BAD_CREDENTIALS_WEIGHT, services);
    throw error;
  }
}

/** What is called rarely has an allowance of its own, of the same size, so that nodes tell each other of it as of any other. */
function spendFor({ id, weight, perMinute }: EndpointHead, { scope }: Caller, services: Services): void {
  if (perMinute !== undefined) {
    spend(`${id} ${scope}`, services.market().settings.rate_limit_per_minute / perMinute, services);
  }
  spend(scope, weight, services);
}

/** Takes the weight from the caller's allowance, or throws. */
function spend(scope: string, weight: number, services: Services): void {
  services.limiter.spend(scope, weight, services.market().settings.rate_limit_per_minute, Date.now());
}

/** Takes the weight for a code that was guessed, which is known to be wrong only afterwards. */
function penalizeMiss(error: unknown, caller: Caller, services: Services): void {
  if (!caller.isLimited || !(error instanceof Refusal) || !GUESSED.includes(error.reply)) return;
  const perMinute = services.market().settings.rate_limit_per_minute;
  services.limiter.penalize(caller.scope, MISS_WEIGHT, perMinute, Date.now());
}
