import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../support/database.ts';
import { createDeskStore, type DeskStore, wantFewAddresses } from '../../support/desk-store.ts';
import { type RunningService, runCommand, startService } from '../../support/service.ts';
import { few, IS_LONG, volume } from '../../support/volume.ts';
import { usersOf } from './support/postgres.ts';
import { placement } from './support/samples.ts';
import { get, post, within } from './support/target.ts';

const PROGRAM = fileURLToPath(new URL('../../../packages/service/bin/swapdesk.mjs', import.meta.url));
const PLACE = '/openapi/order/place';
/** Of several kinds of address: a first start has few of each. */
const ASSETS_OF_LOAD = ['TRON/TRX', 'Ethereum/ETH', 'Solana/SOL', 'Bitcoin/BTC'];

let store: DeskStore;
let folder: string;
let env: Record<string, string>;
/** An order that must survive every failed start. */
let no: string;

beforeAll(async () => {
  store = await createDeskStore(2);
  folder = await mkdtemp(join(tmpdir(), 'swapdesk-start-'));
  env = store.env;
  const service = await startService(env);
  no = (await post(service.url, PLACE, placement())).json.data.no;
  await service.stop();
});
afterAll(async () => {
  await store.drop();
  await rm(folder, { recursive: true });
});

interface Failed {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

async function startAndFail(more: Record<string, string>, command = 'start'): Promise<Failed> {
  const child = spawn(process.execPath, [PROGRAM, command], {
    env: { ...process.env, SWAPDESK_PORT: '0', SWAPDESK_WORKERS: '1', ...env, ...more },
  });
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    said.stdout += chunk;
    // It was not to start; then it is not to stay either.
    if (said.stdout.includes('/openapi')) child.kill('SIGINT');
  });
  child.stderr.on('data', (chunk) => {
    said.stderr += chunk;
  });
  const [code] = await once(child, 'close');
  return { code: code as number | null, ...said };
}

