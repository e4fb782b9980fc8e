import { openapiDocument } from './document.ts';
import { heldFile, replyWithFile } from './held-file.ts';
import { type ReferenceSource, referenceRoutes } from './reference/reference-routes.ts';
import type { ReferenceDocument } from './reference/schema-node.ts';
import type { Route } from './route.ts';

const DOCUMENT_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
};

/** The document at /openapi.json, and the reference that is made of it at /docs. */
export function docRoutes(source: ReferenceSource): Route[] {
  const document = openapiDocument();
  const file = heldFile(Buffer.from(JSON.stringify(document)), DOCUMENT_HEADERS);
  return [
    { method: 'GET', path: '/openapi.json', serve: ({ headers }) => replyWithFile(file, headers) },
    ...referenceRoutes(document as unknown as ReferenceDocument, source),
  ];
}
