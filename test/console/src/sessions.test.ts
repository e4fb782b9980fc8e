import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDeskStore, type DeskStore, endOpenMode } from '../../support/desk-store.ts';
import { runHere } from '../../support/run-here.ts';
import { type RunningService, startService } from '../../support/service.ts';
import { IS_LONG, volume } from '../../support/volume.ts';
import {
  authenticator,
  ConsoleBrowser,
  enrolPerson,
  fromBase32,
  isCheckedQuickly,
  makeOperator,
  type Person,
  passwordIn,
  signedIn,
  signInAs,
} from './support/console.ts';

/** Signing in to the console, and all that must not get anybody in. Two nodes share one store. */

let store: DeskStore;
let env: Record<string, string>;
let service: RunningService;
let other: RunningService;
let anna: Person;
let browser: ConsoleBrowser;

beforeAll(async () => {
  store = await createDeskStore(8);
  await endOpenMode(store);
  env = { ...store.env, SWAPDESK_TRUST_PROXY: '127.0.0.1' };
  service = await startService(env);
  other = await startService(env, 'api');
  const password = await makeOperator(store.database, 'anna', 'admin');
  anna = await enrolPerson(new ConsoleBrowser(service.url), 'anna', password);
  await isCheckedQuickly(store.database, anna);
});
afterAll(async () => {
  await other?.stop();
  await service?.stop();
  await store?.drop();
});

beforeEach(async () => {
  await store.database.query('DELETE FROM login_attempt');
  browser = await signedIn(store.database, service.url, anna.name);
});

const acts = async (actor: string) =>
  (await store.database.query('SELECT act FROM audit_entry WHERE actor = $1 ORDER BY id', [actor])).rows.map(
    ({ act }) => act as string,
  );

describe('the first sign-in', () => {
  it('sets up an authenticator and a password of one’s own, and gives recovery codes', async () => {
    const me = await browser.get('/session');
    expect(me.data).toMatchObject({ name: anna.name, role: 'admin' });
    expect(me.data.recovery_codes_left.toString()).toBe('10');
    expect(anna.recoveryCodes).toHaveLength(10);
    // 128 bits each.
    for (const code of anna.recoveryCodes) expect(code).toMatch(/^(?:[A-Z2-7]{4}-){6}[A-Z2-7]{2}$/);
    expect((await acts(anna.name))[0]).toBe('enrol');
  });

  it('shows a new secret each time: one that was shown before proves nothing, and none is shown afterwards', async () => {
    const password = await makeOperator(store.database, 'berta', 'viewer');
    const visitor = new ConsoleBrowser(service.url);
    const login = () => visitor.post('/session/login', { name: 'berta', password });
    const [first, second] = [await login(), await login()];
    expect(first.data.enrolment.secret).not.toBe(second.data.enrolment.secret);
    const code = await authenticator(fromBase32(first.data.enrolment.secret))();
    const stale = { name: 'berta', password, new_password: 'berta has a long password', code };
    expect(await visitor.post('/session/enrol', stale)).toMatchObject({ status: 401 });
    // Whoever reads the store does not have it either.
    const { rows } = await store.database.query("SELECT o::text AS o FROM operator o WHERE name = 'berta'");
    expect(rows[0].o).not.toContain(fromBase32(second.data.enrolment.secret).toString('hex'));
    await enrolPerson(visitor, 'berta', password);
    expect(await login()).toMatchObject({ status: 401 });
  });

  it('takes no password that is hardly more than words that are tried first, then or later', async () => {
    const msg = 'the new password is hardly more than words that are tried first';
    const password = await makeOperator(store.database, 'hanna', 'viewer');
    const visitor = new ConsoleBrowser(service.url);
    const { data } = await visitor.post('/session/login', { name: 'hanna', password });
    const code = authenticator(fromBase32(data.enrolment.secret));
    const weak = { name: 'hanna', password, new_password: 'Swapdesk-Hanna1', code: await code() };
    expect(await visitor.post('/session/enrol', weak)).toMatchObject({ msg });
    const change = { password: anna.password, new_password: 'swapdesk-2026', code: anna.spareCode() };
    expect(await browser.post('/session/password', change)).toMatchObject({ msg });
  });

  it('takes no password of less than twelve characters', async () => {
    const change = { password: anna.password, new_password: 'eleven char', code: anna.spareCode() };
    expect(await browser.post('/session/password', change)).toMatchObject({ status: 400 });
  });

  it('ends with its day', async () => {
    const password = await makeOperator(store.database, 'carla', 'viewer');
    await store.database.query('UPDATE operator SET one_time_until = 1 WHERE name = $1', ['carla']);
    const login = await browser.post('/session/login', { name: 'carla', password });
    expect(login).toMatchObject({ status: 401, msg: 'name, password or code is wrong' });
  });
});

