import {
  AccountEvent,
  AffiliateSummary,
  Calculation,
  CODE,
  ErrorEnvelope,
  ExchangeErrorEnvelope,
  Factor,
  ListedAsset,
  ListedOrder,
  MESSAGE,
  NewWebhook,
  OrderEvent,
  OwnStatement,
  PayoutAddressState,
  PlacedOrder,
  Problem,
  QuantityLimits,
  QueriedOrder,
  QuotedEntry,
  RecentPrice,
  ReferralOrder,
  ServiceInfo,
  toJsonSchema,
  WebhookAttempt,
  WebhookEndpoint,
} from '@swapdesk/contract';
import type { TSchema } from 'typebox';

type Node = Record<string, unknown>;

/** What has a name in the document: what answers are made of, each described once. */
const NAMED: Readonly<Record<string, TSchema>> = {
  Error: ErrorEnvelope,
  ExchangeError: ExchangeErrorEnvelope,
  Problem,
  QuantityLimits,
  Calculation,
  QuotedEntry,
  Factor,
  PlacedOrder,
  QueriedOrder,
  ListedOrder,
  OrderEvent,
  AccountEvent,
  ReferralOrder,
  PayoutAddressState,
  AffiliateSummary,
  OwnStatement,
  ListedAsset,
  RecentPrice,
  WebhookEndpoint,
  NewWebhook,
  WebhookAttempt,
  ServiceInfo,
};

const NAMES = new Map<unknown, string>(Object.entries(NAMED).map(([name, schema]) => [schema, name]));

export function namedSchemas(): Node {
  const nodes = Object.entries(NAMED).map(([name, schema]) => [
    name,
    toJsonSchema(schema, (part) => nameBelow(part, schema)),
  ]);
  return { ...Object.fromEntries(nodes), QuantityError: quantityError() };
}

/** The refusals of quantities carry the limits as data. */
function quantityError(): Node {
  return {
    type: 'object',
    required: ['code', 'msg', 'data'],
    properties: {
      code: { const: CODE.wrongRequest },
      msg: { enum: [MESSAGE.quantityTooSmall, MESSAGE.quantityTooLarge] },
      data: named('QuantityLimits'),
      errors: { type: 'array', items: named('Problem') },
    },
  };
}

/** A schema as plain JSON Schema; what has a name, by it. */
export function schemaNode(schema: TSchema): Node {
  return toJsonSchema(schema, (part) => NAMES.get(part));
}

export function named(name: string): Node {
  return { $ref: `#/components/schemas/${name}` };
}

/** A named schema does not point to itself. */
function nameBelow(part: unknown, self: TSchema): string | undefined {
  return part === self ? undefined : NAMES.get(part);
}
