import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DANGEROUS, LEAST_ROLE } from '../../../packages/service/src/http/console/roles.ts';
import { createDeskStore, type DeskStore, endOpenMode } from '../../support/desk-store.ts';
import { freePort } from '../../support/free-port.ts';
import { type RunningService, startService } from '../../support/service.ts';
import {
  ConsoleBrowser,
  enrolPerson,
  isCheckedQuickly,
  makeOperator,
  type Person,
  signedIn,
} from './support/console.ts';

/** A stolen session, a stolen password, and what is written down of whoever tries. The console has a place of its own here. */

let store: DeskStore;
let service: RunningService;
let consoleUrl: string;
let anna: Person;
let browser: ConsoleBrowser;

beforeAll(async () => {
  store = await createDeskStore(6);
  await endOpenMode(store);
  const port = await freePort();
  consoleUrl = `http://127.0.0.1:${port}`;
  service = await startService({
    ...store.env,
    SWAPDESK_TRUST_PROXY: '127.0.0.1',
    SWAPDESK_CONSOLE_LISTEN: `127.0.0.1:${port}`,
    SWAPDESK_METRICS_TOKEN: 'a token of the figures',
  });
  const password = await makeOperator(store.database, 'anna', 'admin');
  anna = await enrolPerson(new ConsoleBrowser(consoleUrl), 'anna', password);
  await isCheckedQuickly(store.database, anna);
  await makeOperator(store.database, 'vera', 'viewer');
});
afterAll(async () => {
  await service?.stop();
  await store?.drop();
});
beforeEach(async () => {
  await store.database.query('DELETE FROM login_attempt');
  browser = await signedIn(store.database, consoleUrl, anna.name);
});

const audit = async (act: string) =>
  (
    await store.database.query<{ actor: string; what: string }>(
      "SELECT actor, changes->0->>'after' AS what FROM audit_entry WHERE act = $1 ORDER BY id",
      [act],
    )
  ).rows;
/** The session was begun, or confirmed, longer ago. */
const whileAgo = () => store.database.query('UPDATE operator_session SET confirmed_at = confirmed_at - 301');
const recoveryCode = () => anna.spareCode();
const AGAIN = { status: 403, msg: 'confirm that it is you: password and code' };

describe('what is dangerous', () => {
  it('is what changes something and is not merely about looking, stopping or one’s own session', () => {
    const harmless = [...Object.keys(LEAST_ROLE)].filter(
      (each) => each.startsWith('POST') && !DANGEROUS.has(each),
    );
    expect(harmless.filter((each) => !/session|preview/.test(each)).sort()).toEqual([
      'POST /halts/set',
      'POST /keys/revoke',
      'POST /losses/acknowledge',
      'POST /operators/disable',
      'POST /order/freeze',
      'POST /order/note',
      'POST /proposals/withdraw',
      'POST /refcodes/revoke',
      'POST /signing/stop',
      'POST /treasury/drop',
    ]);
  });

  it('is refused to a session that has not given password and code for a while: whatever it is', async () => {
    await whileAgo();
    for (const each of DANGEROUS)
      expect(await browser.post(each.split(' ')[1] as string, {}), each).toMatchObject(AGAIN);
    expect(await browser.post('/signing/stop', { reason: 'a drill' })).toMatchObject({ status: 200 });
    expect(await browser.get('/operators')).toMatchObject({ status: 200 });
  });

  it('is done once both were given again, for a while', async () => {
    const make = () =>
      browser.post('/operators/create', { name: `new${Math.random()}`.slice(0, 12), role: 'viewer' });
    await whileAgo();
    expect(await make()).toMatchObject(AGAIN);
    const wrong = { password: 'guess', code: recoveryCode() };
    expect(await browser.post('/session/confirm', wrong)).toMatchObject({ status: 401 });
    expect(await browser.post('/session/confirm', { password: anna.password, code: '000000' })).toMatchObject(
      { status: 401 },
    );
    expect(await make()).toMatchObject(AGAIN);
    const right = { password: anna.password, code: recoveryCode() };
    expect(await browser.post('/session/confirm', right)).toMatchObject({ status: 200 });
    expect(await make()).toMatchObject({ status: 200 });
    await whileAgo();
    expect(await make()).toMatchObject(AGAIN);
    expect(await audit('confirm again')).toHaveLength(1);
  });
});

