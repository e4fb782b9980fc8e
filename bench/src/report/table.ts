import { isMet, type Row, type Side } from '../measure/row.ts';

/** The lines of a table, as texts: first the head. */
export function tableOf(rows: readonly Row[]): string[][] {
  const head = ['Work', 'Against', 'Ratio', 'Lowest–highest', 'Aim', '', 'Swapdesk', 'The other'];
  return [head, ...rows.map(line)];
}

/** For a terminal: columns of equal width. */
export function plainTable(lines: readonly string[][]): string {
  const widths = lines[0]?.map((_, n) => Math.max(...lines.map((cells) => cells[n]?.length ?? 0))) ?? [];
  return lines
    .map((cells) =>
      cells
        .map((cell, n) => cell.padEnd(widths[n] as number))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export function markdownTable([head = [], ...lines]: readonly string[][]): string {
  const print = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [print(head), print(head.map(() => '---')), ...lines.map(print)].join('\n');
}

function line(row: Row): string[] {
  const { work, against, ratio, ours, theirs } = row;
  return [
    work,
    against,
    ratio.median.toFixed(2),
    `${ratio.min.toFixed(2)}–${ratio.max.toFixed(2)}`,
    aimText(row),
    isMet(row) ? 'met' : 'MISSED',
    sideText(row, ours),
    sideText(row, theirs),
  ];
}

export function aimText({ aim }: Row): string {
  const [sign, value] = 'atLeast' in aim ? ['≥', aim.atLeast] : ['≤', aim.atMost];
  // One place at least, and all that there are: 1.25 is not 1.3.
  return `${sign} ${Number.isInteger(value * 10) ? value.toFixed(1) : value}`;
}

function sideText({ unit }: Row, side: Side): string {
  const { perSecond, p50Ms, p99Ms, cpuUs } = side;
  if (unit === 'memory') return `${side.residentMb} MB`;
  if (unit === 'processors') return `${Math.round((side.used ?? 0) * 100)} %`;
  const latency = p99Ms === null ? `mean ${ms(p50Ms)}` : `p50 ${ms(p50Ms)}, p99 ${ms(p99Ms)}`;
  if (unit === 'latency') return latency;
  // Of what is only counted nobody knows how long it takes.
  if (p50Ms === 0) return `${Math.round(perSecond).toLocaleString('en')}/s`;
  const cpu = cpuUs === null ? '' : `, ${Math.round(cpuUs)} µs CPU`;
  return `${Math.round(perSecond).toLocaleString('en')}/s, ${latency}${cpu}`;
}

function ms(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : 1)} ms`;
}

/** What an api node may take, resident. */
export const MOST_MB = 200;

export function memoryText(megabytes: number): string {
  const verdict = megabytes <= MOST_MB ? 'met' : 'MISSED';
  return `Memory of the service after all of this, resident: ${megabytes} MB (aim ≤ ${MOST_MB}: ${verdict})`;
}
