import * as contract from '../packages/contract/dist/index.js';

/** What the client knows of the wire, written from the schemas of the contract: the package that is installed stands alone. */

const { INTERFACE_MESSAGE, WIRE } = contract;
const dataOf = (response) => response.properties.data;

/** Types by name, in the files that they stand in. */
const ORDERS = {
  InputTransaction: contract.InputTransaction,
  OutputTransaction: contract.OutputTransaction,
  Refund: contract.Refund,
  PendingTransaction: contract.PendingTransaction,
  SurplusTransaction: contract.SurplusTransaction,
  ListedChild: contract.ListedChild,
  QueriedChild: contract.QueriedChild,
  ListedOrder: contract.ListedOrder,
  QueriedOrder: contract.QueriedOrder,
};
const ANSWERS = {
  QuantityLimits: contract.QuantityLimits,
  QuotedEntry: contract.QuotedEntry,
  Problem: contract.Problem,
  Factor: contract.Factor,
  Calculation: contract.Calculation,
  PlacedOrder: contract.PlacedOrder,
  OrderState: dataOf(contract.CancelResponse),
  OrderEvent: contract.OrderEvent,
  AccountEvent: contract.AccountEvent,
  FoundCode: dataOf(contract.FindResponse),
  ListedAsset: contract.ListedAsset,
  PairDuration: contract.PairDuration,
  RecentPrice: contract.RecentPrice,
  AddressCheck: dataOf(contract.ValidateAddressResponse),
  ServiceInfo: contract.ServiceInfo,
  SentTransaction: dataOf(contract.TestnetPayResponse),
  ChainTip: dataOf(contract.TestnetReorgResponse),
};
const AFFILIATES = {
  ReferralOrder: contract.ReferralOrder,
  NamedPayoutAddress: contract.NamedPayoutAddress,
  PayoutAddressState: contract.PayoutAddressState,
  OwnRefCode: contract.OwnRefCode,
  OwnSettlement: contract.OwnSettlement,
  AffiliateSummary: contract.AffiliateSummary,
  OwnStatementLine: contract.OwnStatementLine,
  OwnStatement: contract.OwnStatement,
};
const WEBHOOKS = {
  WebhookEndpoint: contract.WebhookEndpoint,
  NewWebhook: contract.NewWebhook,
  WebhookAttempt: contract.WebhookAttempt,
};
const WIDGET = {
  WidgetReady: contract.WidgetReady,
  WidgetHeight: contract.WidgetHeight,
  WidgetQuoted: contract.WidgetQuoted,
  WidgetPlaced: contract.WidgetPlaced,
  WidgetStatus: contract.WidgetStatus,
};
const REQUESTS = {
  CalculateRequest: contract.CalculateRequest,
  PlaceRequest: contract.PlaceRequest,
  ListRequest: contract.ListRequest,
  AccountEventsRequest: contract.AccountEventsRequest,
  ReferralListRequest: contract.RefcodeListRequest,
  OwnStatementRequest: contract.OwnStatementRequest,
  NamePayoutAddressRequest: contract.NamePayoutAddressRequest,
  ValidateAddressRequest: contract.ValidateAddressRequest,
  FindRequest: contract.FindRequest,
  CancelRequest: contract.CancelRequest,
  ResolveRequest: contract.ResolveRequest,
  CreateWebhookRequest: contract.CreateWebhookRequest,
  ChangeWebhookRequest: contract.ChangeWebhookRequest,
  RotateWebhookRequest: contract.RotateWebhookRequest,
  ResendWebhookRequest: contract.ResendWebhookRequest,
  WebhookAttemptsRequest: contract.WebhookAttemptsRequest,
  TestnetPayRequest: contract.TestnetPayRequest,
  TestnetMineRequest: contract.TestnetMineRequest,
  TestnetReorgRequest: contract.TestnetReorgRequest,
  TestnetDropRequest: contract.TestnetDropRequest,
};
/** What stands beside the data of an answer. */
const BESIDE = [
  contract.ListResponse,
  contract.RefcodeListResponse,
  contract.AccountEventsResponse,
  contract.ErrorEnvelope,
];
const { ORDER_STATUS, CHILD_STATUS, TRANSACTION_STATUS, SETTLE_STATUS } = contract;
const CONSTANTS = { ORDER_STATUS, CHILD_STATUS, TRANSACTION_STATUS, SETTLE_STATUS };

const HEAD = '// Written by `npm run client-types` from packages/contract.\n';
const NAMES = new Map(
  Object.entries({ ...ORDERS, ...ANSWERS, ...AFFILIATES, ...WEBHOOKS }).map(([name, schema]) => [
    schema,
    name,
  ]),
);

/** The text of each file, by its path below packages/client/src/wire. */
export function clientTypes() {
  return {
    'orders.ts': `${HEAD}${declare(ORDERS, answerField)}`,
    'answers.ts': `${HEAD}${declare(ANSWERS, answerField)}`,
    'affiliates.ts': `${HEAD}${declare(AFFILIATES, answerField)}`,
    'webhooks.ts': `${HEAD}${declare(WEBHOOKS, answerField)}`,
    'widget.ts': `${HEAD}${declare(WIDGET, answerField)}`,
    'requests.ts': `${HEAD}import type { Amount } from '../amount.ts';\n${declare(REQUESTS, requestField)}`,
    'messages.ts': `${HEAD}${messages()}`,
    'statuses.ts': `${HEAD}${Object.entries(CONSTANTS).map(constant).join('')}`,
    'numbers.ts': `${HEAD}${numbers()}`,
  };
}

