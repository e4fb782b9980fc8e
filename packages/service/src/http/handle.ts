import { parse as parseQuery } from 'node:querystring';
import { CODE, fieldSerializer, MESSAGE } from '@swapdesk/contract';
import type { TObject, TSchema } from 'typebox';
import { authenticate, type Presented } from '../access/authenticate.ts';
import type { Caller } from '../access/caller.ts';
import { Refusal } from '../refusal.ts';
import type { Answer, Endpoint } from './endpoint.ts';
import { bodyReader, queryReader } from './params.ts';
import type { Services } from './services.ts';

/** A query code that does not exist costs this much more than one that does. */
const MISS_WEIGHT = 9;
const BAD_CREDENTIALS_WEIGHT = 10;
const NO_QUERY = {};

/** Does what a request asks for. Gives the JSON to answer with, at once if it is in memory, or throws. */
export type Handle = (request: Presented) => string | Promise<string>;

/** What happens to every request: who is it, may they, what do they want, do it, write it. */
export function handler(endpoint: Endpoint, services: Services): Handle {
  const isGet = endpoint.method === 'GET';
  const read = isGet ? queryReader(endpoint.request) : bodyReader(endpoint.request);
  const write = successWriter(endpoint);

  return (request) => {
    const caller = identify(request, services);
    if (endpoint.needsAccount && !caller.mayList) throw new Refusal(MESSAGE.keyRequired);
    if (caller.isLimited) spend(caller.scope, endpoint.weight, services);
    const query = isGet ? parseQuery(request.query, '&', '=', { maxKeys: 0 }) : NO_QUERY;
    const params = read(query, request.body);
    const answer = endpoint.handle(services, { params, caller, headers: request.headers });
    if (!(answer instanceof Promise)) return write(answer);
    return answer.then(write, (error) => {
      penalizeMiss(error, caller, services);
      throw error;
    });
  };
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
    return authenticate(services.directory(), settings, now, request);
  } catch (error) {
    // Guessing costs the address that guesses, until it is told to wait.
    if (!services.directory().isOpen) spend(`ip:${request.ip}`, BAD_CREDENTIALS_WEIGHT, services);
    throw error;
  }
}

/** Takes the weight from the caller's allowance, or throws. */
function spend(scope: string, weight: number, services: Services): void {
  services.limiter.spend(scope, weight, services.market().settings.rate_limit_per_minute, Date.now());
}

/** Takes the weight for a missed query code, which is known to be one only afterwards. */
function penalizeMiss(error: unknown, caller: Caller, services: Services): void {
  if (!caller.isLimited || !(error instanceof Refusal) || error.reply !== MESSAGE.orderNotFound) return;
  const perMinute = services.market().settings.rate_limit_per_minute;
  services.limiter.penalize(caller.scope, MISS_WEIGHT, perMinute, Date.now());
}
