/** A line of a table for other programs. */
export function csvRow(values: readonly string[]): string {
  return `${values.map(cell).join(',')}\r\n`;
}

const IS_NUMBER = /^-?\d+(\.\d+)?$/;

/** Quoted where it must be. What a spreadsheet would take for a formula gets an apostrophe before it; a number is none. */
function cell(value: string): string {
  const harmless = /^[=+\-@\t\r]/.test(value) && !IS_NUMBER.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
