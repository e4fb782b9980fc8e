import type { KeyScope, Message } from '@swapdesk/contract';
import type { Static, TSchema } from 'typebox';
import type { Caller } from '../access/caller.ts';
import type { Services } from './services.ts';
import type { BeginStream } from './streams.ts';

/** Clients in the wild use all three. */
export const PREFIXES = ['/openapi', '/api/v1/openapi', '/api/v1'] as const;
export type Prefix = (typeof PREFIXES)[number];

/** One call of an endpoint, checked and ready to be worked on. */
export interface Call<Request> {
  readonly params: Request;
  readonly caller: Caller;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** A request header that an endpoint takes, for the document. */
export interface HeaderParameter {
  readonly name: string;
  readonly description: string;
}

/** What every endpoint of the interface is: where, what it takes, what it costs. */
export interface EndpointHead<Request extends TSchema = TSchema> {
  readonly method: 'GET' | 'POST';
  /** Below the prefix, e.g. /order/place. */
  readonly path: string;
  readonly id: string;
  /** Below which prefixes it is served; absent: below all. */
  readonly prefixes?: readonly Prefix[];
  readonly summary: string;
  readonly description: string;
  readonly request: Request;
  readonly headers?: readonly HeaderParameter[];
  /** The messages that it refuses with, beside those of every endpoint (`refusals.ts`). */
  readonly refuses?: readonly Message[];
  /** What a call takes from the caller's allowance. */
  readonly weight: number;
  /** How often a caller may call it in a minute, whatever else they do; absent: as their allowance lets them. */
  readonly perMinute?: number;
  /** What a key has to be for; null: any key will do. */
  readonly scope: KeyScope | null;
  /** Shows what belongs to an account. */
  readonly needsAccount: boolean;
  /** Tells a program all that is wrong with the form of a request, not the first alone. */
  readonly tellsProblems?: boolean;
  /** Pages of other sites may call it: it needs no secret (CORS). */
  readonly isForPages?: boolean;
}

/** An endpoint that answers: what it gives, and what it does. */
export interface Endpoint<Request extends TSchema = TSchema, Response extends TSchema = TSchema>
  extends EndpointHead<Request> {
  readonly response: Response;
  /** Returns what stands beside code and msg. */
  handle(services: Services, call: Call<Static<Request>>): Answer<Response> | Promise<Answer<Response>>;
}

export type Answer<Response extends TSchema> = Omit<Static<Response>, 'code' | 'msg'>;

/** Keeps the types of an endpoint's own schemas while it is being written. */
export function endpoint<Request extends TSchema, Response extends TSchema>(
  definition: Endpoint<Request, Response>,
): Endpoint {
  return definition as unknown as Endpoint;
}

/** An endpoint whose answer goes on: a stream of events. */
export interface StreamEndpoint<Request extends TSchema = TSchema> extends EndpointHead<Request> {
  /** What each event holds. */
  readonly event: TSchema;
  /** Finds what is asked for, or throws. */
  open(services: Services, call: Call<Static<Request>>): Promise<BeginStream>;
}

/** Keeps the types of a stream's own schema while it is being written. */
export function streamEndpoint<Request extends TSchema>(definition: StreamEndpoint<Request>): StreamEndpoint {
  return definition as unknown as StreamEndpoint;
}
