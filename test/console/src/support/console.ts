import { CONSOLE_TOKEN_HEADER, type OperatorRole, parseJson } from '@swapdesk/contract';
import { cookieOf } from '../../../../packages/service/src/http/console/cookie.ts';
import { audited } from '../../../../packages/service/src/operators/audit.ts';
import { createOperator } from '../../../../packages/service/src/operators/operators.ts';
import { hashPassword, newOneTimePassword } from '../../../../packages/service/src/operators/password.ts';
import { openSession, pageToken } from '../../../../packages/service/src/operators/sessions.ts';
import { totpCode } from '../../../../packages/service/src/operators/totp.ts';
import type { Database } from '../../../../packages/service/src/store/database.ts';
import { QUICK_COST } from '../../../support/quick-cost.ts';

/** What an answer says. Numbers are exact: a Decimal each. */
export interface Answer {
  readonly status: number;
  readonly code: number;
  readonly msg: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every kind.
  readonly data: any;
  readonly headers: Headers;
  readonly text: string;
}

export interface Sent {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string | undefined>;
}

export const AGENT = 'Mozilla/5.0 (test)';
const STEP_MS = 30_000;
const SAFE_MS = 10_000;

/** A browser of one operator: keeps the cookie and the page's token, and says where it comes from. */
export class ConsoleBrowser {
  cookie = '';
  token = '';
  readonly url: string;

  constructor(url: string) {
    this.url = url;
  }

  async send(path: string, { method = 'GET', body, headers = {} }: Sent = {}): Promise<Answer> {
    const all: Record<string, string | undefined> = {
      'user-agent': AGENT,
      ...(this.cookie === '' ? {} : { cookie: this.cookie }),
      ...(method === 'GET'
        ? {}
        : { origin: this.url, 'content-type': 'application/json', [CONSOLE_TOKEN_HEADER]: this.token }),
      ...headers,
    };
    const response = await fetch(`${this.url}/console/api${path}`, {
      method,
      headers: Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== undefined),
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    const { code, msg, data } = (isJson ? parseJson(text) : {}) as unknown as Answer;
    return { status: response.status, code: Number(code ?? 0), msg, data, headers: response.headers, text };
  }

  get(path: string, headers: Record<string, string | undefined> = {}): Promise<Answer> {
    return this.send(path, { headers });
  }

  post(path: string, body: unknown = {}, headers: Record<string, string | undefined> = {}): Promise<Answer> {
    return this.send(path, { method: 'POST', body, headers });
  }

  /** Keeps what an answer that signs in gives. */
  keep(answer: Answer): void {
    this.cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
    this.token = answer.data.session.token;
  }
}

/** An operator with an authenticator in the pocket, and recovery codes in the drawer. */
export interface Person {
  readonly name: string;
  readonly password: string;
  readonly recoveryCodes: readonly string[];
  /** The next code of the authenticator that has not been used. */
  code(): Promise<string>;
  /** The next recovery code that has not been used. */
  spareCode(): string;
}

/** A browser in which an operator is signed in already: the session is there, as signing in would have made it. */
export async function signedIn(database: Database, url: string, name: string): Promise<ConsoleBrowser> {
  const { rows } = await database.query<{ id: number }>('SELECT id FROM operator WHERE name = $1', [name]);
  const place = { address: '127.0.0.1', agent: AGENT };
  const token = await openSession(database, rows[0]?.id as number, place, Math.floor(Date.now() / 1000));
  const browser = new ConsoleBrowser(url);
  browser.cookie = cookieOf(token, false).split(';')[0] as string;
  browser.token = pageToken(token);
  return browser;
}

/** Signs in for the first time with a one-time password, as a person would. */
export async function enrolPerson(
  browser: ConsoleBrowser,
  name: string,
  oneTimePassword: string,
): Promise<Person> {
  const first = await browser.post('/session/login', { name, password: oneTimePassword });
  const secret = fromBase32(first.data.enrolment.secret);
  const code = authenticator(secret);
  const password = `${name} has a long password`;
  const body = { name, password: oneTimePassword, new_password: password, code: await code() };
  const enrolled = await browser.post('/session/enrol', body);
  if (enrolled.code !== 0 || enrolled.status !== 200) throw new Error(enrolled.text);
  browser.keep(enrolled);
  const recoveryCodes: readonly string[] = enrolled.data.recovery_codes;
  const spare = [...recoveryCodes];
  return { name, password, recoveryCodes, code, spareCode: () => spare.pop() as string };
}

/** Lets whoever tries this operator's password take little of the processor: for tests that try it often. */
export async function isCheckedQuickly(database: Database, { name, password }: Person): Promise<void> {
  const record = await hashPassword(password, QUICK_COST);
  await database.query('UPDATE operator SET password = $2 WHERE name = $1', [name, JSON.stringify(record)]);
}

export async function signInAs(browser: ConsoleBrowser, person: Person): Promise<Answer> {
  const { name, password } = person;
  const answer = await browser.post('/session/login', { name, password, code: person.spareCode() });
  if (answer.status === 200) browser.keep(answer);
  return answer;
}

/** Makes an operator, as the command line does; gives the one-time password. */
export async function makeOperator(database: Database, name: string, role: OperatorRole): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const actor = { name: 'tester', via: 'command line', address: '' } as const;
  const oneTime = await newOneTimePassword(QUICK_COST);
  return audited(database, actor, now, (client) => createOperator(client, name, role, oneTime, now));
}

export function passwordIn(output: string): string {
  const password = /^password +(\S+)$/m.exec(output)?.[1];
  if (password === undefined) throw new Error(`no password in: ${output}`);
  return password;
}

/**
 * Codes in the order of their steps, none twice. The step after the current one is taken too, so that two in a row need
 * no waiting; a third waits for the clock.
 */
export function authenticator(secret: Uint8Array): () => Promise<string> {
  let used = 0;
  return async () => {
    const current = Math.floor(Date.now() / STEP_MS);
    const leftMs = (current + 1) * STEP_MS - Date.now();
    // The step before is good to the end of this one: not if that may come before the answer does.
    const step = Math.max(used + 1, leftMs > SAFE_MS ? current - 1 : current);
    used = step;
    const waitMs = (step - 1) * STEP_MS - Date.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    return totpCode(secret, step);
  };
}

export function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('');
  const bytes = bits.match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}
