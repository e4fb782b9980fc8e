import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { StartupError } from '../startup-error.ts';

/** The browser itself makes sure that pages run nothing but their own files, and talk to nobody but us. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
};

/** Names below this folder hold a hash of the content, so they never change. */
const IMMUTABLE = 'assets/';

const ENCODERS = { br: promisify(brotliCompress), gzip: promisify(gzip) } as const;
type Encoding = keyof typeof ENCODERS;

/** A file of the pages, held in memory: there are few, and all are small. */
interface PageFile {
  readonly content: Buffer;
  readonly headers: Readonly<Record<string, string>>;
  /** Compressed when first asked for. */
  readonly encoded: Map<Encoding, Promise<Buffer>>;
}

/** Serves the pages for everybody: the swap page, an order's page. */
export function addPages(server: FastifyInstance): Promise<void> {
  return addPage(server, ['/', '/order', '/order/:code'], 'index.html');
}

/** Serves the pages of the console. */
export function addConsolePages(server: FastifyInstance): Promise<void> {
  return addPage(server, ['/console', '/console/*'], 'console.html');
}

/** A page, and what all pages load. */
async function addPage(server: FastifyInstance, paths: readonly string[], name: string): Promise<void> {
  const files = await loadFiles(pagesFolder());
  const answer = (file: PageFile) => (request: FastifyRequest, reply: FastifyReply) =>
    send(request, reply, file);
  for (const path of paths) server.get(path, answer(files.get(name) as PageFile));
  for (const [path, file] of files) {
    const isShared = !path.endsWith('.html') && !server.hasRoute({ method: 'GET', url: `/${path}` });
    if (isShared) server.get(`/${path}`, answer(file));
  }
}

function pagesFolder(): string {
  return join(dirname(createRequire(import.meta.url).resolve('@swapdesk/web/package.json')), 'dist');
}

async function loadFiles(folder: string): Promise<Map<string, PageFile>> {
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

function fileOf(name: string, content: Buffer): PageFile {
  const headers = {
    'content-type': TYPES[extname(name)] as string,
    'cache-control': name.startsWith(IMMUTABLE) ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`,
    vary: 'accept-encoding',
    'content-security-policy': POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    // No other page of this address can hold on to one that it opens.
    'cross-origin-opener-policy': 'same-origin',
  };
  return { content, headers, encoded: new Map() };
}

async function send(request: FastifyRequest, reply: FastifyReply, file: PageFile): Promise<FastifyReply> {
  reply.headers(file.headers);
  if (request.headers['if-none-match'] === file.headers.etag) return reply.code(304).send();
  const encoding = encodingFor(request.headers['accept-encoding']);
  if (encoding === null) return reply.send(file.content);
  const encoded = file.encoded.get(encoding) ?? ENCODERS[encoding](file.content);
  file.encoded.set(encoding, encoded);
  return reply.header('content-encoding', encoding).send(await encoded);
}

function encodingFor(accepted: unknown): Encoding | null {
  const names = String(accepted ?? '')
    .split(',')
    .map((part) => part.trim().split(';')[0]);
  return (['br', 'gzip'] as const).find((name) => names.includes(name)) ?? null;
}
