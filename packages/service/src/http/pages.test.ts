import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type FastifyInstance, fastify } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addConsolePages, addPages } from './pages.ts';

let server: FastifyInstance;
beforeAll(async () => {
  server = fastify();
  await addPages(server);
  await addConsolePages(server);
});
afterAll(() => server.close());

const get = (url: string, headers: Record<string, string> = {}) =>
  server.inject({ method: 'GET', url, headers });

describe('the pages', () => {
  it.each(['/', '/order/ABCD-EFGH-JKLM', '/console', '/console/orders'])('%s is one', async (url) => {
    const { statusCode, headers, body } = await get(url);
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(body).toContain('<title>Swapdesk');
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
    const { statusCode, headers } = await get(script);
    expect(statusCode).toBe(200);
    expect(headers['cache-control']).toContain('immutable');
    expect(headers['content-type']).toContain('javascript');
  });

  it('come compressed to those who can read that, and say the same', async () => {
    const plain = (await get('/')).rawPayload;
    const brotli = await get('/', { 'accept-encoding': 'gzip, deflate, br' });
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(brotli.rawPayload)).toEqual(plain);
    const gzipped = await get('/', { 'accept-encoding': 'gzip;q=1.0' });
    expect(gzipped.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzipped.rawPayload)).toEqual(plain);
  });

  it('are not sent again to those who have them', async () => {
    const { headers } = await get('/');
    const again = await get('/', { 'if-none-match': headers.etag as string });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
  });

  it.each(['/assets/nothing.js', '/assets/../package.json', '/.made-from', '/index.html', '/orders'])(
    '%s is none',
    async (url) => {
      expect((await get(url)).statusCode).toBe(404);
    },
  );
});
