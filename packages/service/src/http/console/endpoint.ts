import type { Static, TSchema } from 'typebox';
import type { Actor } from '../../operators/audit.ts';
import type { RequestOrigin, Session } from '../../operators/sessions.ts';
import type { Answer } from '../endpoint.ts';
import type { ConsoleServices } from './services.ts';

/** A call of somebody who has not signed in. */
export interface Visit<Request> {
  readonly params: Request;
  readonly place: RequestOrigin;
  readonly now: number;
}

/** A call of an operator who may make it. */
export interface ConsoleCall<Request> extends Visit<Request> {
  readonly session: Session;
  /** The operator, for the audit log. */
  readonly actor: Actor;
}

/** What an endpoint answers; and, where the session begins or ends, its token for the cookie, or null for none. */
export type ConsoleAnswer<Response extends TSchema> = Answer<Response> & { readonly cookie?: string | null };

interface Definition<Request extends TSchema, Response extends TSchema> {
  readonly method: 'GET' | 'POST';
  /** Below the prefix. */
  readonly path: string;
  readonly request: Request;
  readonly response: Response;
  /** True if it changes something: then it writes just one entry into the audit log. */
  readonly changes: boolean;
}

/** An endpoint of the console. Who may call it is said in `roles.ts`, for all of them. */
export interface ConsoleEndpoint extends Definition<TSchema, TSchema> {
  handle(services: ConsoleServices, call: ConsoleCall<unknown>): Promise<ConsoleAnswer<TSchema>>;
}

/** An endpoint for operators. */
export function consoleEndpoint<Request extends TSchema, Response extends TSchema>(
  definition: Definition<Request, Response> & {
    handle(services: ConsoleServices, call: ConsoleCall<Static<Request>>): Promise<ConsoleAnswer<Response>>;
  },
): ConsoleEndpoint {
  return definition as unknown as ConsoleEndpoint;
}

/** An endpoint for whoever has not signed in yet. */
export function visitorEndpoint<Request extends TSchema, Response extends TSchema>(
  definition: Definition<Request, Response> & {
    handle(services: ConsoleServices, visit: Visit<Static<Request>>): Promise<ConsoleAnswer<Response>>;
  },
): ConsoleEndpoint {
  return definition as unknown as ConsoleEndpoint;
}
