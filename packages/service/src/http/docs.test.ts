import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NO_PROXIES } from '../access/proxies.ts';
import { siteOf } from '../site/site.ts';
import { docRoutes } from './docs.ts';
import { fileRoutes, loadFiles } from './pages.ts';
import { OFFER } from './reference/testing/offer.ts';
import { type Got, type ServedRoutes, serveRoutes } from './testing/serve-routes.ts';

const MOST_PAGE_BYTES = 40_000;
const MOST_FILES_BYTES = 20_000;

let site = siteOf({}, {});
let server: ServedRoutes;
let get: ServedRoutes['get'];

beforeAll(async () => {
  const files = await loadFiles();
  const routes = docRoutes({
    files,
    proxies: NO_PROXIES,
    publicUrl: () => 'https://swap.example',
    offer: () => OFFER,
    site: () => site,
  });
  server = await serveRoutes([...routes, ...fileRoutes(files)]);
  ({ get } = server);
});

afterAll(() => server.close());

/** The scripts and styles that a page loads. */
function filesOf({ body }: Got): string[] {
  return Array.from(
    body.matchAll(/<(?:script[^>]* src|link rel="stylesheet"[^>]* href)="([^"]+)"/g),
    ([, path]) => path as string,
  );
}

describe('the reference', () => {
  it.each(['/docs', '/docs/', '/DOCS'])(
    'is one page at %s, under the policy of the other pages',
    async (path) => {
      const { status, headers, body } = await get(path);
      expect(status).toBe(200);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(headers['content-security-policy']).toMatch(
        /^default-src 'none'; script-src 'self'; style-src 'self';/,
      );
      expect(body).not.toMatch(/<style|<script(?![^>]*\bsrc=)|\son\w+="|\sstyle="/);
      expect(body).not.toMatch(/(src|href)="(https?:)?\/\//);
      expect(body).toContain('<a class="shell-logo" href="/">');
    },
  );

  it('says whose it is', async () => {
    expect((await get('/docs')).body).toContain('<title>API reference - Swapdesk</title>');
    const before = site;
    site = siteOf({ name: 'Harbour & Sons', colours: { light: '#0b4fd0', dark: '#8ab4ff' } }, {});
    const { body } = await get('/docs');
    site = before;
    expect(body).toContain('<title>API reference - Harbour &amp; Sons</title>');
    expect(body.match(/Harbour &amp; Sons/g)).toHaveLength(3);
    expect(body).toMatch(/<link rel="stylesheet" href="\/site\.css\?v=[\w-]+" \/><\/head>/);
    expect((await get('/docs')).body).not.toContain('Harbour');
  });

  it('is small, and its files are, and these never change under their names', async () => {
    const page = await get('/docs', { 'accept-encoding': 'br' });
    expect(page.raw.length).toBeLessThan(MOST_PAGE_BYTES);
    const paths = filesOf(await get('/docs'));
    expect(paths.length).toBeGreaterThan(2);
    const files = await Promise.all(paths.map((path) => get(path, { 'accept-encoding': 'br' })));
    expect(files.map(({ status }) => status)).toEqual(paths.map(() => 200));
    expect(files.reduce((sum, { raw }) => sum + raw.length, 0)).toBeLessThan(MOST_FILES_BYTES);
    const hashed = files.filter((_, n) => paths[n]?.startsWith('/assets/'));
    expect(hashed.length).toBe(2);
    for (const { headers } of hashed) expect(headers['cache-control']).toContain('immutable');
  });

  it.each(['/docs', '/openapi.json'])(
    '%s comes compressed to those who can read that, and says the same',
    async (path) => {
      const plain = (await get(path)).raw;
      const brotli = await get(path, { 'accept-encoding': 'gzip, deflate, br' });
      expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
      expect(brotliDecompressSync(brotli.raw).equals(plain)).toBe(true);
      const gzipped = await get(path, { 'accept-encoding': 'gzip' });
      expect(gzipped.headers['content-encoding']).toBe('gzip');
      expect(gunzipSync(gzipped.raw).equals(plain)).toBe(true);
    },
  );

  it.each(['/docs', '/openapi.json'])('%s is not sent again to those who have it', async (path) => {
    const { headers } = await get(path);
    expect(headers['cache-control']).toBe('no-cache');
    const again = await get(path, { 'if-none-match': headers.etag as string });
    expect([again.status, again.body]).toEqual([304, '']);
  });

  it('names the host that it was asked for under', async () => {
    expect((await get('/docs', { host: 'desk.example:8443' })).body).toContain('http://desk.example:8443');
    expect((await get('/docs', { host: '[::1]:8080' })).body).toContain('http://[::1]:8080');
    expect((await get('/docs', { host: 'swap.example' })).body).toContain('https://swap.example<');
  });

  it('shows nothing of a host that is none, but the public address', async () => {
    const { status, body } = await get('/docs', { host: 'a"><script>alert(1)</script>' });
    expect(body).not.toContain('alert(1)');
    if (status === 200) expect(body).toContain('https://swap.example');
  });

  it('holds on to few hosts, whoever names how many, and answers each with its own', async () => {
    for (let n = 0; n < 30; n++)
      expect((await get('/docs', { host: `host-${n}.example` })).body).toContain(`http://host-${n}.example<`);
    expect((await get('/docs', { host: 'host-0.example' })).body).toContain('http://host-0.example<');
  });

  it('has nothing beside it', async () => {
    expect((await get('/docs/nothing')).status).toBe(404);
    expect((await get('/docs.html')).status).toBe(404);
  });
});

it('describes the interface at /openapi.json', async () => {
  const { body, headers } = await get('/openapi.json');
  expect(JSON.parse(body)).toMatchObject({
    openapi: '3.1.0',
    info: { title: expect.stringContaining('Swapdesk') },
  });
  expect(headers['content-security-policy']).toContain("default-src 'none'");
});
