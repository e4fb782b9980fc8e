import { type Example, type ExampleStep, Given, type Params, type WritingFor } from './example.ts';
import { type Literals, literal } from './literal.ts';

/** What the client calls an operation that takes its parameters as they are. */
const METHODS: Readonly<Record<string, string>> = {
  calculate: 'calculate',
  place: 'place',
  list: 'list',
  refcodeList: 'referralList',
  validateAddress: 'validateAddress',
  cancel: 'cancel',
  find: 'find',
  resolve: 'resolve',
  accountEvents: 'accountEvents',
  webhookCreate: 'webhooks.create',
  webhookChange: 'webhooks.change',
  webhookRotate: 'webhooks.rotate',
  webhookAttempts: 'webhooks.attempts',
  webhookResend: 'webhooks.resend',
  affiliateStatement: 'affiliateStatement',
  payoutAddressName: 'namePayoutAddress',
  testnetPay: 'testnet.pay',
};
/** Those that take nothing. */
const BARE: Readonly<Record<string, string>> = {
  assets: 'assets',
  prices: 'prices',
  service: 'service',
  durations: 'durations',
  webhookList: 'webhooks.list',
  affiliate: 'affiliate',
  payoutAddress: 'payoutAddress',
  payoutAddressUndo: 'undoPayoutAddress',
};
/** Those that take one thing by itself. */
const OF_ONE: Readonly<Record<string, string>> = {
  query: 'query',
  webhookPause: 'webhooks.pause',
  webhookResume: 'webhooks.resume',
  webhookRemove: 'webhooks.remove',
  webhookTest: 'webhooks.test',
};

/** The example as a module of Node, with our client; plain JavaScript too. */
export function writeTypescript({ isSigned, said, steps }: Example, around: WritingFor): string {
  if (steps.every((step) => step.kind === 'call' && clientCall(step.operation, step.params) === null))
    return steps.map((step) => fetched(step, around)).join('\n');
  const names = steps.some(({ kind }) => kind === 'wait') ? 'ORDER_STATUS, SwapdeskClient' : 'SwapdeskClient';
  const url = `url: '${around.origin}'`;
  const options = isSigned
    ? `{\n  ${url},\n  key: process.env.SWAPDESK_KEY,\n  secret: process.env.SWAPDESK_SECRET,\n}`
    : `{ ${url} }`;
  const surroundings =
    said.length === 0 ? '' : `const { ${said.map((name) => `${name} = ''`).join(', ')} } = process.env;\n`;
  const lines = steps.map((step) => write(step, around)).join('\n');
  return `import { ${names} } from '@swapdesk/client';

${surroundings}const desk = new SwapdeskClient(${options});

${lines}`;
}

function write(step: ExampleStep, around: WritingFor): string {
  if (step.kind === 'wait')
    return `for await (const { status } of desk.events(${step.queryCode.name})) {\n  if (status === ORDER_STATUS.frozen) break;\n}`;
  if (step.kind === 'stream') {
    const [code] = Object.values(step.params);
    const stream = code instanceof Given ? `desk.events(${code.name})` : 'desk.followAccount()';
    return `for await (const event of ${stream}) {\n  console.log(event);\n  break; // It goes on until you leave.\n}`;
  }
  const call = clientCall(step.operation, step.params);
  if (call === null) return fetched(step, around);
  if (step.keeps.length === 0) return `console.log(await ${call});`;
  return `const { ${step.keeps.map(({ name }) => name).join(', ')} } = await ${call};`;
}

/** Null for what the client has no method for, as another does the same. */
function clientCall(operation: string, params: Params): string | null {
  const [bare, ofOne, method] = [BARE[operation], OF_ONE[operation], METHODS[operation]];
  if (bare !== undefined) return `desk.${bare}()`;
  if (ofOne !== undefined)
    return `desk.${ofOne}(${Object.values(params).map((each) => literal(each, TYPESCRIPT))})`;
  return method === undefined ? null : `desk.${method}(${literal(params, TYPESCRIPT)})`;
}

function fetched(step: ExampleStep, around: WritingFor): string {
  const { path } = around.placeOf(step.kind === 'wait' ? 'query' : step.operation);
  return `const answer = await fetch('${around.origin}${path}');\nconsole.log(await answer.json());`;
}

const TYPESCRIPT: Literals = {
  text: quoted,
  exact: (digits) => (/^\d{1,9}$/.test(digits) ? digits : quoted(digits)),
  given: ({ name }) => name,
  entry: (name, value, written) =>
    value instanceof Given && value.name === name ? name : `${name}: ${written}`,
  braces: ['{ ', ' }'],
};

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
