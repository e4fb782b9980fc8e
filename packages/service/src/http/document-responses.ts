import { MESSAGE } from '@swapdesk/contract';
import { named, schemaNode } from './document-schemas.ts';
import type { Endpoint, StreamEndpoint } from './endpoint.ts';
import { refusalsOf } from './refusals.ts';

type Node = Record<string, unknown>;

/** What HTTP statuses mean here; below each, the messages that it comes with. */
const MEANS: Readonly<Record<number, string>> = {
  200: 'Success (code 0), or a refusal (code 1) with its message',
  400: 'A parameter has the wrong form',
  401: 'No or bad credentials',
  403: 'Not allowed',
  413: 'The body is too large',
  415: 'The body is something else than JSON',
  429: 'Too many requests',
  500: 'Server error (code 2)',
};
const RETRY_AFTER = { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } };

/** Every answer of an endpoint, by HTTP status, with every message that it can have as an example. */
export function responsesOf(endpoint: Endpoint | StreamEndpoint): Node {
  const refusals = refusalsOf(endpoint);
  const statuses = [...new Set([200, ...refusals.keys()])];
  return Object.fromEntries(
    statuses.map((httpStatus) => {
      const content =
        httpStatus === 200 ? answers(endpoint) : { 'application/json': { schema: named('Error') } };
      const examples = refusals.get(httpStatus);
      const response = {
        description: MEANS[httpStatus],
        ...(httpStatus === 429 && { headers: RETRY_AFTER }),
        content: {
          ...content,
          'application/json': { ...content['application/json'], ...(examples && { examples }) },
        },
      };
      return [httpStatus, response];
    }),
  );
}

/** OpenAPI 3.1 has no word for the items of a stream: the schema is that of each event's data. */
function answers(endpoint: Endpoint | StreamEndpoint): Record<string, Node> {
  if ('event' in endpoint)
    return {
      'text/event-stream': { schema: schemaNode(endpoint.event) },
      'application/json': { schema: named('Error') },
    };
  return {
    'application/json': { schema: { anyOf: [schemaNode(endpoint.response), ...refusalSchemas(endpoint)] } },
  };
}

/** Those of quotes and orders say all that is wrong, and of quantities the limits. */
function refusalSchemas({ refuses = [] }: Endpoint): Node[] {
  if (!refuses.includes(MESSAGE.quantityTooSmall)) return [named('Error')];
  return [named('ExchangeError'), named('QuantityError')];
}
