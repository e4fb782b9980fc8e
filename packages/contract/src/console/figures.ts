import Type, { type Static } from 'typebox';
import { Envelope } from '../envelope.ts';
import { Amount, Integer, OneOf, Text } from '../schema.ts';
import { Nullable, Time } from './common.ts';

/** What completed orders came to. Amounts in USDT at the prices they were exchanged at, with every digit. */

const day = (description: string) => Text({ minLength: 10, maxLength: 10 }, { description });
const name = Type.Optional(Text({ maxLength: 64 }));

/** What figures are grouped by beside time: nothing, what was sent, what was paid out, both, the account, the referral code. */
export const FIGURES_BY = ['none', 'from', 'to', 'pair', 'account', 'code'] as const;
export const FIGURES_PER = ['all', 'day', 'week', 'month'] as const;
export const FIGURES_SORT = [
  ...['period', 'name'],
  ...['orders', 'turnover', 'fees', 'commissions', 'network', 'result'],
] as const;

/** GET /figures, GET /figures/csv, GET /figures/orders. Days are those of the zone. */
export const ConsoleFiguresRequest = Type.Object({
  by: OneOf([...FIGURES_BY]),
  per: OneOf([...FIGURES_PER]),
  from: day('First day, such as 2026-01-31'),
  to: day('Last day'),
  zone: Text({ minLength: 1, maxLength: 64 }, { description: 'A time zone, such as Europe/Berlin' }),
  chain: name,
  abbr: name,
  account: name,
  code: name,
  sort: Type.Optional(OneOf([...FIGURES_SORT])),
  direction: Type.Optional(OneOf(['asc', 'desc'])),
});
export type ConsoleFiguresRequest = Static<typeof ConsoleFiguresRequest>;

const sums = {
  orders: Integer(),
  turnover: Amount({ description: 'What was sent to us' }),
  fees: Amount({ description: 'Service fees' }),
  commissions: Amount({ description: 'What affiliates earn of them' }),
  network: Amount({ description: 'What receivers were charged for networks, less what these took' }),
  result: Amount({ description: 'What the desk earned with these orders by the ledger, less commissions' }),
};

export const ConsoleFigureRow = Type.Object({
  period: Type.String({
    description: 'A day, its first and last day, a month; empty: all of the days asked for',
  }),
  from: Nullable(
    Type.String({ description: 'What was sent, such as BTC on Bitcoin; null: not grouped by it' }),
  ),
  to: Nullable(Type.String({ description: 'What was paid out' })),
  name: Type.String({ description: 'The account or the code; empty: neither' }),
  ...sums,
});
export type ConsoleFigureRow = Static<typeof ConsoleFigureRow>;

export const ConsoleFiguresResponse = Envelope({
  data: Type.Object({
    rows: Type.Array(ConsoleFigureRow),
    is_cut: Type.Boolean({ description: 'There are more; a file has all' }),
    total: Type.Object(sums),
    begins: Time('When the first day begins'),
    ends: Time('When the last day is over'),
    behind: Integer({ description: 'Orders that may not be counted yet' }),
    is_past_counted: Type.Boolean({
      description: 'False while orders from before an update are being counted',
    }),
  }),
});
export type ConsoleFiguresData = Static<typeof ConsoleFiguresResponse>['data'];
