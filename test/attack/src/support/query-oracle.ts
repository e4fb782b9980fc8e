import { BAD, NOT_FOUND, SENSELESS, SUCCESS } from './answers.ts';
import { exact, type Node, type Scan, scan } from './json-text.ts';
import { lengthOf, type Request, textOf } from './request.ts';

/** What may be answered to query and the lists. */

interface Param {
  readonly kind: 'text' | 'token' | 'other' | 'odd';
  readonly value: string;
}

export function ofQuery(request: Request): string[] {
  const own = request.endpoint === 'query' ? [NOT_FOUND, SUCCESS] : [SENSELESS, SUCCESS];
  const body = request.body.length === 0 ? null : textOf(request.body);
  let read: Scan | null = null;
  if (request.body.length > 0) {
    read = body === null ? null : scan(body);
    if (read === null) return [BAD];
    if (read.isOdd) return [BAD, ...own];
    if (read.node.kind !== 'object') return [BAD];
  }
  const params = new Map<string, Param>();
  for (const [name, node] of read?.node.kind === 'object' ? read.node.fields : [])
    if (node.kind !== 'null') params.set(name, paramOf(node));
  const isOdd = readQueryString(request.query, params, KNOWN[request.endpoint] ?? []);
  const verdict = request.endpoint === 'query' ? queryVerdict(params) : listVerdict(params, request.endpoint);
  return isOdd ? [BAD, ...own] : verdict;
}

function paramOf(node: Node): Param {
  if (node.kind === 'string') return { kind: 'text', value: node.text };
  return node.kind === 'number' ? { kind: 'token', value: node.token } : { kind: 'other', value: '' };
}

const TEXTS = ['query_code', 'direction', 'ref_code'];

/** Puts the query string over what the body said; true if parts of it can be read in more than one way. */
function readQueryString(query: string, params: Map<string, Param>, known: readonly string[]): boolean {
  let isOdd = false;
  const seen = new Set<string>();
  for (const part of query.split('&')) {
    if (part === '') continue;
    const [rawName = '', ...rest] = part.split('=');
    const [name, value] = [decoded(rawName), decoded(rest.join('='))];
    if (name === null || value === null || /[\0\p{Surrogate}]/u.test(name + value)) isOdd = true;
    // A name that stands twice is refused where it means something; elsewhere it may be.
    if (name !== null && seen.has(name)) isOdd = !known.includes(name) || isOdd;
    if (name === null) continue;
    const kind = value === null ? 'odd' : seen.has(name) ? 'other' : 'text';
    seen.add(name);
    // Nothing after the name of what may be left out: as if it were not there.
    if (kind === 'text' && value === '' && name !== 'query_code') continue;
    params.set(
      name,
      kind === 'text' && !TEXTS.includes(name) ? asToken(value as string) : { kind, value: value ?? '' },
    );
  }
  return isOdd;
}

const PAGING = ['page', 'page_size', 'created_start', 'created_end', 'direction'];
const KNOWN: Record<string, readonly string[]> = {
  query: ['query_code'],
  list: [...PAGING, 'status'],
  refcode: [...PAGING, 'ref_code', 'settle_status'],
};

function decoded(raw: string): string | null {
  try {
    return decodeURIComponent(raw.replaceAll('+', ' '));
  } catch {
    return null;
  }
}

function asToken(value: string): Param {
  if (/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(value)) {
    return { kind: Number.isFinite(Number(value)) ? 'token' : 'other', value };
  }
  // ' 1', '+1' and '01' are numbers to some.
  return { kind: value.trim() === '' || Number.isNaN(Number(value)) ? 'other' : 'odd', value };
}

function queryVerdict(params: ReadonlyMap<string, Param>): string[] {
  const code = params.get('query_code');
  if (code === undefined || code.kind === 'other' || code.kind === 'token') return [BAD];
  if (code.kind === 'odd') return [BAD, NOT_FOUND];
  const length = lengthOf(code.value);
  return length < 1 || length > 128 ? [BAD] : [NOT_FOUND, SUCCESS];
}

function listVerdict(given: ReadonlyMap<string, Param>, endpoint: 'list' | 'refcode' | string): string[] {
  const params = new Map([...given].filter(([, { kind, value }]) => kind !== 'text' || value !== ''));
  const whole = (name: string) => wholeOf(params.get(name));
  const facetName = endpoint === 'list' ? 'status' : 'settle_status';
  const [page, size, start, end, facet] = [
    'page',
    'page_size',
    'created_start',
    'created_end',
    facetName,
  ].map(whole);
  const direction = params.get('direction');
  const refCode = endpoint === 'refcode' ? params.get('ref_code') : undefined;
  const words =
    direction === undefined || ['DESC', 'ASC'].includes(direction.kind === 'text' ? direction.value : '');
  const isBad =
    [page, size, start, end, facet].includes('bad') ||
    (typeof page === 'bigint' && page < 1n) ||
    (typeof size === 'bigint' && (size < 1n || size > 100n)) ||
    !words ||
    (refCode !== undefined && (refCode.kind !== 'text' || lengthOf(refCode.value) > 128));
  if (isBad) return [BAD];
  if ([page, size, start, end, facet].includes('odd')) return [BAD, SENSELESS, SUCCESS];
  const statuses = endpoint === 'list' ? [1n, 2n, 3n, 4n, 5n, 7n, 8n, 9n] : [1n, 2n];
  const isSenseless =
    (typeof start === 'bigint' && typeof end === 'bigint' && start > end) ||
    (typeof facet === 'bigint' && !statuses.includes(facet));
  return isSenseless ? [SENSELESS] : [SUCCESS];
}

function wholeOf(param: Param | undefined): bigint | 'bad' | 'odd' | null {
  if (param === undefined) return null;
  if (param.kind === 'other' || param.kind === 'text') return 'bad';
  if (param.kind === 'odd') return 'odd';
  const { coefficient, places } = exact(param.value);
  const unit = 10n ** BigInt(places);
  // A time or a status with a fraction, or beyond what a float counts exactly: malformed to some, absurd to others.
  if (coefficient % unit !== 0n) return 'odd';
  const value = coefficient / unit;
  return value > 2n ** 53n || value < -(2n ** 53n) ? 'odd' : value;
}
