import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SwapdeskClient } from '../packages/client/src/client.ts';
import { packClient } from '../scripts/pack-client.mjs';
import { createDeskStore, type DeskStore } from './support/desk-store.ts';
import { runHere } from './support/run-here.ts';
import { type RunningService, startService } from './support/service.ts';
import { IS_LONG } from './support/volume.ts';
import { launchChromium, whyNoChromium } from './web/src/support/chromium.ts';

/** What integrators get: the packed client, installed in an empty project without a network, in Node and in a browser. */

type Swapdesk = typeof import('../packages/client/src/index.ts');

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const CLIENT = join(ROOT, 'packages/client');
const LARGEST_BYTES = 10_000;
const run = promisify(execFile);
const NO_CHROMIUM = await whyNoChromium();

let project: string;
let store: DeskStore;
let service: RunningService;
let key: Record<'SWAPDESK_KEY' | 'SWAPDESK_SECRET', string>;
beforeAll(async () => {
  await packClient();
  [project, store] = await Promise.all([mkdtemp(join(tmpdir(), 'swapdesk-shop-')), createDeskStore()]);
  const { output } = await runHere(['key', 'create', '--account', 'shop'], { ...store.env });
  const field = (name: string) => new RegExp(`^${name} +(\\S+)$`, 'm').exec(output)?.[1] ?? '';
  key = { SWAPDESK_KEY: field('key'), SWAPDESK_SECRET: field('secret') };
  [service] = await Promise.all([startService(store.env), install()]);
});
afterAll(async () => {
  await service?.stop();
  await store?.drop();
  await rm(project, { recursive: true, force: true });
});

/** Packs the client, and installs it where nothing is: from the file alone, with an empty cache. */
async function install(): Promise<void> {
  await run('npm', ['pack', '--pack-destination', project], { cwd: CLIENT });
  const [packed = ''] = await readdir(project);
  await writeFile(join(project, 'package.json'), '{ "private": true, "type": "module" }');
  const cache = join(project, '.cache');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--cache', cache, `./${packed}`], {
    cwd: project,
  });
}

/** The examples of the README that are for Node, or for a page, with this service in the place of the newcomer's. */
async function examples(place: '' | ' in a page'): Promise<string[]> {
  const readme = await readFile(join(CLIENT, 'README.md'), 'utf8');
  return Array.from(readme.matchAll(/```js(.*)\n([\s\S]*?)```/g))
    .filter(([, fence]) => fence === place)
    .map(([, , code = '']) => code.replaceAll('http://127.0.0.1:8080', service.url));
}

const installed = (path = '') => join(project, 'node_modules/@swapdesk/client', path);
const read = (path: string) => readFile(installed(path), 'utf8');

