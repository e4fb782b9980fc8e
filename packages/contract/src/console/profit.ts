import Type, { type Static } from 'typebox';
import { Envelope } from '../envelope.ts';
import { Amount, OneOf, Text } from '../schema.ts';
import { AssetAmount, Nullable } from './common.ts';

/** What the desk earned, by the ledger. Amounts in USDT, at the prices of each posting, with every digit. */

const day = (description: string) => Type.Optional(Text({ maxLength: 10 }, { description }));

const span = {
  from: day('First day, UTC, such as 2026-01-31; none: from the beginning'),
  to: day('Last day, UTC; none: until now'),
};

/** GET /profit */
export const PROFIT_BY = ['day', 'pair', 'venue', 'order'] as const;
export const ProfitRequest = Type.Object({ by: OneOf([...PROFIT_BY]), ...span });
export type ProfitRequest = Static<typeof ProfitRequest>;

/** What came together by one day, pair, venue, or order and day. */
export const ProfitGroup = Type.Object({
  names: Type.Array(Type.String(), {
    description: 'The day, pair or venue; of an order its day, number and pair. Empty: of none',
  }),
  parts: Type.Array(Type.Object({ part: Type.String(), value: Amount() })),
  result: Amount({ description: 'All parts together' }),
  capital: Amount({ description: 'Put in, less taken out: no result' }),
});
export type ProfitGroup = Static<typeof ProfitGroup>;

/** What is the operator's own of an asset now, or of a coin at a venue, whose name then stands for a chain's. */
export const HeldAsset = Type.Object({
  ...AssetAmount.properties,
  cost: Amount({ description: 'What it came in at, by average cost' }),
  price: Nullable(Amount({ description: 'The last; null: there is none' })),
  value: Nullable(Amount()),
  unrealised: Nullable(Amount({ description: 'Value less cost' })),
});
export type HeldAsset = Static<typeof HeldAsset>;

export const ProfitResponse = Envelope({
  data: Type.Object({
    parts: Type.Array(Type.String(), { description: 'Every part of the result, in order' }),
    days: Type.Array(ProfitGroup, {
      description: 'By day, oldest first; days on which nothing was booked are left out',
    }),
    groups: Type.Array(ProfitGroup, { description: 'As asked; of orders the latest 100' }),
    is_cut: Type.Boolean({ description: 'There are more orders' }),
    total: ProfitGroup,
    held: Type.Array(HeldAsset),
    unrealised: Amount({ description: 'Of all that has a price' }),
  }),
});
export type ProfitData = Static<typeof ProfitResponse>['data'];

/** GET /profit/csv, GET /profit/jsonl: a line for each group, part and asset; `inventory`: what is held now. */
export const ExportProfitRequest = Type.Object({
  kind: OneOf([...PROFIT_BY, 'inventory']),
  ...span,
});
export type ExportProfitRequest = Static<typeof ExportProfitRequest>;
