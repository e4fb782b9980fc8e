import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import { openapiDocument } from './document.ts';

/** Serves the document at /openapi.json and a reference page, complete in itself, at /docs. */
export async function addDocs(server: FastifyInstance): Promise<void> {
  const document = JSON.stringify(openapiDocument());
  server.get('/openapi.json', (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(document),
  );
  await server.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      url: '/openapi.json',
      pageTitle: 'Swapdesk API',
      // Nothing is loaded from, or sent to, anywhere but this host.
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
    },
  });
}