/** One clear line, exit code 1, nothing served. */
function expectOneLine({ code, stdout, stderr }: Failed, words: RegExp): void {
  const lines = stderr.trim().split('\n');
  expect({ code, stdout, lines: lines.length > 1 ? lines : 1 }).toEqual({ code: 1, stdout: '', lines: 1 });
  expect(stderr).toMatch(words);
  expect(stderr).not.toMatch(/^\s+at |node:internal|\.js:\d|undefined|\[object/m);
}

describe('one clear line and exit code 1', () => {
  test('for a port that is taken', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    expectOneLine(await startAndFail({ SWAPDESK_PORT: String(port) }), new RegExp(`${port}`));
    server.close();
  });

  test.each(
    few(1, [
      ['too large', { SWAPDESK_PORT: '65536' }, /SWAPDESK_PORT/],
      ['text', { SWAPDESK_PORT: 'http' }, /SWAPDESK_PORT/],
    ] as const),
  )('for a port that is %s', async (_name, more, words) => {
    expectOneLine(await startAndFail(more), words);
  });

  // `http/listen.test.ts` has each of them, without a process around it.
  test.each(
    few(1, [
      ['a host that others can reach', { SWAPDESK_HOST: '0.0.0.0' }],
      ['a public URL', { SWAPDESK_PUBLIC_URL: 'https://swap.example' }],
      ['a proxy', { SWAPDESK_TRUST_PROXY: '127.0.0.1' }],
    ] as const),
  )('for %s, in open mode', async (_name, more) => {
    expectOneLine(await startAndFail(more), /API key.*npx swapdesk key create/);
  });

  test.runIf(IS_LONG)('for a public URL that is none', async () => {
    expectOneLine(await startAndFail({ SWAPDESK_PUBLIC_URL: 'swap.example' }), /SWAPDESK_PUBLIC_URL/);
  });

  test.runIf(IS_LONG)('for a host that is no address of this machine', async () => {
    expectOneLine(await startAndFail({ SWAPDESK_HOST: '127.0.0.999' }), /SWAPDESK_HOST/);
  });

  const elsewhere = (change: (url: URL) => void) => {
    // A URL with its host in the query is nothing that URL can edit: rebuild it over TCP-less parts.
    const url = new URL(store.url.replace('@/', '@localhost/'));
    change(url);
    return url.href.replace('@localhost/', '@/');
  };
  const urls: readonly [string, () => string, RegExp][] = [
    ['nobody listens at', () => 'postgresql://u:p@127.0.0.1:1/x', /database cannot be reached/i],
    [
      'has a wrong password',
      () => elsewhere((url) => (url.password = 'wrong')),
      /password authentication failed/,
    ],
    ['is no URL', () => 'not a url', /database|SWAPDESK_DATABASE_URL/i],
    ['has an unknown host', () => 'postgresql://u:p@no-such-host.invalid/x', /database cannot be reached/i],
    [
      'names no database of the server',
      () => elsewhere((url) => (url.pathname = '/nothing_here')),
      /nothing_here/,
    ],
    ['is badly encoded', () => 'postgresql://u:%ZZ@localhost/x', /database|SWAPDESK_DATABASE_URL/i],
    ['is of another kind', () => 'mysql://u:p@127.0.0.1:1/x', /database|SWAPDESK_DATABASE_URL/i],
  ];
  test.each(few(2, urls))('for a database URL that %s', async (_name, url, words) => {
    expectOneLine(await startAndFail({ SWAPDESK_DATABASE_URL: url() }), words);
  });

  test.runIf(IS_LONG)('for a database whose user may not create tables', async () => {
    const bare = await createTestDatabase(1);
    await bare.database.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    await bare.database.query(`CREATE ROLE attack_guest LOGIN PASSWORD 'guest'`);
    const url = bare.url.replace(/\/\/[^@]+@/, '//attack_guest:guest@');
    expectOneLine(await startAndFail({ SWAPDESK_DATABASE_URL: url }), /permission denied|no schema/);
    await bare.database.query('DROP OWNED BY attack_guest; DROP ROLE attack_guest');
    await bare.drop();
  });

  test('for a database that a newer Swapdesk has used', async () => {
    await store.database.query(`INSERT INTO migration (name) VALUES ('9999_from_the_future.sql')`);
    expectOneLine(await startAndFail({}), /newer.*9999_from_the_future/);
    if (IS_LONG) expectOneLine(await startAndFail({}, 'api'), /newer/);
    await store.database.query(`DELETE FROM migration WHERE name LIKE '9999%'`);
  });

  test.runIf(IS_LONG)('for a database from before the first release', async () => {
    await store.database.query(`INSERT INTO migration (name) VALUES ('0001_catalogue.sql')`);
    expectOneLine(await startAndFail({}), /before the first release.*0001_catalogue/);
    await store.database.query(`DELETE FROM migration WHERE name = '0001_catalogue.sql'`);
  });

  test('for a wrong passphrase, an empty one, and two at once', async () => {
    expectOneLine(await startAndFail({ SWAPDESK_PASSPHRASE: 'wrong' }), /passphrase/i);
    expectOneLine(await startAndFail({ SWAPDESK_PASSPHRASE: '' }), /SWAPDESK_PASSPHRASE/);
    expectOneLine(await startAndFail({ SWAPDESK_PASSPHRASE_FILE: '/x' }), /SWAPDESK_PASSPHRASE/);
  });

  test.runIf(IS_LONG)('for prices that cannot be read', async () => {
    const file = join(folder, 'prices.json');
    for (const [text, words] of few(1, [
      ['{"BTC": -1}', /BTC/],
      ['{', /price/i],
    ] as const)) {
      await writeFile(file, text);
      expectOneLine(await startAndFail({ SWAPDESK_PRICES_FILE: file }), words);
    }
    expectOneLine(await startAndFail({ SWAPDESK_PRICES_FILE: join(folder, 'none') }), /SWAPDESK_PRICES_FILE/);
  });

  test.runIf(IS_LONG)('for settings of the environment that do not exist', async () => {
    for (const [name, value] of few(1, [
      ['SWAPDESK_LOG_LEVEL', 'loud'],
      ['SWAPDESK_NETWORK', 'main'],
    ] as const))
      expectOneLine(await startAndFail({ [name]: value }), new RegExp(name));
  });

  test.runIf(IS_LONG)('for a command that asks for what a column cannot hold', async () => {
    for (const args of few(1, [
      ['asset', 'set', 'Bitcoin', 'BTC', '--max', '1e90'],
      ['asset', 'set', 'Bitcoin', 'BTC', '--float-fee', '60%'],
      ['account', 'set', 'anonymous', '--fixed-fee', '99%'],
    ])) {
      const { code, output } = await runCommand(args, env);
      expect({ args, code, lines: output.trim().split('\n').length }).toEqual({ args, code: 1, lines: 1 });
    }
  });

  test('and after all of it a right start serves what was there', async () => {
    const service = await startService(env);
    const { json } = await get(service.url, '/openapi/order/list');
    expect([json.total, json.data[0].no]).toEqual([1, no]);
    expect((await post(service.url, PLACE, placement())).json.code).toBe(0);
    expect(await service.stop()).toBe(0);
  });
});

