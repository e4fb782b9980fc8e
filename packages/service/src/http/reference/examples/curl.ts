import {
  Exact,
  type Example,
  type ExampleCall,
  type ExampleStep,
  Given,
  type Params,
  type Value,
  type WritingFor,
} from './example.ts';
import { type Literals, literal } from './literal.ts';

/** How long a stream is read: it has no end. */
const STREAM_S = 5;

const SIGNED = (
  origin: string,
) => `# SWAPDESK_KEY and SWAPDESK_SECRET: the key of your account, and its secret.
signed() {  # METHOD PATH QUERY BODY, then what curl is to do
  method=$1 path=$2 query=$3 body=$4
  shift 4
  nonce=$(openssl rand -hex 16) timestamp=$(date +%s)
  # Two lines stay empty: Ref-Code and Idempotency-Key are not sent.
  signature=$(printf '%s\\n%s\\n%s\\n%s\\n%s\\n%s\\n\\n\\n%s' "$method" "$path" \\
    "$query" "$SWAPDESK_KEY" "$nonce" "$timestamp" "$body" |
    openssl dgst -sha256 -hmac "$SWAPDESK_SECRET" -r | cut -d ' ' -f 1)
  curl -s -X "$method" "${origin}$path?$query" -d "$body" \\
    -H 'Content-Type: application/json' -H "X-Api-Key: $SWAPDESK_KEY" \\
    -H "X-Api-Nonce: $nonce" -H "X-Api-Timestamp: $timestamp" \\
    -H "X-Api-Signature-V2: $signature" "$@"
}

`;

/** The example as a script of any shell, with curl, and openssl where it signs. */
export function writeCurl({ isSigned, said, steps }: Example, around: WritingFor): string {
  const head = said.map((name) => `: "\${${name}:?is to be said}"\n`).join('');
  const written = steps.map((step, n) => {
    const line = write(step, isSigned, around);
    // An answer does not end its line.
    const isBetween = n < steps.length - 1 && step.kind === 'call' && step.keeps.length === 0;
    return isBetween ? `${line}\necho` : line;
  });
  return `${head}${isSigned ? SIGNED(around.origin) : ''}${written.join('\n')}`;
}

function write(step: ExampleStep, isSigned: boolean, around: WritingFor): string {
  if (step.kind === 'wait') {
    const { path } = around.placeOf('query');
    const asking = `curl -s "${around.origin}${path}?query_code=$${step.queryCode.name}"`;
    return `until ${asking} |\n  grep -q '"status":7'; do sleep 1; done`;
  }
  const more = step.kind === 'stream' ? ` -N --max-time ${STREAM_S}` : '';
  const asking = isSigned ? signedCall(step, more, around) : plainCall(step, more, around);
  if (step.kind === 'stream') return `# It goes on: it is left after ${STREAM_S} seconds.\n${asking}`;
  return step.keeps.length === 0 ? asking : keeping(asking, step);
}

function keeping(asking: string, { keeps }: ExampleCall): string {
  const lines = keeps.map(({ name, isNumber }) => {
    const value = isNumber ? `"${name}":\\([0-9]*\\)` : `"${name}":"\\([^"]*\\)"`;
    return `${name}=$(printf '%s' "$answer" | sed 's/.*${value}.*/\\1/')`;
  });
  return [`answer=$(${asking})`, ...lines].join('\n');
}

function plainCall(
  { operation, params }: Exclude<ExampleStep, { kind: 'wait' }>,
  more: string,
  around: WritingFor,
): string {
  const { method, path } = around.placeOf(operation);
  const url = `${around.origin}${path}`;
  if (method === 'POST')
    return `curl -s${more} ${url} \\\n  -H 'Content-Type: application/json' -d ${bodyOf(params)}`;
  const query = queryOf(params);
  return query === '' ? `curl -s${more} ${url}` : `curl -s${more} "${url}?${query}"`;
}

function signedCall(
  { operation, params }: Exclude<ExampleStep, { kind: 'wait' }>,
  more: string,
  around: WritingFor,
): string {
  const { method, path } = around.placeOf(operation);
  const query = method === 'GET' ? `"${queryOf(params)}"` : "''";
  return `signed ${method} ${path} ${query.replace('""', "''")} ${method === 'POST' ? bodyOf(params) : "''"}${more}`;
}

function queryOf(params: Params): string {
  const parts = Object.entries(params).map(([name, value]) => `${name}=${inQuery(value)}`);
  return parts.join('&');
}

function inQuery(value: Value): string {
  if (value instanceof Given) return `$${value.name}`;
  return encodeURIComponent(value instanceof Exact ? value.digits : String(value));
}

/** Stands in single quotes, which variables break out of. */
function bodyOf(params: Params): string {
  return `'${literal(params, JSON_IN_SHELL)}'`;
}

const JSON_IN_SHELL: Literals = {
  text: (text) => JSON.stringify(text).replaceAll("'", "'\\''"),
  exact: (digits) => digits,
  given: ({ name, isNumber }) => (isNumber ? `'"$${name}"'` : `"'"$${name}"'"`),
  entry: (name, _value, written) => `"${name}": ${written}`,
  braces: ['{', '}'],
};
