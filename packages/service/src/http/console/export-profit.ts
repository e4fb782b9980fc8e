import { ExportProfitRequest } from '@swapdesk/contract';
import { type Format, reportFile } from '../../profit/report-file.ts';
import { download } from './download.ts';
import { spanOf } from './profit.ts';

/** Profit and loss for other programs, with every digit. */
function exportProfit(format: Format, type: string) {
  return download({
    path: `/profit/${format}`,
    request: ExportProfitRequest,
    type,
    fileName: `profit.${format}`,
    write: ({ database }, { params }) =>
      reportFile(database, { kind: params.kind, format, span: spanOf(params) }),
  });
}

export const PROFIT_DOWNLOADS = [
  exportProfit('csv', 'text/csv; charset=utf-8'),
  exportProfit('jsonl', 'application/x-ndjson; charset=utf-8'),
];