describe('the cookie', () => {
  it('is for the console alone, and neither for scripts nor for other sites', async () => {
    const { headers } = await signInAs(browser, anna);
    const cookie = headers.get('set-cookie') as string;
    for (const part of ['Path=/console', 'HttpOnly', 'SameSite=Strict', 'Max-Age='])
      expect(cookie).toContain(part);
    expect(cookie).not.toContain('Secure');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('is secure where the browser comes over TLS', async () => {
    const { name, password } = anna;
    const body = { name, password, code: anna.spareCode() };
    const answer = await browser.post('/session/login', body, { 'x-forwarded-proto': 'https' });
    expect(answer.headers.get('set-cookie')).toContain('; Secure');
  });

  it('is not what is stored', async () => {
    const token = browser.cookie.split('=')[1] as string;
    const { rows } = await store.database.query('SELECT * FROM operator_session');
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(token).toString('hex'));
  });
});

describe('whoever is wrong about anything', () => {
  it('is told the same, whatever it is', async () => {
    const { name, password } = anna;
    const code = await anna.code();
    const wrongCode = code === '000000' ? '111111' : '000000';
    const attempts = [
      { name: 'nobody', password, code },
      { name, password: 'another password', code },
      { name, password, code: wrongCode },
      { name, password },
      { name, password, code: 'AAAA-BBBB-CCCC-DDDD' },
    ];
    const visitor = new ConsoleBrowser(service.url);
    const answers = [];
    for (const attempt of attempts) answers.push(await visitor.post('/session/login', attempt));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 401, code: 1, msg: 'name, password or code is wrong' });
  });

  it.runIf(IS_LONG)('waits as long for an unknown name as for a wrong password', async () => {
    const visitor = new ConsoleBrowser(service.url);
    const { name: known } = await enrolPerson(
      new ConsoleBrowser(service.url),
      'ines',
      await makeOperator(store.database, 'ines', 'viewer'),
    );
    const timed = async (name: string) => {
      const began = performance.now();
      await visitor.post('/session/login', { name, password: 'wrong', code: '123456' });
      return performance.now() - began;
    };
    const took = { known: [] as number[], unknown: [] as number[] };
    for (let round = 0; round < volume(2, 4); round++) {
      took.known.push(await timed(known));
      took.unknown.push(await timed('nobody'));
    }
    // Deriving a key is nearly all of it; without that the answer would come in a tenth of the time.
    expect(Math.min(...took.unknown)).toBeGreaterThan(Math.min(...took.known) / 2);
  });

  it('is slowed down after ten attempts from one address, on all nodes together', async () => {
    const nodes = [new ConsoleBrowser(service.url), new ConsoleBrowser(other.url)];
    const from = { 'x-forwarded-for': '203.0.113.7' };
    const body = { name: anna.name, password: 'guess', code: '123456' };
    const statuses: number[] = [];
    for (let n = 0; n < 12; n++)
      statuses.push((await nodes[n % 2]!.post('/session/login', body, from)).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
    const refused = await nodes[0]!.post('/session/login', body, from);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(600);
    // Somebody else is not.
    expect(await signInAs(new ConsoleBrowser(other.url), anna)).toMatchObject({ status: 200 });
  });

  it.runIf(IS_LONG)('is slowed down after thirty attempts at one name, from wherever', async () => {
    const visitor = new ConsoleBrowser(service.url);
    const attempt = (n: number) =>
      visitor.post(
        '/session/login',
        { name: anna.name, password: 'guess' },
        { 'x-forwarded-for': `198.51.100.${n}` },
      );
    await store.database.query('INSERT INTO login_attempt VALUES ($1, 28, $2)', [
      `name ${anna.name}`,
      Math.floor(Date.now() / 1000),
    ]);
    const quickest = async (...attempts: number[]) => {
      const took: number[] = [];
      for (const n of attempts) {
        const began = performance.now();
        expect((await attempt(n)).status).toBe(401);
        took.push(performance.now() - began);
      }
      return Math.min(...took);
    };
    // On a busy machine the password alone may take seconds.
    const before = await quickest(1, 2);
    const after = await quickest(3, 4);
    expect(after).toBeGreaterThanOrEqual(3_000);
    expect(after - before).toBeGreaterThan(2_000);
  });
});

