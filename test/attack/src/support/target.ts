import { createHmac, randomBytes } from 'node:crypto';
import { createDeskStore, type DeskStore } from '../../../support/desk-store.ts';
import { runHere } from '../../../support/run-here.ts';
import { type RunningService, startService } from '../../../support/service.ts';
import { expectListed } from './listed-refusals.ts';

/** A service on a database of its own, and the means to look behind it. */
export interface Target {
  readonly url: string;
  readonly service: RunningService;
  readonly store: DeskStore;
  /** For more nodes, and for the command line. */
  readonly env: Record<string, string>;
  /** Runs a command of the command line; throws if it fails. */
  command(...args: string[]): Promise<string>;
  stop(): Promise<void>;
}

/** For few orders, unless it is to have more addresses ready. */
export async function openTarget(addresses?: number): Promise<Target> {
  const store = await createDeskStore(4);
  if (addresses !== undefined)
    await store.database.query("UPDATE setting SET value = $1 WHERE name = 'address_pool_target'", [
      addresses,
    ]);
  const { env } = store;
  const service = await startService(env);
  return {
    url: service.url,
    service,
    store,
    env,
    command: (...args) => command(args, env),
    async stop() {
      await service.stop();
      await store.drop();
    },
  };
}

export async function command(args: string[], env: Record<string, string>): Promise<string> {
  const { code, output } = await runHere(args, env);
  if (code !== 0) throw new Error(`swapdesk ${args.join(' ')} ended with ${code}:\n${output}`);
  return output;
}

export interface Key {
  readonly key: string;
  readonly secret: string;
}

/** Makes an API key on the command line. */
export async function createKey(target: Pick<Target, 'command'>, account: string): Promise<Key> {
  const output = await target.command('key', 'create', '--account', account);
  const field = (name: string) => new RegExp(`^${name} +(\\S+)$`, 'm').exec(output)?.[1] as string;
  return { key: field('key'), secret: field('secret') };
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: an answer is whatever came; the tests say what it must be
  readonly json: any;
}

export interface Sent {
  readonly key?: Key;
  readonly nonce?: string;
  readonly timestamp?: string;
  readonly headers?: Record<string, string>;
  /** Replaces the right signature. */
  readonly signature?: string;
}

export async function get(url: string, pathAndQuery: string, sent: Sent = {}): Promise<Answer> {
  const query = pathAndQuery.split('?')[1] ?? '';
  return read('GET', await fetch(url + pathAndQuery, { headers: signed(sent, query, '') }));
}

export async function post(url: string, path: string, body: unknown, sent: Sent = {}): Promise<Answer> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const headers = { 'content-type': 'application/json', ...signed(sent, '', text) };
  return read('POST', await fetch(url + path, { method: 'POST', headers, body: text }));
}

async function read(method: string, response: Response): Promise<Answer> {
  const { status, headers, url } = response;
  const json = (await response.json()) as { code: number; msg: string };
  expectListed(method, new URL(url).pathname, status, json);
  return { status, headers, json };
}

/** What signs a request. */
export function signed(sent: Sent, query: string, body: string): Record<string, string> {
  if (sent.key === undefined) return { ...sent.headers };
  const { key, secret } = sent.key;
  const nonce = sent.nonce ?? randomBytes(8).toString('hex');
  const timestamp = sent.timestamp ?? String(Math.floor(Date.now() / 1000));
  const right = createHmac('sha256', secret)
    .update(key + nonce + timestamp + query + body)
    .digest('hex');
  return {
    'x-api-key': key,
    'x-api-nonce': nonce,
    'x-api-timestamp': timestamp,
    'x-api-signature': sent.signature ?? right,
    ...sent.headers,
  };
}

/** Asks again and again until it is so, and says how long that took; throws after the limit. */
export async function within(limitMs: number, ask: () => Promise<boolean>, pauseMs = 20): Promise<number> {
  const began = performance.now();
  for (;;) {
    if (await ask()) return performance.now() - began;
    if (performance.now() - began > limitMs) throw new Error(`not so within ${limitMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** What a service has logged as an error, in short. */
export function errorsIn(output: string): string[] {
  const lines = output.split('\n').filter((line) => /"level":[56]0/.test(line));
  const errors = lines.map(
    (line) => JSON.parse(line) as { msg: string; url?: string; err?: { message: string } },
  );
  return errors.map(({ msg, url = '', err }) => `${msg} ${url.slice(0, 200)}: ${err?.message}`).slice(0, 20);
}