it('is one small file that needs nothing, with its types', async () => {
  const bundle = await read('dist/package/index.js');
  expect(gzipSync(bundle).length).toBeLessThan(LARGEST_BYTES);
  expect(bundle).not.toMatch(
    /^\s*(import|export) .*from |\bimport\(|\brequire\(|\bnode:|\bprocess\.|\bBuffer\b/m,
  );
  expect(await readdir(join(project, 'node_modules/@swapdesk'))).toEqual(['client']);
  expect(await readdir(installed())).toEqual(
    expect.arrayContaining(['LICENSE', 'README.md', 'dist', 'package.json']),
  );
  const files = await readdir(installed('dist/package'), { recursive: true, withFileTypes: true });
  const names = files.filter((file) => file.isFile()).map(({ name }) => name);
  expect(names.filter((name) => !name.endsWith('.d.ts'))).toEqual(['index.js']);
  const imports = files
    .filter((file) => file.isFile() && file.name.endsWith('.d.ts'))
    .map(async ({ parentPath, name }) =>
      (await readFile(join(parentPath, name), 'utf8')).matchAll(/from '(.*?)'/g),
    );
  const named = (await Promise.all(imports)).flatMap((found) => Array.from(found, ([, to]) => to));
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((to) => !/^\.{1,2}\/.*\.js$/.test(to ?? ''))).toEqual([]);
});

it('does what its README shows, in Node', async () => {
  const codes = await examples('');
  expect(codes.length).toBeGreaterThan(3);
  const printed: string[] = [];
  for (const [n, code] of codes.entries()) {
    await writeFile(join(project, `example-${n}.mjs`), code);
    const env = { ...process.env, ...key };
    printed.push((await run(process.execPath, [`example-${n}.mjs`], { cwd: project, env })).stdout);
  }
  expect(printed[0]).toMatch(/^0.05 BTC are [\d.]+ ETH\nSend 0.05 BTC to \S+\n1 \S+/);
  expect(printed[0]).toMatch(/ order.status 4\n$/);
  expect(printed[1]).toMatch(/^between [\d.]+ and [\d.]+\n$/);
  expect(printed[2]).toMatch(/^\d+ \[[\s\S]*\n0\n$/);
  expect(printed[3]).toBe('400\n');
});

it.runIf(IS_LONG)(
  'has types that hold by themselves, in a page and in Node, of its examples too',
  async () => {
    const modules = join(project, 'node_modules/@types');
    await mkdir(modules, { recursive: true });
    await symlink(join(ROOT, 'node_modules/@types/node'), join(modules, 'node'));
    await symlink(join(ROOT, 'node_modules/undici-types'), join(project, 'node_modules/undici-types'));
    await writeFile(join(project, 'types.ts'), TYPES);
    const codes = [...(await examples('')), ...(await examples(' in a page'))];
    const files = codes.map((_, n) => `typed-${n}.mjs`);
    await Promise.all(codes.map((code, n) => writeFile(join(project, `typed-${n}.mjs`), code)));
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    const check = (...args: string[]) =>
      run(process.execPath, [tsc, '--noEmit', '--target', 'es2023', ...args], { cwd: project }).then(
        () => '',
        ({ stdout }: { stdout: string }) => stdout,
      );
    const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
    const page = [
      '--module',
      'esnext',
      '--moduleResolution',
      'bundler',
      '--lib',
      'es2023,dom',
      '--types',
      '',
    ];
    expect(await check(...strict, ...page, 'types.ts')).toBe('');
    const node = ['--module', 'nodenext', '--lib', 'es2023', '--types', 'node', '--skipLibCheck'];
    expect(await check(...strict, ...node, 'types.ts')).toBe('');
    expect(await check(...node, '--allowJs', '--checkJs', ...files)).toBe('');
  },
);

/** What a reader of the types can rely on. */
const TYPES = `
import { type Message, type OrderEvent, SwapdeskClient, SwapdeskError } from '@swapdesk/client';
const desk = new SwapdeskClient({ url: 'http://127.0.0.1:8080' });
const to_address = [{ to_chain: 'Ethereum', to_abbr: 'ETH' }];
const source = { exchange_mode: 'float', from_chain: 'Bitcoin', from_abbr: 'BTC' } as const;
const quote = await desk.calculate({ ...source, from_quantity: 5n, to_address });
export const texts: string[] = [quote.min_from_quantity, quote.to[0]?.to_quantity ?? ''];
export const status: number = (await desk.query('x')).status;
// @ts-expect-error: an order needs an address
desk.place({ ...source, from_quantity: '1', to_address });
// @ts-expect-error: there is no such mode
desk.calculate({ ...source, exchange_mode: 'fixd', from_quantity: '1', to_address });
export function limitsOf(error: unknown): string | null {
  if (!(error instanceof SwapdeskError)) return null;
  const message: Message = error.message;
  // @ts-expect-error: there is no such message
  error.is('no such message');
  return error.is('from quantity too small') ? error.limits.min_from_quantity : message;
}
export async function follow(): Promise<OrderEvent | undefined> {
  for await (const event of desk.events('x')) return event;
  return undefined;
}
`;

it.skipIf(NO_CHROMIUM !== null || !IS_LONG)(
  `runs in a browser, in the page of another site${NO_CHROMIUM === null ? '' : ` (skipped: ${NO_CHROMIUM})`}`,
  async () => {
    const [example = ''] = await examples(' in a page');
    const [site, browser] = await Promise.all([openSite(example), launchChromium()]);
    try {
      const page = await browser.newPage();
      const said: string[] = [];
      page.on('console', (message) => said.push(message.text()));
      page.on('pageerror', (error) => said.push(String(error)));
      await page.goto(`http://localhost:${(site.address() as AddressInfo).port}`);
      await page.waitForFunction('globalThis.swapdesk !== undefined');
      expect(said).toEqual([expect.stringMatching(/^\d+ [\d.]+$/)]);

      const queryCode = await page.evaluate(placeInPage, service.url);
      await new SwapdeskClient({ url: service.url, ...signer() }).testnet.pay({ query_code: queryCode });
      const seen = await page.evaluate(followInPage, [service.url, queryCode] as const);
      expect(seen).toEqual({
        odr_volume: '0.05',
        status: 4,
        refused: 'order not found',
        forged: 'WebhookError',
      });
    } finally {
      await browser.close();
      site.close();
    }
  },
);

const signer = () => ({ key: key.SWAPDESK_KEY, secret: key.SWAPDESK_SECRET });

/** Another site, whose page runs an example and keeps the client for whoever looks on. */
async function openSite(example: string): Promise<Server> {
  const imports = { imports: { '@swapdesk/client': '/client.js' } };
  const page = `<!doctype html><title>Shop</title><link rel="icon" href="data:,">
    <script type="importmap">${JSON.stringify(imports)}</script>
    <script type="module">${example}; globalThis.swapdesk = await import('@swapdesk/client');</script>`;
  const site = createServer((request, response) => {
    const isClient = request.url === '/client.js';
    response.setHeader('content-type', isClient ? 'text/javascript' : 'text/html; charset=utf-8');
    if (isClient) createReadStream(installed('dist/package/index.js')).pipe(response);
    else response.end(page);
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  return site;
}

/** Both run in the page. */
async function placeInPage(url: string): Promise<string> {
  const { swapdesk } = globalThis as unknown as { swapdesk: Swapdesk };
  const desk = new swapdesk.SwapdeskClient({ url });
  const swap = {
    exchange_mode: 'fixed',
    from_chain: 'Bitcoin',
    from_abbr: 'BTC',
    from_quantity: '0.05',
  } as const;
  const to_address = [
    { to_chain: 'Ethereum', to_abbr: 'ETH', to_address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045' },
  ];
  const { calc_id } = await desk.calculate({ ...swap, to_address });
  return (await desk.place({ ...swap, to_address, calc_id })).query_code;
}

async function followInPage([url, queryCode]: readonly [string, string]): Promise<Record<string, unknown>> {
  const { swapdesk } = globalThis as unknown as { swapdesk: Swapdesk };
  const desk = new swapdesk.SwapdeskClient({ url });
  for await (const { status } of desk.events(queryCode))
    if (status === swapdesk.ORDER_STATUS.completed) break;
  const { odr_volume, status } = await desk.query(queryCode);
  const refused = await desk.query('AAAA-AAAA-AAAA').catch((error: Error) => error.message);
  const sent = { 'webhook-id': 'a', 'webhook-timestamp': `${Math.floor(Date.now() / 1_000)}` };
  const headers = { ...sent, 'webhook-signature': 'v1,AAAA' };
  const forged = await swapdesk.verifyWebhook('whsec_AAAA', '{}', headers).catch(({ name }: Error) => name);
  return { odr_volume, status, refused, forged };
}
