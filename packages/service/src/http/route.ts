import type { IncomingMessage, ServerResponse } from 'node:http';
import { MESSAGE } from '@swapdesk/contract';
import type { Presented } from '../access/authenticate.ts';
import { Refusal } from '../refusal.ts';
import { ParameterError } from './errors.ts';

/** A request whose body is there. */
export interface ReceivedRequest extends Presented {
  readonly request: IncomingMessage;
}

/** What a request is answered with. Headers are names and values in turn, beside those that every answer has. */
export interface Reply {
  readonly status: number;
  readonly headers: readonly string[];
  /** Null for an answer that can have none. */
  readonly body: string | Buffer | null;
  /** True if it is known that each character of the body is one byte. */
  readonly isAscii?: boolean;
}

/** An answer that goes on: it sends itself, with these headers among its own. */
export interface Ongoing {
  begin(response: ServerResponse, headers: readonly string[]): Promise<void>;
}

/** What is served at a path: an endpoint of the interface or of the console, a page, a file. */
export interface Route {
  readonly method: 'GET' | 'POST';
  /** As it is sent. A pattern is tried where nothing has just this path. */
  readonly path: string | RegExp;
  /** The path may be sent in any case, and with a slash at its end. */
  readonly isLenient?: boolean;
  /** Under which its requests are counted; absent: they are not. */
  readonly id?: string;
  /** Pages of other sites may call it (CORS). */
  readonly isForPages?: boolean;
  /** Its answer has no end, so there is no HEAD of it. */
  readonly isEndless?: boolean;
  /** A body is read, if one comes; absent: it is not looked at. */
  readonly takesBody?: boolean;
  /** Answers, at once if what it takes is in memory, or throws. */
  serve(asked: ReceivedRequest): Reply | Promise<Reply | Ongoing>;
}

/** What is shown at a path that nothing is served at, to those for whom JSON is no answer. */
export interface NowherePage {
  readonly route: Route;
  isFor(request: IncomingMessage, path: string): boolean;
}

/** Everything that a server serves, by its path. */
export class Routes {
  private readonly exact = new Map<string, Route>();
  private readonly lenient = new Map<string, Route>();
  private readonly patterns: (readonly [RegExp, Route])[] = [];

  constructor(routes: readonly Route[]) {
    for (const route of routes) {
      const { path, isLenient = false } = route;
      if (typeof path !== 'string') this.patterns.push([path, route]);
      else (isLenient ? this.lenient : this.exact).set(path, route);
    }
  }

  find(path: string): Route | undefined {
    return (
      this.lenient.get(path) ??
      this.exact.get(path) ??
      this.lenient.get(path.toLowerCase().replace(/(?<=.)\/$/, '')) ??
      (decoded(path) === null ? undefined : this.patterns.find(([pattern]) => pattern.test(path))?.[1])
    );
  }
}

/** What a request that finds nothing is told. */
export function nothingAt(path: string): Refusal {
  return decoded(path) === null
    ? new ParameterError('the path cannot be decoded')
    : new Refusal(MESSAGE.routeNotFound);
}

/** Null if it cannot be. To call it for its error alone would not do: the bundler leaves out what it takes for pure. */
function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

/** Path and query of what a request asks for, both as sent. A proxy may name the host before them. */
export function targetOf({ url = '' }: IncomingMessage): { path: string; query: string } {
  const target = url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?]*/i, '');
  const mark = target.indexOf('?');
  return mark < 0
    ? { path: target, query: '' }
    : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}
