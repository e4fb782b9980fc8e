import { createHash, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sign } from '../packages/contract/src/signature.ts';
import { startSigner } from './chains/src/start-signer.ts';
import { createDeskStore, type DeskStore, PASSPHRASE } from './support/desk-store.ts';
import { runHere } from './support/run-here.ts';
import { type RunningService, runCommand, startService } from './support/service.ts';

/** Secrets are fed into a real service wherever one can be: environment, file, requests that are right and wrong. Its output has none of them. */

const WORDS = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
/** Each of its own, so that what is found says where it came from. */
const secretOf = (name: string) =>
  createHash('sha256').update(`${name} of this test`).digest('hex').slice(0, 40);

const GIVEN = {
  metricsToken: secretOf('metrics token'),
  screeningKey: secretOf('screening key'),
  hookKey: Buffer.from(secretOf('webhook')).toString('base64'),
  hookPath: secretOf('webhook path'),
  mailPassword: secretOf('mail password'),
  replicaPassword: secretOf('password of a replica'),
  tracesKey: secretOf('key of traces'),
  tracesHeader: secretOf('header of traces'),
  nodeKey: secretOf('key of a node'),
  nodeHeader: secretOf('header of a node'),
  nodePassword: `${secretOf('password of a node')}"\\/`,
};
const SENT = {
  bearer: secretOf('bearer'),
  cookie: secretOf('cookie'),
  password: secretOf('password of an operator'),
  path: secretOf('path'),
  query: secretOf('query code'),
  body: secretOf('body'),
  signature: secretOf('signature'),
  strangeKey: secretOf('strange key'),
  nonce: secretOf('nonce'),
  forwarded: secretOf('forwarded'),
  privateKey: secretOf('private key').padEnd(64, '7'),
};

