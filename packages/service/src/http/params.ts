import {
  Decimal,
  isPlainText,
  type Json,
  MESSAGE,
  PROBLEM_CODE,
  type Problem,
  parseJson,
} from '@swapdesk/contract';
import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { ParameterError } from './errors.ts';

type Fields = Record<string, Json>;

/** Turns what a request carries into an endpoint's parameters, or throws a ParameterError. */
export type ReadParams = (query: Readonly<Record<string, unknown>>, body: string) => unknown;

/** The reader of a POST: all parameters are in the JSON body. `isLenient`: null and empty text in optional fields are none. */
export function bodyReader(schema: TSchema, isLenient = true, tellsProblems = false): ReadParams {
  const check = checker(schema, isLenient, tellsProblems);
  return (_query, body) => {
    const value = parseBody(body);
    // A number is an object of ours, which does for a schema that asks for nothing.
    return check(value instanceof Decimal ? fieldsOf(value) : value, body);
  };
}

/** The reader of a GET: the query string; a JSON body is read too, the query string wins. */
export function queryReader(schema: TSchema, isLenient = true): ReadParams {
  const check = checker(schema, isLenient);
  const known = knownFields(schema);
  return (query, body) => {
    const fields: Fields = body === '' ? Object.create(null) : fieldsOf(parseBody(body));
    for (const { name, isNumber, isOptional } of known) {
      const value = query[name];
      if (value !== undefined && !(isLenient && isOptional && value === ''))
        fields[name] = fromQuery(name, value, isNumber);
    }
    return check(fields, body);
  };
}

/** Listing the errors of a larger body could take long; it is only for a person anyway. */
const EXPLAINED_LENGTH = 8_192;

function checker(
  schema: TSchema,
  isLenient: boolean,
  tellsProblems = false,
): (value: unknown, body: string) => unknown {
  const validator = Compile(schema);
  const dropAbsent = absentDropper(schema);
  return (value, body) => {
    if (isLenient) dropAbsent(value);
    if (validator.Check(value)) return value;
    const errors = body.length > EXPLAINED_LENGTH ? [] : [...validator.Errors(value)];
    const [first] = errors;
    const where = first === undefined ? '' : fieldOf(first);
    const detail = `${where === '' ? '' : `${where}: `}${first?.message ?? 'is wrong'}`;
    throw new ParameterError(detail, tellsProblems ? errors.flatMap(problemsOf) : undefined);
  };
}

type SchemaError = ReturnType<Validator['Errors']>[number];

function fieldOf({ instancePath }: SchemaError): string {
  return instancePath.slice(1).replaceAll('/', '.');
}

/** One for each field: those that are missing are told together. */
function problemsOf(error: SchemaError): Problem[] {
  const code = PROBLEM_CODE[MESSAGE.parameterError];
  const field = fieldOf(error);
  if (error.keyword !== 'required') return [{ code, field, reason: error.message }];
  const within = field === '' ? '' : `${field}.`;
  return error.params.requiredProperties.map((name) => ({
    code,
    field: `${within}${name}`,
    reason: 'is required',
  }));
}

/** Takes out what a client sends for a field that it leaves out: null, or an empty text. Only where the field is optional. */
function absentDropper(schema: TSchema): (value: unknown) => void {
  const { type, properties = {}, items, required = [] } = schema as Parts;
  if (type === 'array' && items !== undefined) {
    const dropInItem = absentDropper(items);
    return (value) => {
      if (Array.isArray(value)) value.forEach(dropInItem);
    };
  }
  const optional = Object.keys(properties).filter((name) => !required.includes(name));
  const lists = Object.entries(properties)
    .filter(([, { type }]) => type === 'array')
    .map(([name, list]) => ({ name, drop: absentDropper(list) }));
  return (value) => {
    if (value === null || typeof value !== 'object') return;
    const fields = value as Fields;
    for (const name of optional) if (fields[name] === null || fields[name] === '') delete fields[name];
    for (const { name, drop } of lists) drop(fields[name]);
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

/** What is read of a schema here. */
type Parts = TSchema & {
  readonly type?: string;
  readonly properties?: Record<string, Parts>;
  readonly items?: Parts;
  readonly required?: readonly string[];
};

/** The fields that a schema knows. All but strings hold numbers. */
function knownFields(schema: TSchema): { name: string; isNumber: boolean; isOptional: boolean }[] {
  const { properties = {}, required = [] } = schema as Parts;
  return Object.entries(properties).map(([name, { type }]) => {
    return { name, isNumber: type !== 'string', isOptional: !required.includes(name) };
  });
}