describe('whoever guesses', () => {
  const login = (n: number, password: string, code: string) =>
    new ConsoleBrowser(consoleUrl).post(
      '/session/login',
      { name: anna.name, password, code },
      { 'x-forwarded-for': `192.0.2.${n}` },
    );

  it('cannot lock anybody out: who is right gets in, a little later', async () => {
    const now = Math.floor(Date.now() / 1000);
    await store.database.query('INSERT INTO login_attempt VALUES ($1, 500, $2)', [`name ${anna.name}`, now]);
    const began = performance.now();
    expect(await login(1, anna.password, recoveryCode())).toMatchObject({ status: 200 });
    expect(performance.now() - began).toBeGreaterThan(3_000);
  });

  it('has ten codes with the right password, from all addresses together; without it none counts', async () => {
    for (let n = 0; n < 12; n++) expect((await login(n, 'not the password', '000000')).status).toBe(401);
    expect(await login(20, anna.password, recoveryCode())).toMatchObject({ status: 200 });
    for (let n = 30; n < 40; n++) expect((await login(n, anna.password, '000000')).status).toBe(401);
    expect(await login(50, anna.password, recoveryCode())).toMatchObject({ status: 401 });
    await store.database.query("DELETE FROM login_attempt WHERE scope LIKE 'codes %'");
    expect(await login(51, anna.password, recoveryCode())).toMatchObject({ status: 200 });
  });

  it('is written down under the name that was tried, with what was wrong; names that nobody has are not', async () => {
    const before = (await audit('sign-in refused')).length;
    await login(60, 'guess', '000000');
    await login(61, anna.password, '000000');
    await browser.post('/session/login', { name: 'nobody', password: 'guess', code: '000000' });
    await expect
      .poll(async () => (await audit('sign-in refused')).slice(before))
      .toEqual([
        { actor: 'anna', what: 'wrong password' },
        { actor: 'anna', what: 'wrong code, right password' },
      ]);
  });
});

describe('what is refused', () => {
  it('is written down: what one may not do, and what another page asks for', async () => {
    const viewer = await signedIn(store.database, consoleUrl, 'vera');
    await viewer.post('/signing/stop', { reason: 'mischief' });
    expect(await audit('refused: POST /signing/stop')).toEqual([{ actor: 'vera', what: 'not allowed' }]);
    browser.token = 'of another page';
    await browser.post('/signing/stop', { reason: 'mischief' });
    expect((await audit('refused: POST /signing/stop'))[1]).toMatchObject({ actor: 'anna' });
  });
});

describe('a console with a place of its own', () => {
  const status = async (url: string, headers: Record<string, string> = {}) =>
    (await fetch(url, { headers })).status;

  it('is there and nowhere else, and the rest is not there', async () => {
    expect([await status(`${consoleUrl}/console`), await status(`${service.url}/console`)]).toEqual([
      200, 404,
    ]);
    expect(await status(`${consoleUrl}/console/api/session`)).toBe(401);
    expect(await status(`${service.url}/console/api/session`)).toBe(404);
    expect([await status(`${service.url}/`), await status(`${consoleUrl}/`)]).toEqual([200, 404]);
    expect(await status(`${service.url}/openapi/service`)).toBe(200);
    for (const path of ['/openapi/service', '/openapi/order/list', '/docs', '/openapi.json'])
      expect(await status(`${consoleUrl}${path}`), path).toBe(404);
  });

  it('has the figures, for whoever has the token', async () => {
    expect(await status(`${service.url}/metrics`)).toBe(404);
    expect(await status(`${consoleUrl}/metrics`)).toBe(403);
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
    expect(await status(`${consoleUrl}/metrics`, bearer('guess'))).toBe(403);
    expect(await status(`${consoleUrl}/metrics`, bearer('a token of the figures'))).toBe(200);
  });
});

it('over TLS the cookie is one that only this host can have set', async () => {
  const tls = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '192.0.2.99' };
  const { headers } = await new ConsoleBrowser(consoleUrl).post(
    '/session/login',
    { name: anna.name, password: anna.password, code: recoveryCode() },
    tls,
  );
  const cookie = headers.get('set-cookie') ?? '';
  expect(cookie).toMatch(
    /^__Host-swapdesk_console=\S+; Path=\/; Secure; HttpOnly; SameSite=Strict; Max-Age=\d+$/,
  );
  const mine = new ConsoleBrowser(consoleUrl);
  mine.cookie = cookie.split(';')[0] as string;
  expect(await mine.send('/session', { headers: tls })).toMatchObject({ status: 200 });
  // The same under the other name, as another host of this domain could set it, counts for nothing.
  mine.cookie = mine.cookie.replace('__Host-', '');
  expect(await mine.send('/session', { headers: tls })).toMatchObject({ status: 401 });
});