function declare(types, field) {
  return Object.entries(types)
    .map(([name, schema]) => `\nexport interface ${name} ${shape(schema, field, '')}\n`)
    .join('');
}

function shape({ properties, required = [] }, field, indent) {
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(([name, schema]) => {
    const said = schema.description ?? schema[WIRE]?.description;
    const doc = said === undefined ? '' : `${inner}/** ${said} */\n`;
    return `${doc}${inner}${field(name, schema, required.includes(name), inner)}\n`;
  });
  return `{\n${lines.join('')}${indent}}`;
}

function answerField(name, schema, isRequired, indent) {
  return `readonly ${name}${isRequired ? '' : '?'}:${after(typeOf(schema, answerField, 'string', indent))};`;
}

function requestField(name, schema, isRequired, indent) {
  const type = typeOf(schema, requestField, 'Amount', indent);
  if (type.startsWith(LONG_LIST)) return `readonly ${name}?:\n${indent}  | ${type}\n${indent}  | undefined;`;
  return isRequired ? `readonly ${name}:${after(type)};` : `readonly ${name}?:${after(type)} | undefined;`;
}

const after = (type) => (type.startsWith('\n') ? type : ` ${type}`);

function typeOf(schema, field, amount, indent) {
  if (NAMES.has(schema)) return NAMES.get(schema);
  if (WIRE in schema) return schema[WIRE].type === 'integer' ? 'number' : amount;
  if (schema.enum !== undefined) return choice(schema.enum, indent);
  if (schema.anyOf !== undefined)
    return schema.anyOf.map((each) => typeOf(each, field, amount, indent)).join(' | ');
  switch (schema.type) {
    case 'integer':
      return 'number';
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'array':
      return listOf(schema.items, field, amount, indent);
    case 'object':
      return shape(schema, field, indent);
    default:
      throw new TypeError(`no type for ${JSON.stringify(schema)}`);
  }
}

/** A list of a choice that needs lines of its own. */
const LONG_LIST = 'readonly (\n';

function listOf(items, field, amount, indent) {
  const type = typeOf(items, field, amount, indent);
  if (!type.startsWith('\n')) return `readonly ${listed(type)}[]`;
  const inner = `${indent}    `;
  return `${LONG_LIST.trimEnd()}${typeOf(items, field, amount, inner)}\n${inner})[]`;
}

const listed = (type) => (type.includes(' | ') && !type.startsWith('{') ? `(${type})` : type);

/** What is longer stands in lines of its own, as the formatter has it. */
const LONGEST_LINE = 110;
/** What stands before and behind a choice, at most. */
const AROUND = 20;

function choice(words, indent) {
  const quoted = words.map((word) => `'${word}'`);
  if (quoted.join(' | ').length < LONGEST_LINE - AROUND) return quoted.join(' | ');
  return quoted.map((word) => `\n${indent}  | ${word}`).join('');
}

function messages() {
  const said = Object.values(INTERFACE_MESSAGE).filter((message) => message !== INTERFACE_MESSAGE.success);
  const lines = said.map((message) => `\n  | '${message}'`).join('');
  return `\n/** All that the service says when it refuses, or cannot. A newer service may say more. */\nexport type Message =${lines};\n`;
}

function constant([name, values]) {
  const lines = Object.entries(values).map(([key, value]) => `  ${key}: ${value},\n`);
  return `\nexport const ${name} = {\n${lines.join('')}} as const;\n`;
}

/** Which numbers are counts and times, and which names of a request are amounts: nothing else on the wire says so. */
function numbers() {
  const whole = new Set();
  const exact = new Set();
  const sort = (name, schema) => {
    if (WIRE in schema) (schema[WIRE].type === 'integer' ? whole : exact).add(name);
    else if (schema.type === 'integer') whole.add(name);
    else if (schema.type === 'array') sort('in a list', schema.items);
    for (const [inner, each] of Object.entries(schema.properties ?? {})) sort(inner, each);
    for (const each of schema.anyOf ?? []) sort(name, each);
  };
  for (const schema of [...BESIDE, ...Object.values({ ...ORDERS, ...ANSWERS, ...AFFILIATES, ...WEBHOOKS })])
    sort('', schema);
  const both = [...whole].filter((name) => exact.has(name) || name === 'in a list');
  if (both.length > 0) throw new TypeError(`not always a whole number: ${both.join(', ')}`);
  const answered = list(
    'WHOLE',
    'Numbers of answers that are counts and times; all others are amounts.',
    whole,
  );
  exact.clear();
  for (const schema of Object.values(REQUESTS)) sort('', schema);
  return answered + list('AMOUNTS', 'Fields of requests that are amounts.', exact);
}

function list(name, doc, words) {
  const quoted = [...words].sort().map((word) => `'${word}'`);
  const begin = `export const ${name}: ReadonlySet<string> = new Set([`;
  const line = `${begin}${quoted.join(', ')}]);`;
  const lines = quoted.map((word) => `  ${word},\n`).join('');
  return `\n/** ${doc} */\n${line.length <= LONGEST_LINE ? line : `${begin}\n${lines}]);`}\n`;
}