// What a start has to do with its folder is tested in `store/embedded` and by a first start.
describe.runIf(IS_LONG)('with the embedded database', () => {
  let dataDir: string;
  let embedded: Record<string, string>;
  let service: RunningService;
  let placed: string;

  beforeAll(async () => {
    dataDir = join(folder, 'embedded');
    await chmod(folder, 0o755);
    embedded = { SWAPDESK_DATA_DIR: dataDir };
    await wantFewAddresses(dataDir);
    service = await startService(embedded);
    placed = (await post(service.url, PLACE, placement())).json.data.no;
  });

  /** Runs on the embedded database: without the URL that the other tests have. */
  async function embeddedFails(more: Record<string, string>): Promise<Failed> {
    const { SWAPDESK_DATABASE_URL, ...others } = env;
    const kept = env;
    env = { ...others, ...embedded };
    try {
      return await startAndFail(more);
    } finally {
      env = kept;
    }
  }

  /** The exit code after Ctrl-C, or a text if it takes longer; then it is killed. */
  async function stopsWithin(limitMs: number): Promise<number | null | string> {
    const timer = new AbortController();
    const late = delay(limitMs, `still running ${limitMs} ms after Ctrl-C`, { signal: timer.signal }).catch(
      () => null,
    );
    const outcome = await Promise.race([service.stop(), late]);
    timer.abort();
    if (typeof outcome === 'string') await service.kill();
    return outcome;
  }

  test('a data folder in use is refused, and whoever uses it is not disturbed', async () => {
    expectOneLine(await embeddedFails({}), /in use/);
    expect((await post(service.url, PLACE, placement())).json.code).toBe(0);
  });

  test.runIf(IS_LONG)('a data folder that is below a file, or cannot be written, is refused', async () => {
    await writeFile(join(folder, 'file'), '');
    expectOneLine(
      await embeddedFails({ SWAPDESK_DATA_DIR: join(folder, 'file/below') }),
      /SWAPDESK_DATA_DIR/,
    );
    // Not even root can write here.
    expectOneLine(await embeddedFails({ SWAPDESK_DATA_DIR: '/sys/kernel/swapdesk' }), /SWAPDESK_DATA_DIR/);
  });

  test.runIf(IS_LONG)(
    'Ctrl-C under load ends it cleanly: every answer is an envelope, every acknowledged order stays',
    async () => {
      const acknowledged: string[] = [];
      const faults: string[] = [];
      let enough = () => {};
      const warm = new Promise<void>((resolve) => {
        enough = resolve;
      });
      const hammer = async () => {
        for (;;) {
          let response: Response;
          try {
            response = await fetch(service.url + PLACE, {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify(placement(ASSETS_OF_LOAD[acknowledged.length % ASSETS_OF_LOAD.length])),
            });
          } catch {
            return; // The connection is refused: it has stopped.
          }
          const text = await response.text().catch(() => null);
          if (text === null) return;
          const { code, msg, data } = JSON.parse(text);
          if (typeof code !== 'number' || typeof msg !== 'string') faults.push(`${response.status} ${text}`);
          if (code === 0) acknowledged.push(data.no);
          if (acknowledged.length > 60) enough();
        }
      };
      const load = Promise.all(Array.from({ length: 8 }, hammer));
      await warm;
      // The clients keep their connections open, as they do: that must not keep it from stopping.
      expect(await stopsWithin(10_000)).toBe(0);
      await load;
      expect(faults.slice(0, 3)).toEqual([]);
      expect(usersOf(dataDir)).toEqual([]);

      service = await startService(embedded);
      const { json } = await get(service.url, '/openapi/order/list?page_size=100');
      expect(json.total).toBeGreaterThanOrEqual(acknowledged.length + 1);
      const first = await get(service.url, '/openapi/order/list?direction=ASC');
      expect(first.json.data[0].no).toBe(placed);
      const stored = new Set<string>();
      for (let page = 1; stored.size < json.total; page++) {
        const { data } = (await get(service.url, `/openapi/order/list?page_size=100&page=${page}`)).json;
        for (const order of data) stored.add(order.no);
      }
      expect(acknowledged.filter((each) => !stored.has(each))).toEqual([]);
    },
  );

  test('Ctrl-C while the address pool is being filled does not wait for the whole of it', async () => {
    if (service.process.exitCode !== null || service.process.signalCode !== null)
      service = await startService(embedded);
    const { code } = await runCommand(['setting', 'set', 'address_pool_target', '50000'], embedded);
    expect(code).toBe(0);
    // The filler looks once a second; nothing on the wire tells that it has begun.
    await delay(2_500);
    expect(await stopsWithin(10_000)).toBe(0);
  });

  test('Ctrl-C at any moment of the start leaves no process behind, and the next start works', async () => {
    if (service.process.exitCode === null && service.process.signalCode === null) await service.stop();
    await runCommand(['setting', 'set', 'address_pool_target', '250'], embedded);
    for (const pid of usersOf(dataDir)) process.kill(pid, 'SIGINT');
    await within(20_000, async () => usersOf(dataDir).length === 0);
    for (const afterMs of [100, 700, 0, 300, 50, 200, 500, 900].slice(0, volume(1, 8))) {
      const child = spawn(process.execPath, [PROGRAM, 'start'], {
        env: { ...process.env, ...embedded, SWAPDESK_PORT: '0', SWAPDESK_WORKERS: '1' },
      });
      // Its database runs, and it is somewhere between that and serving: there is no event for the moments after.
      await within(30_000, async () => usersOf(dataDir).length > 0);
      await delay(afterMs);
      child.kill('SIGINT');
      await once(child, 'exit');
      expect({ afterMs, left: usersOf(dataDir).length }).toEqual({ afterMs, left: 0 });
    }
    service = await startService(embedded);
    const { json } = await get(service.url, '/openapi/order/list?direction=ASC');
    expect(json.data[0].no).toBe(placed);
    await service.stop();
  });

  afterAll(async () => {
    if (service.process.exitCode === null && service.process.signalCode === null) await service.stop();
    // Whatever a failed test has left: only processes on our own folder.
    for (const pid of usersOf(dataDir)) process.kill(pid, 'SIGKILL');
  });
});
