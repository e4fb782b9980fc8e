import { type HeldAsset, MESSAGE, type ProfitGroup, ProfitRequest, ProfitResponse } from '@swapdesk/contract';
import { formatFixed } from '../../money/fixed.ts';
import { fromUnits } from '../../money/units.ts';
import { daySpan } from '../../profit/day-span.ts';
import { RESULT_PARTS } from '../../profit/parts.ts';
import { type OwnStock, readHoldings } from '../../profit/read-holdings.ts';
import { readGroups, readSums } from '../../profit/read-sums.ts';
import { type DaySpan, type Group, groupsOf, totalOf } from '../../profit/sums.ts';
import { Refusal } from '../../refusal.ts';
import { consoleEndpoint } from './endpoint.ts';

/** A page shows no more of them; a file has all. */
const MOST_ORDERS = 100;

const show = consoleEndpoint({
  method: 'GET',
  path: '/profit',
  request: ProfitRequest,
  response: ProfitResponse,
  changes: false,
  async handle({ database }, { params }) {
    const span = spanOf(params);
    const days = await readSums(database, 'day', span);
    const { groups, isCut } =
      params.by === 'day'
        ? { groups: groupsOf(days), isCut: false }
        : await readGroups(database, params.by, span, MOST_ORDERS);
    const held = await readHoldings(database);
    return {
      data: {
        parts: [...RESULT_PARTS],
        days: groupsOf(days).map(groupView),
        groups: groups.map(groupView),
        is_cut: isCut,
        total: groupView(totalOf(days)),
        held: held.map(heldView),
        unrealised: formatFixed(held.reduce((sum, { unrealised }) => sum + (unrealised ?? 0n), 0n)),
      },
    };
  },
});

export const PROFIT_ENDPOINTS = [show];

/** The days that are asked about; refuses what is no span of days. */
export function spanOf({ from, to }: { readonly from?: string; readonly to?: string }): DaySpan {
  const span = daySpan(from, to);
  if (span === null) throw new Refusal(MESSAGE.incorrectParameters);
  return span;
}

function groupView({ names, parts, result, capital }: Group): ProfitGroup {
  return {
    names: [...names],
    parts: RESULT_PARTS.map((part) => ({ part, value: formatFixed(parts.get(part) ?? 0n) })),
    result: formatFixed(result),
    capital: formatFixed(capital),
  };
}

function heldView({ coin, units, cost, price, value, unrealised }: OwnStock): HeldAsset {
  const orNull = (fixed: bigint | null) => (fixed === null ? null : formatFixed(fixed));
  return {
    chain: coin.place,
    abbr: coin.abbr,
    amount: fromUnits(units, coin.decimals),
    cost: formatFixed(cost),
    price: orNull(price),
    value: orNull(value),
    unrealised: orNull(unrealised),
  };
}
