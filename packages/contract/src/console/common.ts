import Type, { type Static, type TSchema } from 'typebox';
import { Envelope } from '../envelope.ts';
import { Amount, Integer, OneOf, Text } from '../schema.ts';

/**
 * The operators' console, below /console/api. Not part of the public interface: it serves our own pages and changes with
 * them. The same envelope and the same exact numbers. Times are Unix seconds; 0: has not happened.
 */
export const CONSOLE_PREFIX = '/console/api';

/** Every POST carries this header: the token that the session's own answer gives (`SessionData.token`). */
export const CONSOLE_TOKEN_HEADER = 'x-console-token';

/** What an operator may do, each all that the one before may: see; act on orders; everything. */
export const OPERATOR_ROLES = ['viewer', 'support', 'admin'] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];
export const OperatorRoleSchema = OneOf([...OPERATOR_ROLES]);

export const Nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

export const Time = (description: string) =>
  Integer({ description: `${description}, Unix seconds; 0: never` });

/** An asset in a request. */
export const assetName = {
  chain: Text({ minLength: 1, maxLength: 64 }, { description: 'Chain name' }),
  abbr: Text({ minLength: 1, maxLength: 64 }, { description: 'Coin name' }),
};

/** So much of an asset. */
export const AssetAmount = Type.Object({
  chain: Type.String(),
  abbr: Type.String(),
  amount: Amount({ description: 'In whole coins' }),
});
export type AssetAmount = Static<typeof AssetAmount>;

/** What changed in an act: before and after, for a person; null: there was, or is, nothing. */
export const Change = Type.Object({
  what: Type.String(),
  before: Nullable(Type.String()),
  after: Nullable(Type.String()),
});
export type Change = Static<typeof Change>;

/** One act of an operator, or of somebody on the command line. Never changed, never deleted. */
export const AuditEntry = Type.Object({
  id: Integer(),
  at: Time('When'),
  actor: Type.String({ description: 'Name of the operator; on the command line the user of the machine' }),
  via: OneOf(['console', 'command line', 'engine']),
  address: Type.String({ description: 'From where; empty on the command line' }),
  act: Type.String({ description: 'What was done, e.g. "order freeze"' }),
  subject: Type.String({ description: 'On what, e.g. an order number or "Ethereum ETH"' }),
  changes: Type.Array(Change),
});
export type AuditEntry = Static<typeof AuditEntry>;

/** The answer of an act that has nothing to tell. */
export const DoneResponse = Envelope({});
/** For whatever takes no parameters. */
export const NoInput = Type.Object({});

/** Where a list goes on: `next` of the page before. */
export const cursor = Type.Optional(Text({ maxLength: 128 }, { description: '`next` of the page before' }));
export const Next = Nullable(Type.String({ description: 'Where the list goes on; null: this is the end' }));
