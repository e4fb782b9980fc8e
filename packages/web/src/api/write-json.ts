import { Decimal } from '@swapdesk/contract/plain';

/** What a request can hold. A number is a Decimal, so that it keeps its digits. */
export type Writable =
  | string
  | boolean
  | Decimal
  | null
  | undefined
  | readonly Writable[]
  | { readonly [name: string]: Writable };

/** Writes JSON digit for digit: JSON.stringify would take every number through a binary float. */
export function writeJson(value: Writable): string {
  if (value instanceof Decimal) return value.toString();
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isList(value)) return `[${value.map(writeJson).join(',')}]`;
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${writeJson(field)}`).join(',')}}`;
}

function isList(value: object): value is readonly Writable[] {
  return Array.isArray(value);
}
