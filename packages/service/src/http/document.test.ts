import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { describe, expect, it } from 'vitest';
import { documentedPath, openapiDocument } from './document.ts';
import { ENDPOINTS } from './openapi/index.ts';

interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  parameters: { name: string; in: string; required: boolean; schema: Record<string, unknown> }[];
  requestBody?: { required: boolean; content: Record<string, { schema: Record<string, unknown> }> };
  responses: Record<
    string,
    { description: string; content: Record<string, { schema: Record<string, unknown> }> }
  >;
}

interface Document {
  openapi: string;
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown>; securitySchemes: Record<string, { name: string }> };
}

const text = JSON.stringify(openapiDocument());
const document = JSON.parse(text) as Document;
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
);

/** What a reference within the document points to. */
function resolve(reference: string): unknown {
  const steps = reference.replace(/^#\//, '').split('/');
  return steps.reduce<unknown>(
    (node, step) => (node as Record<string, unknown> | undefined)?.[step],
    document,
  );
}

/** The schema with every reference put in its place. */
function inlined(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(inlined);
  if (typeof node !== 'object' || node === null) return node;
  if ('$ref' in node) return inlined(resolve(node.$ref as string));
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, inlined(value)]));
}

describe('the document', () => {
  it('is OpenAPI 3.1', () => {
    expect(document.openapi).toBe('3.1.0');
  });

  it('has every endpoint with its method, and nothing else', () => {
    const served = ENDPOINTS.map(
      (endpoint) => `${endpoint.method.toLowerCase()} ${documentedPath(endpoint)}`,
    );
    expect(operations.map(({ method, path }) => `${method} ${path}`)).toEqual(served);
  });

  it('has the five endpoints of the interface', () => {
    expect(operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`)).toEqual(
      expect.arrayContaining([
        'POST /openapi/order/calculate',
        'POST /openapi/order/place',
        'GET /openapi/order/query',
        'GET /openapi/order/list',
        'GET /openapi/refcode/order/list',
      ]),
    );
  });

  it('is plain JSON: nothing of the schema library shows', () => {
    expect(text).not.toContain('"~');
    expect(text).not.toContain('x-wire');
    expect(JSON.parse(text)).toEqual(openapiDocument());
  });

  it('has no reference that leads nowhere', () => {
    const references = Array.from(
      text.matchAll(/"\$ref":"([^"]+)"/g),
      ([, reference]) => reference as string,
    );
    expect(references.length).toBeGreaterThan(0);
    for (const reference of references) expect(resolve(reference)).toBeTypeOf('object');
  });

  it('names each operation once, under a tag that it explains', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const tags = document.tags.map(({ name }) => name);
    for (const { operation } of operations) {
      expect(operation.tags.every((tag) => tags.includes(tag))).toBe(true);
      expect(operation.summary.length > 0 && operation.description.length > 0).toBe(true);
    }
  });

  it('puts the parameters of a GET in the query and those of a POST in the body', () => {
    for (const { method, operation } of operations) {
      expect(operation.requestBody === undefined).toBe(method === 'get');
      const inQuery = operation.parameters.filter((parameter) => parameter.in === 'query');
      if (method === 'post') expect(inQuery).toEqual([]);
    }
  });

  it('states the defaults and limits of the interface', () => {
    const parameters = document.paths['/openapi/order/list']?.get?.parameters ?? [];
    const schema = (name: string) => parameters.find((parameter) => parameter.name === name)?.schema;
    expect(schema('page')).toEqual({ type: 'integer', minimum: 1, default: 1 });
    expect(schema('page_size')).toEqual({ type: 'integer', minimum: 1, maximum: 100, default: 10 });
    expect(schema('direction')).toEqual({ type: 'string', enum: ['DESC', 'ASC'], default: 'DESC' });
    expect(parameters.every(({ required }) => !required)).toBe(true);
    expect(document.paths['/openapi/order/query']?.get?.parameters).toMatchObject([
      {
        name: 'query_code',
        in: 'query',
        required: true,
        schema: { type: 'string', minLength: 1, maxLength: 128 },
      },
    ]);
  });

  it('names the headers that signatures travel in', () => {
    expect(Object.values(document.components.securitySchemes).map(({ name }) => name)).toEqual([
      'X-Api-Key',
      'X-Api-Nonce',
      'X-Api-Timestamp',
      'X-Api-Signature',
      'X-Api-Signature-V2',
    ]);
  });

  it.each(operations.map((each) => [each.path, each.operation] as const))(
    'has schemas of %s that compile, for every answer',
    (_path, operation) => {
      for (const { content } of Object.values(operation.responses)) {
        const validator = Compile(inlined(content['application/json']?.schema) as TSchema);
        expect(validator.Check({})).toBe(false);
        expect(validator.Check({ code: 1, msg: 'order not found' })).toBe(true);
      }
      expect(Object.keys(operation.responses)).toEqual(
        expect.arrayContaining(['200', '400', '401', '429', '500']),
      );
    },
  );

  it('accepts the limits of a refusal and the sample of a quote', () => {
    const schema =
      document.paths['/openapi/order/calculate']?.post?.responses[200]?.content['application/json']?.schema;
    const validator = Compile(inlined(schema) as TSchema);
    const entry = {
      group_quantity: 1.5,
      to_abbr: 'ETH',
      to_address: '',
      to_chain: 'Ethereum',
      to_group_ratio: 1,
      to_quantity: 1.5,
      to_ratio: 1,
    };
    const quote = { min_from_quantity: 0.0002, max_from_quantity: 10, to: [entry] };
    expect(validator.Check({ code: 0, msg: 'success', data: quote })).toBe(true);
    expect(validator.Check({ code: 1, msg: 'from quantity too small', data: quote })).toBe(true);
  });
});
