import { readdir, readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { CONSOLE_PREFIX } from '@swapdesk/contract';
import { StartupError } from '../startup-error.ts';
import { type HeldFile, heldFile, replyWithFile } from './held-file.ts';
import type { NowherePage, Route } from './route.ts';
import { previewOf } from './site-page.ts';

/** The browser itself makes sure that pages run nothing but their own files, and talk to nobody but us. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "manifest-src 'self'; form-action 'self'; base-uri 'none'";
const framedBy = (who: string) => `${POLICY}; frame-ancestors ${who}`;
const ALONE = framedBy("'none'");
/** The console shows how a page would look, in a frame of its own. */
const FRAMING = `${ALONE}; frame-src 'self'`;
const FRAMED = framedBy("'self'");

/** What every file of theirs says to a browser. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': ALONE,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  // No other page of this address can hold on to one that it opens.
  'cross-origin-opener-policy': 'same-origin',
};

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
};

/** Names below this folder hold a hash of the content, so they never change. */
const IMMUTABLE = 'assets/';
/** What pages of others load, whatever policies they have. Under its name there may be a newer one an hour later. */
const FOR_OTHERS = 'widget.js';
const HEADERS_FOR_OTHERS: Readonly<Record<string, string>> = {
  'cache-control': 'public, max-age=3600',
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
};

/** The document of the pages, as it is at a path. */
export type PageAt = (path: string) => HeldFile;

/** By their names. */
export type PageFiles = ReadonlyMap<string, HeldFile>;

/** What search engines may show. */
const PUBLIC = ['/', '/find', '/fees', '/status', '/questions', '/request', '/affiliate'];
/** What is one person's: nobody finds it who was not given it. */
const PERSONAL = ['/orders', '/order', /^\/order\/[^/]{0,100}$/];
const UNLISTED: readonly string[] = ['x-robots-tag', 'noindex, nofollow'];
/** Asking costs the service, and answers nobody who searches. Pages say for themselves that they are not to be listed. */
const ROBOTS = ['User-agent: *', 'Disallow: /openapi/', 'Disallow: /api/', 'Disallow: /testnet/', ''].join(
  '\n',
);
/** Whoever asks below these is a program, whatever it says that it takes. */
const FOR_PROGRAMS = /^\/(?:openapi|api|testnet|assets|console\/api|metrics|health)(?:[/.]|$)/;

/** The pages for everybody. All are one document, as the site has it, which shows what its address says. */
export function pageRoutes(page: PageAt): Route[] {
  return [
    ...PUBLIC.map((path) => routeOf(path, () => page(path))),
    ...PERSONAL.map((path) => routeOf(path, () => unlisted(page(String(path))))),
    { method: 'GET', path: '/robots.txt', serve: () => ({ status: 200, headers: TEXT, body: ROBOTS }) },
  ];
}

const TEXT: readonly string[] = ['content-type', 'text/plain; charset=utf-8'];

/** A path that no page has. */
const NOWHERE = '';

/** What a browser is shown where there is no page. Programs are told so in JSON. */
export function nowherePage(page: PageAt): NowherePage {
  const serve: Route['serve'] = async ({ headers }) => {
    // Never "not modified": that there is nothing has no state.
    const { headers: lines, body } = await replyWithFile(unlisted(page(NOWHERE)), {
      'accept-encoding': headers['accept-encoding'],
    });
    return { status: 404, headers: lines, body };
  };
  const route: Route = { method: 'GET', path: /^/, serve };
  return { route, isFor: (request, path) => isReader(request) && !FOR_PROGRAMS.test(path) };
}

function isReader({ method, headers }: IncomingMessage): boolean {
  return (method === 'GET' || method === 'HEAD') && /\btext\/html\b/.test(headers.accept ?? '');
}

/** The widget and an order in it: the same document, which pages of these origins may show in a frame, and nobody else. */
export function widgetRoutes(page: PageAt, origins: readonly string[]): Route[] {
  const policy = framedBy(origins.length === 0 ? "'none'" : origins.join(' '));
  return ['/widget', /^\/widget\/[^/]{0,100}$/].map((path) =>
    routeOf(path, () => unlisted(withPolicy(page('/'), policy))),
  );
}

function withPolicy(page: HeldFile, policy: string): HeldFile {
  const { content, etag, headers, effort, encoded } = page;
  const place = headers.indexOf('content-security-policy') + 1;
  return { content, etag, headers: headers.with(place, policy), effort, encoded };
}

/** The same page, for nobody to find who was not given its address. */
function unlisted(page: HeldFile): HeldFile {
  const { content, etag, headers, effort, encoded } = page;
  return { content, etag, headers: [...headers, ...UNLISTED], effort, encoded };
}

/** The pages of the console: whatever is below it and not asked of its interface. */
export function consolePageRoutes(files: PageFiles, isSimulated: boolean): Route[] {
  const pages = new RegExp(`^/console/(?!${CONSOLE_PREFIX.slice('/console/'.length)}/)`);
  const page = unlisted(pageOf(files, 'console.html'));
  const template = pageOf(files, 'index.html').content;
  const preview = unlisted(fileOf('index.html', previewOf(template, isSimulated), FRAMED));
  return [
    ...['/console', pages].map((path) => routeOf(path, () => page)),
    routeOf('/console/preview', () => preview),
  ];
}

/** What all pages load. */
export function fileRoutes(files: PageFiles): Route[] {
  const shared = [...files].filter(([name]) => !name.endsWith('.html'));
  return shared.map(([name, file]) => routeOf(`/${name}`, () => file));
}

function routeOf(path: Route['path'], file: () => HeldFile): Route {
  return { method: 'GET', path, serve: ({ headers }) => replyWithFile(file(), headers) };
}

export function pageOf(files: PageFiles, name: string): HeldFile {
  return files.get(name) as HeldFile;
}

function pagesFolder(): string {
  return join(dirname(createRequire(import.meta.url).resolve('@swapdesk/web/package.json')), 'dist');
}

/** Reads them, once. */
export async function loadFiles(): Promise<PageFiles> {
  const folder = pagesFolder();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => {
    throw new StartupError('The pages are not built. Build them: npm run build');
  });
  const paths = entries
    .filter((entry) => entry.isFile() && extname(entry.name) in TYPES)
    .map(({ parentPath, name }) => join(parentPath, name));
  const load = async (path: string) => {
    const name = path.slice(folder.length + 1).replaceAll('\\', '/');
    return [name, fileOf(name, await readFile(path))] as const;
  };
  return new Map(await Promise.all(paths.map(load)));
}

export function fileOf(
  name: string,
  content: Buffer,
  policy = name === 'console.html' ? FRAMING : ALONE,
): HeldFile {
  return heldFile(content, {
    ...PAGE_HEADERS,
    'content-type': TYPES[extname(name)] as string,
    'content-security-policy': policy,
    ...(name.startsWith(IMMUTABLE) && { 'cache-control': 'public, max-age=31536000, immutable' }),
    ...(name === FOR_OTHERS && HEADERS_FOR_OTHERS),
  });
}
