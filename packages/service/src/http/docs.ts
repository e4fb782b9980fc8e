import { createHash } from 'node:crypto';
import { openapiDocument } from './document.ts';
import type { Reply, Route } from './route.ts';

/**
 * The browser itself makes sure that the page loads nothing from, and sends nothing to, any other host; and here to nothing but
 * the interface: its script is large and not ours, and the console has the same address.
 */
function policyFor(host: string, scripts: readonly string[]): string {
  // An IPv6 address cannot be written there.
  const ours = /^[\w.-]+(?::\d+)?$/.test(host) ? `${host}/openapi.json ${host}/openapi/` : "'self'";
  return (
    `default-src 'none'; script-src ${["'self'", ...scripts].join(' ')}; style-src 'unsafe-inline'; img-src 'self' data:; ` +
    `font-src data:; connect-src ${ours}; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`
  );
}

/** The scripts that stand in a page itself: these run and no others that somebody gets into it. */
function scriptsIn(page: string): string[] {
  const found = page.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g);
  return Array.from(
    found,
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
}

/** A file of the reference. */
interface ReferenceFile {
  readonly type: string;
  /** Made once: its script is large, and to write it anew for each who asks would take their time from all others. */
  readonly body: Buffer;
  /** The hashes of the scripts that stand in it. */
  readonly scripts: readonly string[];
}

const DOCUMENT_HEADERS = ['content-type', 'application/json; charset=utf-8'];
const PAGE = '/docs/';
const SCRIPT = '/docs/js/scalar.js';

/** The document at /openapi.json and a reference page, complete in itself, at /docs. */
export function docRoutes(): Route[] {
  const document = Buffer.from(JSON.stringify(openapiDocument()));
  let reference: Promise<ReadonlyMap<string, ReferenceFile>> | undefined;
  const file = (path: string): Route => ({
    method: 'GET',
    path,
    serve: async ({ headers: { host } }) => {
      reference ??= openReference();
      return replyWith((await reference).get(path) as ReferenceFile, String(host ?? ''));
    },
  });
  return [
    {
      method: 'GET',
      path: '/openapi.json',
      serve: () => ({ status: 200, headers: DOCUMENT_HEADERS, body: document }),
    },
    {
      method: 'GET',
      path: '/docs',
      serve: () => ({ status: 301, headers: ['location', PAGE], body: '' }),
    },
    file(PAGE),
    file(SCRIPT),
  ];
}

function replyWith({ type, body, scripts }: ReferenceFile, host: string): Reply {
  const headers = {
    'content-type': type,
    'content-security-policy': policyFor(host, scripts),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  };
  return { status: 200, headers: Object.entries(headers).flat(), body };
}

const CONFIGURATION = {
  url: '/openapi.json',
  pageTitle: 'Swapdesk API',
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
} as const;

/** Its script takes 17 MB, and a tenth of a second to load: both only once somebody has asked for it. */
async function openReference(): Promise<ReadonlyMap<string, ReferenceFile>> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const files = new Map<string, ReferenceFile>();
  const server = {
    route: ({ url, handler }: PluginRoute) => {
      if (url === PAGE || url === SCRIPT) files.set(url, answerOf(url, handler));
    },
  };
  const plugin = scalar as unknown as (server: object, options: object, done: () => void) => void;
  plugin(server, { routePrefix: '/docs', configuration: CONFIGURATION }, () => {});
  return files;
}

/** It comes as a plugin for a framework, of which it needs a place for its routes, and these a request and a reply. */
interface PluginRoute {
  readonly url: string;
  handler(request: object, reply: object): unknown;
}

/** Both always answer the same. */
function answerOf(url: string, handler: PluginRoute['handler']): ReferenceFile {
  let [type, text] = ['', ''];
  const reply = {
    header: (name: string, value: string) => {
      if (name === 'Content-Type') type = value;
      return reply;
    },
    send: (body: string) => {
      text = body;
    },
  };
  handler({ url, protocol: 'http', hostname: 'localhost' }, reply);
  return { type, body: Buffer.from(text), scripts: type.startsWith('text/html') ? scriptsIn(text) : [] };
}
