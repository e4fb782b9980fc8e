import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import { openapiDocument } from './document.ts';

/** The browser itself makes sure that the page loads nothing from, and sends nothing to, any other host. */
const POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'unsafe-inline'; img-src 'self' data:; " +
  "font-src data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Serves the document at /openapi.json and a reference page, complete in itself, at /docs. */
export async function addDocs(server: FastifyInstance): Promise<void> {
  const document = JSON.stringify(openapiDocument());
  server.get('/openapi.json', (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(document),
  );
  await server.register(scalar, {
    routePrefix: '/docs',
    hooks: {
      onRequest: (_request, reply, done) => {
        reply.header('content-security-policy', POLICY);
        done();
      },
    },
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
}
