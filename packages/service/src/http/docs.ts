import { createHash } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { openapiDocument } from './document.ts';

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

/** Serves the document at /openapi.json and a reference page, complete in itself, at /docs. */
export function addDocs(server: FastifyInstance): void {
  const document = JSON.stringify(openapiDocument());
  server.get('/openapi.json', (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(document),
  );
  let reference: Promise<FastifyInstance> | undefined;
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    reference ??= openReference();
    const { routing } = await reference;
    reply.hijack();
    routing(request.raw, reply.raw);
  };
  for (const path of ['/docs', '/docs/*']) server.get(path, answer);
}

/** Its script takes 17 MB, and a tenth of a second to load: both only once somebody has asked for it. */
async function openReference(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const server = Fastify();
  server.addHook('onSend', async (request, reply, payload) => {
    const isPage = String(reply.getHeader('content-type')).startsWith('text/html');
    reply.headers({
      'content-security-policy': policyFor(
        request.headers.host ?? '',
        isPage ? scriptsIn(String(payload)) : [],
      ),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    return payload;
  });
  await server.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      url: '/openapi.json',
      pageTitle: 'Swapdesk API',
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  });
  await server.ready();
  return server;
}
