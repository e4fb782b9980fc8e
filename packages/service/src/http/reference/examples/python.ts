import type { Example, ExampleCall, ExampleStep, WritingFor } from './example.ts';
import { type Literals, literal } from './literal.ts';

/** The example as a program that needs nothing but Python's own library. */
export function writePython(example: Example, around: WritingFor): string {
  const { isSigned, said, steps } = example;
  const isStreamed = steps.some(({ kind }) => kind === 'stream');
  const isCalled = steps.some(({ kind }) => kind !== 'stream');
  const settings = [
    `URL = "${around.origin}"`,
    ...(isSigned ? ['KEY = os.environ["SWAPDESK_KEY"]', 'SECRET = os.environ["SWAPDESK_SECRET"]'] : []),
    ...said.map((name) => `${name} = os.environ["${name}"]`),
  ];
  return [
    importsOf(example, isCalled, isStreamed),
    settings.join('\n'),
    '',
    isSigned ? SIGNED_ASK : ASK,
    ...(isCalled ? [CALL] : []),
    `\n${steps.map((step) => write(step, around)).join('\n')}`,
  ].join('\n');
}

function importsOf({ isSigned, said, steps }: Example, isCalled: boolean, isStreamed: boolean): string {
  const isWaiting = steps.some(({ kind }) => kind === 'wait');
  const modules = [
    ...(isSigned ? ['hashlib', 'hmac'] : []),
    ...(isCalled || isStreamed ? ['json'] : []),
    ...(isSigned || said.length > 0 ? ['os'] : []),
    ...(isSigned ? ['secrets'] : []),
    ...(isSigned || isWaiting ? ['time'] : []),
  ];
  return `${modules.map((name) => `import ${name}`).join('\n')}
${isCalled ? 'from decimal import Decimal\n' : ''}from urllib.parse import urlencode
from urllib.request import Request, urlopen
`;
}

const ASK = `
def ask(method, path, params):
    query = urlencode(params) if method == "GET" else ""
    body = json.dumps(params) if method == "POST" else ""
    headers = {"Content-Type": "application/json"}
    url = f"{URL}{path}?{query}"
    return urlopen(Request(url, body.encode() or None, headers, method=method))
`;

const SIGNED_ASK = `
def ask(method, path, params):
    query = urlencode(params) if method == "GET" else ""
    body = json.dumps(params) if method == "POST" else ""
    nonce, timestamp = secrets.token_hex(16), str(int(time.time()))
    # Two lines stay empty: Ref-Code and Idempotency-Key are not sent.
    lines = [method, path, query, KEY, nonce, timestamp, "", "", body]
    text = "\\n".join(lines).encode()
    headers = {
        "Content-Type": "application/json",
        "X-Api-Key": KEY,
        "X-Api-Nonce": nonce,
        "X-Api-Timestamp": timestamp,
        "X-Api-Signature-V2": hmac.new(SECRET.encode(), text, hashlib.sha256).hexdigest(),
    }
    url = f"{URL}{path}?{query}"
    return urlopen(Request(url, body.encode() or None, headers, method=method))
`;

const CALL = `
def call(method, path, params):
    with ask(method, path, params) as answer:
        answered = json.load(answer, parse_float=Decimal)
    if answered["code"] != 0:
        raise SystemExit(answered["msg"])
    return answered["data"]
`;

function write(step: ExampleStep, around: WritingFor): string {
  if (step.kind === 'wait') {
    const { method, path } = around.placeOf('query');
    const asking = `call("${method}", "${path}", {"query_code": ${step.queryCode.name}})`;
    return `while ${asking}["status"] != 7:\n    time.sleep(1)`;
  }
  const { method, path } = around.placeOf(step.operation);
  const asking = `("${method}", "${path}", ${literal(step.params, PYTHON)})`;
  if (step.kind === 'stream')
    return `with ask${asking} as stream:
    for line in stream:
        if line.startswith(b"data:"):
            print(json.loads(line[5:]))
            break  # It goes on until you leave.`;
  return step.keeps.length === 0 ? `print(call${asking})` : keeping(`call${asking}`, step);
}

function keeping(asking: string, { keeps }: ExampleCall): string {
  return [`answer = ${asking}`, ...keeps.map(({ name }) => `${name} = answer["${name}"]`)].join('\n');
}

const PYTHON: Literals = {
  text: (text) => JSON.stringify(text),
  exact: (digits) => digits,
  given: ({ name }) => name,
  entry: (name, _value, written) => `"${name}": ${written}`,
  braces: ['{', '}'],
};
