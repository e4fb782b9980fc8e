import type { StatementLine } from './ask.ts';

/** Columns are called as in the interface, in every language: programs read them. */
const HEAD = [
  ...['order_no', 'completed', 'ref_code', 'rate', 'sent', 'sent_asset'],
  ...['turnover_usdt', 'fees_usdt', 'markup_usdt', 'commission_usdt', 'state'],
  ...['deposit_txids', 'payout_txids'],
];

/** A statement as a file for spreadsheets: as the operator's has it, digit for digit. */
export function statementCsv(lines: readonly StatementLine[]): string {
  return [HEAD, ...lines.map(cellsOf)].map((cells) => `${cells.map(cell).join(',')}\r\n`).join('');
}

function cellsOf(line: StatementLine): string[] {
  return [
    line.order_no,
    new Date(Number(line.completed_at.toString()) * 1_000).toISOString(),
    line.ref_code,
    line.commission_rate.toString(),
    line.send_amount.toString(),
    `${line.send_coin} on ${line.send_chain}`,
    line.turnover.toString(),
    line.fees.toString(),
    line.markup_usdt.toString(),
    line.commission.toString(),
    line.state,
    line.deposits.join(' '),
    line.payouts.join(' '),
  ];
}

const IS_NUMBER = /^-?\d+(\.\d+)?$/;

/** Quoted where it must be; what a spreadsheet would take for a formula gets an apostrophe before it. */
function cell(value: string): string {
  const harmless = /^[=+\-@\t\r]/.test(value) && !IS_NUMBER.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