describe('a code', () => {
  it('works once, even at the same moment on two nodes', async () => {
    const { name, password } = anna;
    const body = { name, password, code: await anna.code() };
    const nodes = [service, other, service, other].map(({ url }) => new ConsoleBrowser(url));
    const answers = await Promise.all(nodes.map((node) => node.post('/session/login', body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
    expect(await browser.post('/session/login', body)).toMatchObject({ status: 401 });
  });

  it('of recovery works once in its place, however it is written', async () => {
    const { name, password } = anna;
    const left = async () => Number((await browser.get('/session')).data.recovery_codes_left);
    const before = await left();
    const code = anna.spareCode().replaceAll('-', ' ').toLowerCase();
    expect(await browser.post('/session/login', { name, password, code })).toMatchObject({ status: 200 });
    expect(await browser.post('/session/login', { name, password, code })).toMatchObject({ status: 401 });
    expect(await left()).toBe(before - 1);
  });
});

describe('a session', () => {
  it('is the same on every node', async () => {
    const elsewhere = new ConsoleBrowser(other.url);
    elsewhere.cookie = browser.cookie;
    expect((await elsewhere.get('/session')).data.name).toBe(anna.name);
  });

  it('that was signed out is over, for whoever has its cookie', async () => {
    const thief = new ConsoleBrowser(other.url);
    thief.cookie = browser.cookie;
    expect(await browser.post('/session/sign-out')).toMatchObject({ status: 200 });
    expect(await thief.get('/session')).toMatchObject({ status: 401, msg: 'sign in first' });
  });

  it('ends at once when another browser uses its cookie, and that is written down', async () => {
    const stolen = await browser.get('/session', { 'user-agent': 'curl/8' });
    expect(stolen).toMatchObject({ status: 401 });
    expect(await browser.get('/session')).toMatchObject({ status: 401 });
    expect(await acts(anna.name)).toContain('session ended: used by another browser');
  });

  it('that moves to another address goes on, and that is written down, once', async () => {
    const moved = { 'x-forwarded-for': '203.0.113.99' };
    expect(await browser.get('/session', moved)).toMatchObject({ status: 200 });
    expect(await browser.get('/session', moved)).toMatchObject({ status: 200 });
    expect((await acts(anna.name)).filter((act) => act === 'session used from another address')).toHaveLength(
      1,
    );
  });

  it('ends when nothing is asked for half an hour, and after twelve hours whatever happens', async () => {
    for (const [column, age] of [
      ['seen_at', 1_801],
      ['signed_in_at', 43_201],
    ] as const) {
      browser = await signedIn(store.database, service.url, anna.name);
      await store.database.query(`UPDATE operator_session SET ${column} = ${column} - $1`, [age]);
      expect(await browser.get('/session')).toMatchObject({ status: 401 });
    }
  });

  it('ends with all others of the operator on sign-out everywhere', async () => {
    const second = await signedIn(store.database, other.url, anna.name);
    expect(await browser.post('/session/sign-out-everywhere')).toMatchObject({ status: 200 });
    for (const each of [browser, second]) expect(await each.get('/session')).toMatchObject({ status: 401 });
  });

  it.runIf(IS_LONG)('ends when somebody else changes its password, but not the one that did', async () => {
    const own = new ConsoleBrowser(service.url);
    const greta = await enrolPerson(own, 'greta', await makeOperator(store.database, 'greta', 'viewer'));
    const second = await signedIn(store.database, other.url, 'greta');
    const body = {
      password: greta.password,
      new_password: 'a password that is new',
      code: greta.spareCode(),
    };
    for (const wrong of [{ password: 'another' }, { code: '000000' }])
      expect(await own.post('/session/password', { ...body, ...wrong })).toMatchObject({ status: 401 });
    expect(await own.post('/session/password', body)).toMatchObject({ status: 200 });
    expect(await own.get('/session')).toMatchObject({ status: 200 });
    expect(await second.get('/session')).toMatchObject({ status: 401 });
  });

  it.runIf(IS_LONG)('ends when the role changes, when it is reset, when it is disabled', async () => {
    for (const [name, command] of [
      ['dora', ['operator', 'role', 'NAME', 'support']],
      ['emma', ['operator', 'reset', 'NAME']],
      ['frida', ['operator', 'disable', 'NAME']],
    ] as const) {
      await makeOperator(store.database, name, 'viewer');
      const own = await signedIn(store.database, service.url, name);
      expect(await own.get('/session')).toMatchObject({ status: 200 });
      expect(
        await runHere(
          command.map((word) => (word === 'NAME' ? name : word)),
          env,
        ),
      ).toMatchObject({
        code: 0,
      });
      expect(await own.get('/session')).toMatchObject({ status: 401 });
    }
  });
});

describe('a request that another site made', () => {
  const note = { no: 'ABCDEFGH', text: 'x' };

  it.each([
    ['from another origin', { origin: 'https://evil.example' }],
    ['from a page without origin', { origin: 'null' }],
    ['without saying from where', { origin: undefined }],
    ['from a page that the browser calls foreign', { 'sec-fetch-site': 'cross-site' }],
    ['from a neighbour site', { 'sec-fetch-site': 'same-site' }],
    ['without the page’s token', { 'x-console-token': undefined }],
    ['with a token of another session', { 'x-console-token': 'A'.repeat(43) }],
  ])('is refused: %s', async (_what, headers) => {
    const answer = await browser.post('/order/note', note, headers);
    expect(answer).toMatchObject({ status: 403, msg: 'the request does not come from the console' });
  });

  it('is refused as a form, which needs no script', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(await browser.send('/order/note', { method: 'POST', body: 'no=1', headers: form })).toMatchObject({
      status: 415,
    });
    const plain = { 'content-type': 'text/plain' };
    expect(await browser.send('/order/note', { method: 'POST', body: '{}', headers: plain })).toMatchObject({
      status: 415,
    });
  });

  it('cannot sign anybody in', async () => {
    const body = { name: anna.name, password: anna.password, code: '123456' };
    const answer = await browser.post('/session/login', body, { origin: 'https://evil.example' });
    expect(answer.status).toBe(403);
  });

  it('cannot change anything by a GET', async () => {
    expect(await browser.get('/session/sign-out')).toMatchObject({ status: 405 });
    expect(await browser.get('/session')).toMatchObject({ status: 200 });
  });
});

describe('on the command line', () => {
  it('the last admin can be neither disabled nor made less', async () => {
    await store.database.query("UPDATE operator SET role = 'viewer' WHERE name <> $1", [anna.name]);
    for (const args of [
      ['disable', anna.name],
      ['role', anna.name, 'viewer'],
    ]) {
      const { code, output } = await runHere(['operator', ...args], env);
      expect(code).toBe(1);
      expect(output).toContain('is the last admin');
    }
  });

  it.runIf(IS_LONG)('a reset lets an operator enrol anew', async () => {
    const { output } = await runHere(['operator', 'reset', anna.name], env);
    const again = new ConsoleBrowser(service.url);
    await enrolPerson(again, anna.name, passwordIn(output));
    expect((await again.get('/session')).data.name).toBe(anna.name);
    // The old password and the old authenticator are void.
    expect(await signInAs(new ConsoleBrowser(service.url), anna)).toMatchObject({ status: 401 });
  });
});
