import { afterAll, beforeAll, expect, it } from 'vitest';
import { logoOf } from '../site/logo.ts';
import { type PublicSite, siteOf } from '../site/site.ts';
import { consolePageRoutes, loadFiles, pageRoutes } from './pages.ts';
import { sitePage } from './site-page.ts';
import { sitePages, siteRoutes } from './site-routes.ts';
import { type ServedRoutes, serveRoutes } from './testing/serve-routes.ts';

const LOGO = logoOf(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>'));
const MINE = siteOf(
  { name: 'From the file', description: { en: 'Of the file' } },
  {
    name: 'Harbour & "Sons" </title><script>',
    logo: LOGO,
    colours: { light: '#0b4fd0', dark: '#8ab4ff' },
    links: { support: 'https://help.example.org/?a&b', terms: '', privacy: '', more: [] },
  },
);

let site: PublicSite = MINE;
let server: ServedRoutes;
beforeAll(async () => {
  const files = await loadFiles();
  const source = { site: () => site, publicUrl: () => 'https://swap.example', testNetworks: new Map() };
  server = await serveRoutes([
    ...pageRoutes(sitePages(files, source)),
    ...siteRoutes(source),
    ...consolePageRoutes(files, false),
  ]);
});
afterAll(() => server.close());

it('a page says whose it is before any script runs, and nothing that it says is taken for more than text', async () => {
  site = MINE;
  const { body, headers } = await server.get('/');
  expect(body).toContain('<title>Harbour &amp; &quot;Sons&quot; &lt;/title&gt;&lt;script&gt;</title>');
  expect(body).toContain('property="og:title" content="Harbour &amp; &quot;Sons&quot;');
  expect(body.match(/description" content="Of the file"/g)).toHaveLength(2);
  expect(body).toContain('<a href="https://help.example.org/?a&amp;b"');
  expect(body).not.toMatch(/<style|<script(?![^>]*\bsrc=)|\son\w+=|\sstyle=/);
  const told = /<meta name="site" content="([^"]*)"/.exec(body)?.[1] ?? '';
  expect(
    JSON.parse(
      told.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
    ),
  ).toMatchObject({
    name: 'Harbour & "Sons" </title><script>',
    links: { support: 'https://help.example.org/?a&b' },
  });
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
});

it('a page says before any script runs whether money is real', () => {
  const parts = { site: MINE, publicUrl: '', languages: [], head: null };
  const said = '<meta name="test-networks"';
  expect(sitePage('<head></head>', { ...parts, isSimulated: true })).toContain(said);
  expect(sitePage('<head></head>', { ...parts, isSimulated: false })).not.toContain(said);
});

it('colours and logo have names that change with them, and are kept under no other', async () => {
  site = MINE;
  const { body } = await server.get('/');
  const style = /<link rel="stylesheet" href="(\/site\.css\?v=[\w-]+)"/.exec(body)?.[1] ?? '';
  const sheet = await server.get(style);
  expect(sheet.body).toMatch(/^:root:root\{--accent:light-dark\(#0b4fd0, #8ab4ff\);/);
  expect(sheet.headers['cache-control']).toContain('immutable');
  expect((await server.get('/site.css?v=other')).headers['cache-control']).toBe('no-cache');
  const logo = /<link rel="icon" href="(\/site\/logo\?v=[\w-]+)"/.exec(body)?.[1] ?? '';
  const picture = await server.get(logo);
  expect(picture.headers['content-type']).toBe('image/svg+xml');
  expect(picture.headers['content-security-policy']).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  );
  expect(picture.raw.toString('base64')).toBe(LOGO.data);
});

it('each page says what it is, to whoever runs no script', async () => {
  site = MINE;
  const name = 'Harbour &amp; &quot;Sons&quot; &lt;/title&gt;&lt;script&gt;';
  const { body } = await server.get('/fees');
  expect(body).toContain(`<title>Fees and limits · ${name}</title>`);
  expect(body).toContain(`property="og:title" content="Fees and limits · ${name}"`);
  expect(body.match(/description" content="What a swap costs here\./g)).toHaveLength(2);
  expect(body).toContain('<meta property="og:url" content="https://swap.example/fees" />');
  expect((await server.get('/')).body).toContain(
    '<meta property="og:url" content="https://swap.example/" />',
  );
  const personal = await Promise.all(['/orders', '/order/ABCD-EFGH-JKLM'].map((path) => server.get(path)));
  for (const page of personal) expect(page.body).not.toContain('og:url');
});

it('a widget wears the colour that its page asks for, where that can be read', async () => {
  const own = await server.get('/widget.css?light=0b4fd0&dark=8ab4ff');
  expect(own.body).toMatch(/^:root:root\{--accent:light-dark\(#0b4fd0, #8ab4ff\);/);
  expect(own.headers['content-type']).toBe('text/css; charset=utf-8');
  // Too pale on white: what is shown is darker.
  expect((await server.get('/widget.css?light=ffd400')).body).toMatch(
    /^:root:root\{--accent:light-dark\(#(?!ffd400)/,
  );
  for (const query of ['', '?light=green', '?light=0b4fd0&dark=}', '?dark=8ab4ff'])
    expect((await server.get(`/widget.css${query}`)).status).toBe(404);
});

it('a page is another as soon as the site is, and browsers are told so', async () => {
  site = MINE;
  const { etag } = (await server.get('/')).headers;
  site = siteOf({}, {});
  const { status, body } = await server.get('/', { 'if-none-match': etag as string });
  expect(status).toBe(200);
  expect(body).toContain('<title>Swapdesk</title>');
  // Whoever has the page of before finds no colours, and no error either.
  expect(await server.get('/site.css?v=before')).toMatchObject({
    status: 200,
    body: '',
    headers: { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'no-cache' },
  });
  expect((await server.get('/site/logo')).status).toBe(404);
});

it('only the console may show the preview in a frame, and search engines never', async () => {
  const { headers, body } = await server.get('/console/preview');
  expect(headers['content-security-policy']).toContain("frame-ancestors 'self'");
  expect(headers['x-robots-tag']).toContain('noindex');
  expect(body).toContain('<meta name="site-preview"');
  expect((await server.get('/console')).headers['content-security-policy']).toContain("frame-src 'self'");
});
