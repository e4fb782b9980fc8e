import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { siteOf } from '../site/site.ts';
import { consolePageRoutes, fileRoutes, loadFiles, nowherePage, pageRoutes, widgetRoutes } from './pages.ts';
import { sitePages } from './site-routes.ts';
import { type ServedRoutes, serveRoutes } from './testing/serve-routes.ts';

let server: ServedRoutes;
let pageNow: ReturnType<typeof sitePages>;
beforeAll(async () => {
  const files = await loadFiles();
  const page = sitePages(files, { site: () => siteOf({}, {}), publicUrl: () => '', testNetworks: new Map() });
  pageNow = page;
  const widget = widgetRoutes(page, ['https://shop.example', 'http://localhost:3000']);
  const routes = [...fileRoutes(files), ...pageRoutes(page), ...widget, ...consolePageRoutes(files, false)];
  server = await serveRoutes(routes, { nowhere: nowherePage(page) });
});
afterAll(() => server.close());

/** What browsers send with what somebody has typed or clicked. */
const READER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

const get = (path: string, headers: Record<string, string> = {}) => server.get(path, headers);

describe('the pages', () => {
  it.each(['/', '/orders', '/find', '/order/ABCD-EFGH-JKLM', '/console', '/console/orders'])(
    '%s is one',
    async (url) => {
      const { status, headers, body } = await get(url);
      expect(status).toBe(200);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(body).toMatch(/<title>[^<]*Swapdesk/);
    },
  );

  it.each(['/widget', '/widget/ABCD-EFGH-JKLM'])(
    '%s may be shown by the pages that are listed',
    async (url) => {
      const { status, headers, body } = await get(url);
      expect(status).toBe(200);
      expect(body).toBe((await get('/')).body);
      expect(headers['content-security-policy']).toBe(
        String((await get('/')).headers['content-security-policy']).replace(
          "frame-ancestors 'none'",
          'frame-ancestors https://shop.example http://localhost:3000',
        ),
      );
      expect(headers['x-robots-tag']).toContain('noindex');
    },
  );

  it('are shown in no frame, but for the widget and the console’s preview', async () => {
    const refusing = async (url: string) =>
      String((await get(url)).headers['content-security-policy']).includes("frame-ancestors 'none'");
    const others = ['/', '/orders', '/find', '/request', '/order/ABCD-EFGH-JKLM', '/console', '/widget.js'];
    expect(await Promise.all(others.map(refusing))).toEqual(others.map(() => true));
    const server = await serveRoutes(widgetRoutes(pageNow, []));
    const { headers } = await server.get('/widget');
    await server.close();
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });

  it('of others load the script of the widget, whatever policies they have, and need not ask for it each time', async () => {
    const { status, headers } = await get('/widget.js');
    expect({ status, ...headers }).toMatchObject({
      status: 200,
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=3600',
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
    });
  });

  it('have a picture whose type says how it is written', async () => {
    expect((await get('/favicon.svg')).headers['content-type']).toBe('image/svg+xml; charset=utf-8');
  });

  it('may run their own files alone, and talk to us alone', async () => {
    const policy = String((await get('/')).headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    expect(policy).not.toMatch(/https?:/);
  });

  it('name no other host and hold no script or style of their own', async () => {
    for (const url of ['/', '/console']) {
      const { body } = await get(url);
      expect(body).not.toMatch(/(src|href)="(https?:)?\/\//);
      expect(body).not.toMatch(/<style|<script(?![^>]*\bsrc=)|\son\w+=|\sstyle=/);
    }
  });

  it('load scripts that never change under their names, and are themselves asked for anew', async () => {
    const page = await get('/');
    expect(page.headers['cache-control']).toBe('no-cache');
    const script = /<script type="module"[^>]* src="([^"]+)"/.exec(page.body)?.[1] as string;
    const { status, headers } = await get(script);
    expect(status).toBe(200);
    expect(headers['cache-control']).toContain('immutable');
    expect(headers['content-type']).toContain('javascript');
  });

  it('come compressed to those who can read that, and say the same', async () => {
    const plain = (await get('/')).raw;
    const brotli = await get('/', { 'accept-encoding': 'gzip, deflate, br' });
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(brotli.raw)).toEqual(plain);
    const gzipped = await get('/', { 'accept-encoding': 'gzip;q=1.0' });
    expect(gzipped.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzipped.raw)).toEqual(plain);
  });

  it('are not sent again to those who have them', async () => {
    const { headers } = await get('/');
    const again = await get('/', { 'if-none-match': headers.etag as string });
    expect(again.status).toBe(304);
    expect(again.body).toBe('');
  });

  it.each(['/assets/nothing.js', '/assets/../package.json', '/.made-from', '/index.html', '/nothing'])(
    '%s is none, and programs are told so in JSON',
    async (url) => {
      const { status, headers, body } = await get(url, { accept: '*/*' });
      expect({ status, type: headers['content-type'] }).toEqual({
        status: 404,
        type: 'application/json; charset=utf-8',
      });
      expect(JSON.parse(body)).toMatchObject({ code: 1 });
    },
  );

  it('whoever reads is shown a page where there is none, with the status that says so', async () => {
    const { etag } = (await get('/')).headers;
    const { status, headers, body } = await get('/nothing', { ...READER, 'if-none-match': etag as string });
    expect({ status, type: headers['content-type'] }).toEqual({
      status: 404,
      type: 'text/html; charset=utf-8',
    });
    expect(headers['x-robots-tag']).toContain('noindex');
    expect(body).toContain('<title>Swapdesk');
  });

  it.each(['/openapi/order/nothing', '/api/v1/nothing', '/assets/nothing.js', '/console/api/nothing'])(
    'below what is for programs nobody is shown a page: %s',
    async (url) => {
      const { status, headers } = await get(url, READER);
      expect({ status, type: headers['content-type'] }).toEqual({
        status: 404,
        type: 'application/json; charset=utf-8',
      });
    },
  );

  it('search engines may list what is for everybody, and no order, nobody’s list of orders, not the console', async () => {
    const isListed = async (url: string) => (await get(url)).headers['x-robots-tag'] === undefined;
    expect(await Promise.all(['/', '/find'].map(isListed))).toEqual([true, true]);
    const personal = ['/order/ABCD-EFGH-JKLM', '/order', '/orders', '/console', '/console/orders'];
    expect(await Promise.all(personal.map(isListed))).toEqual(personal.map(() => false));
    const { headers, body } = await get('/robots.txt');
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(body).toMatch(/^User-agent: \*\nDisallow: \/openapi\/\n/);
  });
});
