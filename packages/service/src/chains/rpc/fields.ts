import { Decimal, type Json, powerOfTen } from '@swapdesk/contract';
import { RpcUnreachable } from './errors.ts';

/** A JSON object of a node's answer. */
export type Fields = { readonly [name: string]: Json };

export function isFields(value: Json | undefined): value is { [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Decimal);
}

/** The answer as an object. These readers throw where a node answers something else than it should. */
export function fieldsOf(value: Json | undefined): Fields {
  return isFields(value) ? value : unexpected('an object', value);
}

export function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : unexpected('a list', value);
}

export function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : unexpected('a text', value);
}

export function integerOf(value: Json | undefined): number {
  const integer = value instanceof Decimal ? value.toInteger() : null;
  return integer ?? unexpected('a whole number', value);
}

/** A decimal number as base units, exactly: one with more places than the unit has is no amount. */
export function unitsOf(value: Json | undefined, decimals: number): bigint {
  if (!(value instanceof Decimal)) return unexpected('an amount', value);
  const units = value.truncate(decimals);
  const digits = value.exponent + decimals;
  const isExact = digits >= 0 || units * powerOfTen(-digits) === value.coefficient;
  return isExact ? units : unexpected('an amount', value);
}

function unexpected(wanted: string, found: Json | undefined): never {
  const shown = found instanceof Decimal ? String(found) : (JSON.stringify(found) ?? 'nothing');
  throw new RpcUnreachable(`The node answered ${shown.slice(0, 100)} where ${wanted} is expected`);
}
