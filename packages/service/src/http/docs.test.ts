import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { docRoutes } from './docs.ts';
import { type ServedRoutes, serveRoutes } from './testing/serve-routes.ts';

let server: ServedRoutes;
let url: string;

beforeAll(async () => {
  server = await serveRoutes(docRoutes());
  ({ url } = server);
});

afterAll(() => server.close());

describe('the reference page', () => {
  it('is a page that reads the document of this host and loads its script from this host', async () => {
    const answer = await fetch(`${url}/docs`);
    const page = await answer.text();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('text/html');
    const { host } = new URL(url);
    expect(answer.headers.get('content-security-policy')).toContain(
      `connect-src ${host}/openapi.json ${host}/openapi/;`,
    );
    expect(page).toContain('/openapi.json');
    const sources = [...page.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, source]) => source as string);
    expect(sources).not.toEqual([]);
    for (const source of sources) {
      const script = await fetch(new URL(source, answer.url));
      expect(script.status).toBe(200);
      expect(script.headers.get('content-type')).toContain('javascript');
      expect((await script.text()).length).toBeGreaterThan(1_000_000);
    }
  });

  it('runs no script but that of this host and the one that it has itself, by its hash', async () => {
    const policy = (await fetch(`${url}/docs/`)).headers.get('content-security-policy');
    expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/]{43}=';/);
  });

  it('answers many who ask for it first at the same moment', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(`${url}/docs/`)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  });

  it('has nothing beside it', async () => {
    expect((await fetch(`${url}/docs/nothing`)).status).toBe(404);
  });
});

it('describes the interface at /openapi.json', async () => {
  const document = await (await fetch(`${url}/openapi.json`)).json();
  expect(document).toMatchObject({ openapi: '3.1.0', info: { title: expect.stringContaining('Swapdesk') } });
});
