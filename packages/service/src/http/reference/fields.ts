import type { ParameterNode, ReferenceSchema } from './schema-node.ts';

type Schemas = Readonly<Record<string, ReferenceSchema>>;

/** One line of what a request takes, or an answer has. */
export interface ReferenceField {
  /** Where it stands, as in `data.to[].to_abbr`. */
  readonly path: string;
  readonly type: string;
  readonly isAlwaysThere: boolean;
  readonly description: string;
  /** Bounds and defaults. */
  readonly facts: readonly string[];
  /** What it can be, where that is a few words. */
  readonly words: readonly string[];
  /** The schema that has a name and says what is below it. */
  readonly schemaName: string | null;
}

const REFERENCE = '#/components/schemas/';

/** Every field of a schema, those within fields too, in its order. */
export function fieldsOf(schema: ReferenceSchema, schemas: Schemas, before = ''): ReferenceField[] {
  const { node } = resolved(schema, schemas);
  const { properties = {}, required = [] } = node;
  return Object.entries(properties).flatMap(([name, property]) => {
    const path = `${before}${name}`;
    return [fieldOf(path, property, required.includes(name), schemas), ...below(path, property, schemas)];
  });
}

/** What stands in the query or the head of a request has nothing below it. */
export function parameterField({ name, schema, required, description }: ParameterNode): ReferenceField {
  const node = description === undefined ? schema : { ...schema, description };
  return fieldOf(name, node, required, {});
}

/** The name of the schema that this one is, or that its entries are. */
export function nameOf({ $ref, items, anyOf }: ReferenceSchema): string | null {
  if ($ref !== undefined) return $ref.slice(REFERENCE.length);
  const within = items ?? anyOf?.find((each) => nameOf(each) !== null);
  return within === undefined ? null : nameOf(within);
}

function resolved(schema: ReferenceSchema, schemas: Schemas): { readonly node: ReferenceSchema } {
  const { $ref } = schema;
  return { node: $ref === undefined ? schema : (schemas[$ref.slice(REFERENCE.length)] ?? schema) };
}

function below(path: string, schema: ReferenceSchema, schemas: Schemas): ReferenceField[] {
  const { node } = resolved(schema, schemas);
  const { items, anyOf = [], patternProperties = {} } = node;
  if (items !== undefined) return [...below(`${path}[]`, items, schemas)];
  const [ofAnyName] = Object.values(patternProperties);
  if (ofAnyName !== undefined) return below(`${path}.*`, ofAnyName, schemas);
  const own = fieldsOf(node, schemas, `${path}.`);
  return [...own, ...anyOf.flatMap((each) => below(path, each, schemas))];
}

function fieldOf(
  path: string,
  schema: ReferenceSchema,
  isAlwaysThere: boolean,
  schemas: Schemas,
): ReferenceField {
  const { node } = resolved(schema, schemas);
  return {
    path,
    type: typeOf(schema, schemas),
    isAlwaysThere,
    description: schema.description ?? node.description ?? '',
    facts: factsOf(node),
    words: wordsOf(node),
    schemaName: nameOf(schema),
  };
}

function typeOf(schema: ReferenceSchema, schemas: Schemas): string {
  const { node } = resolved(schema, schemas);
  const { type, items, anyOf } = node;
  if (anyOf !== undefined) return anyOf.map((each) => typeOf(each, schemas)).join(' or ');
  if (items !== undefined) return `array of ${typeOf(items, schemas)}`;
  return type ?? (node.const === undefined ? 'string' : typeof node.const);
}

function wordsOf(node: ReferenceSchema): string[] {
  const words = node.enum ?? (node.const === undefined ? [] : [node.const]);
  if (words.length > 0) return words.map((word) => JSON.stringify(word));
  return node.items === undefined ? [] : wordsOf(node.items);
}

function factsOf(node: ReferenceSchema): string[] {
  const { minimum, exclusiveMinimum, maximum, minLength, maxLength, minItems, maxItems } = node;
  const facts = [
    minimum !== undefined ? `at least ${minimum}` : '',
    exclusiveMinimum !== undefined ? `above ${exclusiveMinimum}` : '',
    maximum !== undefined ? `at most ${maximum}` : '',
    between(minLength, maxLength, 'characters'),
    between(minItems, maxItems, 'entries'),
    node.default !== undefined ? `${JSON.stringify(node.default)} if left out` : '',
  ];
  return facts.filter((fact) => fact !== '');
}

function between(least: number | undefined, most: number | undefined, what: string): string {
  if (most === undefined) return least === undefined ? '' : `at least ${least} ${what}`;
  return least === undefined ? `at most ${most} ${what}` : `${least} to ${most} ${what}`;
}
