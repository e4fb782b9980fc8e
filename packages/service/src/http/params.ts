import { Decimal, isPlainText, type Json, parseJson } from '@swapdesk/contract';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { ParameterError } from './errors.ts';

type Fields = Record<string, Json>;

/** Turns what a request carries into an endpoint's parameters, or throws a ParameterError. */
export type ReadParams = (query: Readonly<Record<string, unknown>>, body: string) => unknown;

/** The reader of a POST: all parameters are in the JSON body. */
export function bodyReader(schema: TSchema): ReadParams {
  const check = checker(schema);
  return (_query, body) => check(parseBody(body), body);
}

/** The reader of a GET: the query string; a JSON body is read too, the query string wins. */
export function queryReader(schema: TSchema): ReadParams {
  const check = checker(schema);
  const known = knownFields(schema);
  return (query, body) => {
    const fields: Fields = body === '' ? Object.create(null) : fieldsOf(parseBody(body));
    for (const { name, isNumber } of known) {
      const value = query[name];
      if (value !== undefined) fields[name] = fromQuery(name, value, isNumber);
    }
    return check(fields, body);
  };
}

/** Listing the errors of a larger body could take long; it is only for a person anyway. */
const EXPLAINED_LENGTH = 8_192;

function checker(schema: TSchema): (value: unknown, body: string) => unknown {
  const validator = Compile(schema);
  return (value, body) => {
    if (validator.Check(value)) return value;
    const [error] = body.length > EXPLAINED_LENGTH ? [] : validator.Errors(value);
    const where = error?.instancePath.slice(1).replaceAll('/', '.') ?? '';
    throw new ParameterError(`${where === '' ? '' : `${where}: `}${error?.message ?? 'is wrong'}`);
  };
}

function parseBody(body: string): Json {
  try {
    return parseJson(body);
  } catch (error) {
    throw new ParameterError(`the body is not JSON: ${(error as Error).message}`);
  }
}

function fieldsOf(value: Json): Fields {
  if (value === null || typeof value !== 'object' || Array.isArray(value) || value instanceof Decimal) {
    throw new ParameterError('the body must be a JSON object');
  }
  return value;
}

/** A query-string value as what the schema says it is. A name that stands twice has two values: refused. */
function fromQuery(name: string, value: unknown, isNumber: boolean): Json {
  if (typeof value !== 'string' || !isPlainText(value))
    throw new ParameterError(`${name}: must be given once`);
  if (!isNumber) return value;
  const number = Decimal.parse(value);
  if (number === null) throw new ParameterError(`${name}: must be a number`);
  return number;
}

/** The fields that a schema knows. All but strings hold numbers. */
function knownFields(schema: TSchema): { name: string; isNumber: boolean }[] {
  const properties = (schema as { properties?: Record<string, { type?: string }> }).properties ?? {};
  return Object.entries(properties).map(([name, { type }]) => ({ name, isNumber: type !== 'string' }));
}
