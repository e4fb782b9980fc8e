import { API_VERSION, toJsonSchema } from '@swapdesk/contract';
import type { TSchema } from 'typebox';
import { responsesOf } from './document-responses.ts';
import { namedSchemas, schemaNode } from './document-schemas.ts';
import { type Endpoint, type EndpointHead, PREFIXES, type StreamEndpoint } from './endpoint.ts';
import { ENDPOINTS } from './openapi/index.ts';

type Node = Record<string, unknown>;

/** The two ways to sign. */
const SIGNED = [
  { key: [], nonce: [], timestamp: [], signature: [] },
  { key: [], nonce: [], timestamp: [], signatureV2: [] },
];

/** The interface as an OpenAPI 3.1 document, from the schemas that the server checks and writes with. */
export function openapiDocument(): Node {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Swapdesk',
      version: API_VERSION,
      summary: 'Asset exchange order service',
      description:
        'Every answer is a JSON object with `code` (0 success, 1 wrong request, 2 server error) and `msg`. HTTP 400: ' +
        'a parameter has the wrong form. HTTP 200 with code 1: the request was understood and refused. Times are Unix ' +
        `seconds; 0 means it has not happened. The same paths are served below ${PREFIXES.join(', ')}, but for /api/v1/abbr/lists. On test ` +
        'networks prices come from the feed `test`, a random walk and no market; the header `Price-Source` says so.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'This host' }],
    tags: [
      { name: 'Orders', description: 'Quotes and orders' },
      { name: 'Affiliates', description: 'Orders that came through referral codes' },
      { name: 'Assets', description: 'What can be exchanged' },
      { name: 'Events', description: 'What happens to all orders of an account' },
      { name: 'Webhooks', description: 'Where the events of an account are sent' },
      { name: 'Service', description: 'What this service is' },
    ],
    security: [{}, ...SIGNED],
    paths: Object.fromEntries(ENDPOINTS.map((endpoint) => [documentedPath(endpoint), pathItem(endpoint)])),
    components: {
      schemas: namedSchemas(),
      securitySchemes,
    },
  };
}

/** Each once, under the first of its prefixes. */
export function documentedPath({ prefixes = PREFIXES, path }: EndpointHead): string {
  return `${prefixes[0]}${path}`;
}

const signed = (name: string, description: string) => ({ type: 'apiKey', in: 'header', name, description });
const securitySchemes = {
  key: signed('X-Api-Key', 'The API key'),
  nonce: signed('X-Api-Nonce', 'Any text, new for every request; a nonce places at most one order'),
  timestamp: signed('X-Api-Timestamp', 'Unix seconds, at most 60 off'),
  signature: signed(
    'X-Api-Signature',
    'Lower-case hex HMAC-SHA256 with the secret of key + nonce + timestamp + raw query string + raw body',
  ),
  signatureV2: signed(
    'X-Api-Signature-V2',
    'The second form, in place of the first or beside it: lower-case hex HMAC-SHA256 with the secret of method, path, raw ' +
      'query string, key, nonce, timestamp, Ref-Code, Idempotency-Key and raw body, joined by line feeds',
  ),
};

function pathItem(endpoint: Endpoint | StreamEndpoint): Node {
  const operation = {
    operationId: endpoint.id,
    tags: [tagOf(endpoint)],
    summary: endpoint.summary,
    description: endpoint.description,
    ...(endpoint.needsAccount && { security: SIGNED }),
    parameters: [
      ...(endpoint.method === 'GET' ? queryParameters(endpoint.request) : []),
      ...headerParameters(endpoint),
    ],
    ...(endpoint.method === 'POST'
      ? { requestBody: { required: true, content: json(schemaNode(endpoint.request)) } }
      : {}),
    responses: responsesOf(endpoint),
  };
  return { [endpoint.method.toLowerCase()]: operation };
}

function queryParameters(schema: TSchema): Node[] {
  const { properties = {}, required = [] } = toJsonSchema(schema) as {
    properties?: Record<string, Node>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...field }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    description,
    schema: field,
  }));
}

function headerParameters({ headers = [] }: EndpointHead): Node[] {
  return headers.map(({ name, description }) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string', maxLength: 128 },
  }));
}

function tagOf({ path }: EndpointHead): string {
  if (path.startsWith('/order/')) return 'Orders';
  if (path.startsWith('/events')) return 'Events';
  if (path.startsWith('/webhook/')) return 'Webhooks';
  if (path.startsWith('/service') || path === '/durations') return 'Service';
  return /^\/(refcode|affiliate)(?:\/|$)/.test(path) ? 'Affiliates' : 'Assets';
}

function json(schema: Node): Node {
  return { 'application/json': { schema } };
}
