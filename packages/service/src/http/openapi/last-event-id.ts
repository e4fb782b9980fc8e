import { ParameterError } from '../errors.ts';

/** The number in the header; undefined without one. It wins over the URL, which a browser never changes. */
export function lastEventId(value: string | string[] | undefined): number | undefined {
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string' || !/^\d{1,15}$/.test(value))
    throw new ParameterError('Last-Event-ID: must be the number of an event');
  return Number(value);
}