/** Somebody outside who refuses, and quotes all that was said to him. */
async function openEcho() {
  let asked = 0;
  /** What came as traces. */
  const traces: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    asked++;
    if (request.url?.endsWith('/v1/traces')) traces.push(body);
    response.writeHead(401).end(`not with ${request.url} ${JSON.stringify(request.headers)} ${body}`);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}`, port, asked: () => asked, traces, close };
}

let echo: Awaited<ReturnType<typeof openEcho>>;
beforeAll(async () => {
  echo = await openEcho();
});
afterAll(() => echo.close());

/** Where a secret is in what was printed, with what stands around it. */
function found(output: string, secrets: Readonly<Record<string, string>>): string[] {
  return Object.entries(secrets).flatMap(([name, secret]) => {
    const forms = [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)];
    const at = Math.max(...forms.map((form) => output.indexOf(form)));
    return at < 0 ? [] : [`${name}: …${output.slice(Math.max(0, at - 150), at + 60)}…`];
  });
}

describe('what is asked of a service', () => {
  let store: DeskStore;
  let service: RunningService;
  let api: { key: string; secret: string };
  let secrets: Record<string, string>;
  beforeAll(async () => {
    store = await createDeskStore();
    const password = new URL(store.url.replace('@/', '@x/')).password;
    secrets = {
      ...GIVEN,
      ...SENT,
      words: WORDS,
      passphrase: PASSPHRASE,
      database: password,
    };
    const config = join(store.folder, 'swapdesk.config.json');
    await writeFile(join(store.folder, 'mail'), GIVEN.mailPassword);
    const mail = { host: '127.0.0.1', port: echo.port, user: 'desk', password: { file: 'mail' } };
    const [from, to] = ['desk@example.org', ['anna@example.org']];
    const webhook = { url: { env: 'HOOK_URL' }, secret: { env: 'HOOK_SECRET' } };
    await writeFile(
      config,
      JSON.stringify({ network: 'test', alerts: { webhook, mail: { ...mail, from, to } } }),
    );
    service = await startService({
      ...store.env,
      SWAPDESK_CONFIG: config,
      SWAPDESK_LOG_LEVEL: 'trace',
      SWAPDESK_METRICS_TOKEN: GIVEN.metricsToken,
      SWAPDESK_REPLICA_URL: `postgresql://reader:${encodeURIComponent(GIVEN.replicaPassword)}@127.0.0.1:1/swapdesk`,
      SWAPDESK_SCREENING_URL: `${echo.url}/${GIVEN.screeningKey}?key=${GIVEN.screeningKey}`,
      HOOK_URL: `${echo.url}/hooks/${GIVEN.hookPath}`,
      HOOK_SECRET: `whsec_${GIVEN.hookKey}`,
      OTEL_EXPORTER_OTLP_ENDPOINT: `${echo.url}/${GIVEN.tracesKey}`,
      OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${GIVEN.tracesHeader}`,
      OTEL_BSP_SCHEDULE_DELAY: '50',
    });
  });
  afterAll(async () => {
    await service.kill();
    await store.drop();
  });

  /** Sends it just as it is written; resolves with the status, whatever it is. */
  const ask = (method: string, path: string, headers: Record<string, string> = {}, body = '') =>
    new Promise<number>((resolve) => {
      const { hostname, port } = new URL(service.url);
      const json = { 'content-type': 'application/json', ...headers };
      const asking = httpRequest({ hostname, port, method, path, headers: json, agent: false }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
      });
      asking.on('error', () => resolve(0)).end(body);
    });
  const signed = (query: string, signature?: string) => {
    const [nonce, timestamp] = [randomBytes(8).toString('hex'), String(Math.floor(Date.now() / 1_000))];
    const right = sign(api.secret, { key: api.key, nonce, timestamp, query, body: '' });
    const headers = { 'x-api-key': api.key, 'x-api-nonce': nonce, 'x-api-timestamp': timestamp };
    return { ...headers, 'x-api-signature': signature ?? right };
  };
  const ADDRESS = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
  const order = (to: string) =>
    JSON.stringify({
      exchange_mode: 'float',
      from_chain: 'Bitcoin',
      from_abbr: 'BTC',
      from_quantity: 0.05,
      to_address: [{ to_chain: 'Ethereum', to_abbr: 'ETH', to_address: to }],
    });

  it('answers requests with secrets in every place, and logs none of them', async () => {
    // Nobody but this machine is served before there is a key.
    const strangers = [`/openapi/${SENT.path}/query`, `/${encodeURIComponent(WORDS)}`, `/${SENT.path}`];
    for (const path of strangers) expect(await ask('GET', path, { host: 'swap.example' })).toBe(403);
    expect(service.output()).toContain('a request was refused');
    const made = (await runHere(['key', 'create', '--account', 'shop'], store.env)).output;
    const [, key = '', secret = ''] = /^key +(\S+)\nsecret +(\S+)$/m.exec(made) ?? [];
    api = { key, secret };
    secrets.apiSecret = secret;
    const list = (query: string) => ask('GET', `/openapi/order/list?${query}`, signed(query));
    await expect.poll(() => list('page=1&page_size=10'), { timeout: 10_000 }).toBe(200);
    await expect.poll(() => ask('GET', '/openapi/order/list', signed('', SENT.signature))).not.toBe(200);
    expect(await ask('GET', '/metrics', { authorization: `Bearer ${GIVEN.metricsToken}` })).toBe(200);
    expect(await ask('POST', '/openapi/order/place', {}, order(ADDRESS))).toBe(200);
    const strange = { ...signed(''), 'x-api-key': SENT.strangeKey, 'x-api-nonce': SENT.nonce };
    const login = JSON.stringify({ name: 'anna', password: SENT.password, code: '123456' });
    const cookie = { cookie: `__Host-swapdesk=${SENT.cookie}; swapdesk=${SENT.cookie}` };
    const wrong: [string, string, Record<string, string>?, string?][] = [
      ['GET', '/openapi/order/list?page=1', signed('page=1', SENT.signature)],
      ['GET', '/openapi/order/list', strange],
      ['GET', '/metrics', { authorization: `Bearer ${SENT.bearer}` }],
      ['GET', `/metrics/${SENT.path}`, { authorization: `Basic ${SENT.bearer}` }],
      ['GET', `/openapi/order/query?query_code=${SENT.query}`],
      ['GET', `/openapi/${SENT.path}/query?query_code=${SENT.query}`],
      ['POST', `/console/api/session/login`, cookie, login],
      ['GET', `/console/api/overview?token=${SENT.query}`, cookie],
      ['GET', `/console/api/orders/${SENT.path}`, cookie],
      ['POST', '/openapi/order/place', {}, order(WORDS)],
      ['POST', '/openapi/order/place', {}, order(SENT.privateKey)],
      ['POST', '/openapi/order/place', {}, `{"broken": "${SENT.body}`],
      [
        'POST',
        '/openapi/order/resolve',
        {},
        JSON.stringify({ query_code: SENT.body, manage_code: SENT.body }),
      ],
      ['POST', '/openapi/order/place', { 'content-encoding': SENT.body }, SENT.body.repeat(50_000)],
      ['BREW', `/openapi/order/place?x=${SENT.query}`, { host: SENT.path }],
      ['GET', '/openapi/service', { 'x-forwarded-for': SENT.forwarded, forwarded: `for=${SENT.forwarded}` }],
      ['GET', `/openapi/service?${encodeURIComponent(WORDS)}`, { expect: SENT.body }],
    ];
    const answers = await Promise.all(wrong.map((each) => ask(...each)));
    expect(answers.filter((status) => status >= 400 && status < 500).length).toBeGreaterThan(8);
    expect(service.output()).toContain('a request was refused');
    expect(found(service.output(), secrets)).toEqual([]);
  });

  it('fails with secrets in its hands, and logs what failed with the id of the request alone', async () => {
    const { database } = store;
    // As PostgreSQL has it, what is wrong with a row is all of the row.
    await database.query(
      `ALTER TABLE order_entry ADD CONSTRAINT refused CHECK (address <> '${ADDRESS}') NOT VALID`,
    );
    const status = await ask(
      'POST',
      `/openapi/order/place?x=${SENT.query}`,
      { cookie: SENT.cookie },
      order(ADDRESS),
    );
    await database.query('ALTER TABLE order_entry DROP CONSTRAINT refused');
    expect(status).toBe(500);
    await database.query('ALTER TABLE orders RENAME TO orders_away');
    const query = await ask(
      'GET',
      `/openapi/order/query?query_code=${SENT.query}`,
      signed('', SENT.signature),
    );
    await database.query('ALTER TABLE orders_away RENAME TO orders');
    expect([401, 403, 500]).toContain(query);
    const failures = service
      .output()
      .split('\n')
      .filter((line) => line.includes('request failed'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(failures[0]).toMatchObject({ method: 'POST', url: '/openapi/order/place', level: 50 });
    expect(failures[0]?.requestId).toMatch(/^\w+-\w+$/);
    expect(failures[0]?.err).toMatchObject({ constraint: 'refused' });
    expect(service.output()).not.toMatch(/Failing row|"detail"/);
    expect(found(service.output(), { ...secrets, address: ADDRESS })).toEqual([]);
  });

  it('is told in traces, as requests, statements and steps, without any of them', async () => {
    const names = () => new Set(echo.traces.join('').match(/"name":"[^"]+"/g));
    for (const name of ['POST /openapi/order/place', 'store orders', 'GET /openapi/order/query'])
      await expect.poll(names, { timeout: 10_000 }).toContain(`"name":"${name}"`);
    expect(found(echo.traces.join('\n'), { ...secrets, address: ADDRESS })).toEqual([]);
    expect(service.output()).toContain('traces cannot be sent');
    const failure =
      service
        .output()
        .split('\n')
        .find((line) => line.includes('request failed')) ?? '{}';
    const { requestId, traceId } = JSON.parse(failure);
    const ofRequest = () => echo.traces.find((body) => body.includes(requestId)) ?? '';
    await expect.poll(ofRequest, { timeout: 10_000 }).toContain(traceId);
    expect(found(service.output(), secrets)).toEqual([]);
  });

  it('tells how long all of it took', async () => {
    const { hostname, port } = new URL(service.url);
    const headers = { authorization: `Bearer ${GIVEN.metricsToken}` };
    const figures = await (await fetch(`http://${hostname}:${port}/metrics`, { headers })).text();
    for (const series of [
      'swapdesk_request_seconds_count{endpoint="place"}',
      'swapdesk_job_round_seconds_count{job="orders"}',
      'swapdesk_job_round_seconds_count{job="Bitcoin"}',
      'swapdesk_sql_wait_seconds_count',
      'swapdesk_sql_use_seconds_count',
    ])
      expect(Number(figures.split(`${series} `)[1]?.split('\n')[0]), series).toBeGreaterThan(0);
    expect(found(figures, secrets)).toEqual([]);
  });
});

describe('what others say to a service', () => {
  it('is logged without the keys that they were shown, whoever quotes them', async () => {
    const store = await createDeskStore(undefined, 'regtest');
    const config = join(store.folder, 'swapdesk.config.json');
    await writeFile(join(store.folder, 'node'), GIVEN.nodePassword);
    const endpoint = { url: { env: 'NODE_URL' }, headers: { 'x-node': { env: 'NODE_HEADER' } } };
    const Ethereum = { family: 'evm', chainId: 1337, endpoints: [endpoint] };
    const Litecoin = { family: 'bitcoin', endpoint: echo.url, user: 'desk', password: { file: 'node' } };
    await writeFile(config, JSON.stringify({ network: 'regtest', chains: { Ethereum, Litecoin } }));
    const env = {
      ...store.env,
      SWAPDESK_CONFIG: config,
      SWAPDESK_LOG_LEVEL: 'trace',
      SWAPDESK_PORT: '0',
      NODE_URL: `${echo.url}/v3/${GIVEN.nodeKey}`,
      NODE_HEADER: GIVEN.nodeHeader,
    };
    const secrets = { ...GIVEN, passphrase: PASSPHRASE };
    try {
      // It cannot begin to follow them, and says why.
      const { code, output } = await runCommand(['start'], env);
      expect(code).toBe(1);
      expect(output).toMatch(/not with \/v3\/\(hidden\)/);
      expect(found(output, secrets)).toEqual([]);
      const doctor = await runHere(['doctor'], env);
      expect(doctor.output).toMatch(/not with \/v3\/\(hidden\)/);
      expect(found(doctor.output, secrets)).toEqual([]);
    } finally {
      await store.drop();
    }
  });

  it('is logged by a signer without the keys that it has, or what it was told', async () => {
    const store = await createDeskStore(undefined, 'regtest');
    const Litecoin = { family: 'bitcoin', endpoint: echo.url, user: 'desk', password: GIVEN.nodePassword };
    const signer = { socket: 'signer/signer.sock' };
    const config = { network: 'regtest', chains: { Litecoin }, signer };
    await writeFile(join(store.folder, 'swapdesk.config.json'), JSON.stringify(config));
    const { SWAPDESK_PASSPHRASE: _, ...env } = store.env;
    const running = await startSigner(store.folder, { ...env, SWAPDESK_LOG_LEVEL: 'trace' }, {});
    try {
      const ask = (path: string, body: string) =>
        new Promise<number>((resolve) => {
          const socketPath = join(store.folder, 'signer/signer.sock');
          const headers = { authorization: `Bearer ${SENT.bearer}`, 'content-type': 'application/json' };
          const asking = httpRequest({ socketPath, path, method: 'POST', headers }, (answer) => {
            answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
          });
          asking.on('error', () => resolve(0)).end(body);
        });
      const plan = { chainId: 1, purpose: SENT.body, words: WORDS, key: SENT.privateKey };
      const answers = await Promise.all([
        ask('/sign', JSON.stringify(plan)),
        ask('/sign', `{"broken": "${SENT.body}`),
        ask(`/${SENT.path}?q=${SENT.query}`, WORDS),
      ]);
      expect(answers.every((status) => status >= 400)).toBe(true);
      expect(found(running.output(), { ...GIVEN, ...SENT, words: WORDS, passphrase: PASSPHRASE })).toEqual(
        [],
      );
    } finally {
      await running.kill();
      await store.drop();
    }
  });
});
