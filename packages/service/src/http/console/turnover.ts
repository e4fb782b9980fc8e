import {
  type ConsoleFigureRow,
  ConsoleFiguresRequest,
  ConsoleFiguresResponse,
  MESSAGE,
} from '@swapdesk/contract';
import type { Catalogue } from '../../catalog/catalogue.ts';
import { assetName, ordersFile, sumsFile } from '../../figures/figure-files.ts';
import { type FigureRequest, type FigureRow, MEASURES } from '../../figures/figure-request.ts';
import { readBehind, readFigureRows } from '../../figures/read-figures.ts';
import { periodsOf, zoneNamed } from '../../figures/zone-days.ts';
import { Refusal } from '../../refusal.ts';
import { type Download, download } from './download.ts';
import { consoleEndpoint } from './endpoint.ts';
import { assetIdsOf } from './order-filter.ts';

/** A page shows no more of them; a file has all. */
const MOST_ROWS = 500;
/** Ten years of days. */
const MOST_PERIODS = 3_660;

const show = consoleEndpoint({
  method: 'GET',
  path: '/figures',
  request: ConsoleFiguresRequest,
  response: ConsoleFiguresResponse,
  changes: false,
  async handle({ reader, market }, { params }) {
    const { catalogue } = market();
    const request = requestOf(params, catalogue);
    const { sort = 'period', direction = 'desc' } = params;
    const order = { by: sort, isDescending: direction === 'desc' } as const;
    const rows = await readFigureRows(reader, request, order, MOST_ROWS + 1);
    const whole = requestOf({ ...params, per: 'all', by: 'none' }, catalogue);
    const [total] = await readFigureRows(reader, whole, order, 1);
    const { due, isPastDone } = await readBehind(reader);
    const [span] = whole.periods;
    return {
      data: {
        rows: rows.slice(0, MOST_ROWS).map((row) => rowView(row, request, catalogue)),
        is_cut: rows.length > MOST_ROWS,
        total: sumsOf(total),
        begins: span?.from ?? 0,
        ends: span?.until ?? 0,
        behind: due,
        is_past_counted: isPastDone,
      },
    };
  },
});

export const FIGURE_ENDPOINTS = [show];

const TYPE = 'text/csv; charset=utf-8';

export const FIGURE_DOWNLOADS: readonly Download[] = [
  download({
    path: '/figures/csv',
    request: ConsoleFiguresRequest,
    type: TYPE,
    fileName: 'figures.csv',
    write: ({ reader, market }, { params }) =>
      sumsFile(reader, market().catalogue, requestOf(params, market().catalogue)),
  }),
  download({
    path: '/figures/orders',
    request: ConsoleFiguresRequest,
    type: TYPE,
    fileName: 'completed-orders.csv',
    write: ({ reader, market }, { params }) =>
      ordersFile(reader, market().catalogue, requestOf(params, market().catalogue)),
  }),
];

/** What is asked for; refuses days and zones that there are not. */
function requestOf(params: ConsoleFiguresRequest, catalogue: Catalogue): FigureRequest {
  const { by, per, from, to, account, code } = params;
  const zone = zoneNamed(params.zone);
  const periods = zone === null ? null : periodsOf(from, to, per, zone, MOST_PERIODS);
  if (periods === null) throw new Refusal(MESSAGE.incorrectParameters);
  const assetIds = assetIdsOf(params, catalogue) ?? null;
  return { periods, by, assetIds, account: account ?? null, code: code ?? null };
}

function rowView(row: FigureRow, { by }: FigureRequest, catalogue: Catalogue): ConsoleFigureRow {
  return {
    period: row.period.name,
    from: row.from === null ? null : assetName(catalogue, row.from),
    to: by === 'to' || by === 'pair' ? row.to.map((id) => assetName(catalogue, id)).join(' + ') : null,
    name: row.name,
    ...sumsOf(row),
  };
}

function sumsOf(row: FigureRow | undefined) {
  const [orders, turnover, fees, commissions, network, result] = MEASURES.map((name) => row?.[name] ?? '0');
  return {
    orders: Number(orders),
    turnover: turnover as string,
    fees: fees as string,
    commissions: commissions as string,
    network: network as string,
    result: result as string,
  };
}
