import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ABOUT } from './about.ts';
import { type Results, recorded, type Section } from './results.ts';
import { markdownTable, memoryText, tableOf } from './table.ts';

const FILE = fileURLToPath(new URL('../../RESULTS.md', import.meta.url));

/** Writes RESULTS.md from everything that is recorded. */
export function writeResults(): void {
  writeFileSync(FILE, [ABOUT, ...recorded().map(sizeText)].join('\n'));
}

function sizeText({ orders, sections, residentMb }: Results): string {
  const all = Object.values(sections);
  return [
    `## ${orders.toLocaleString('en')} orders`,
    markdownTable(tableOf(all.flatMap(({ rows }) => rows))),
    residentMb === null ? '' : memoryText(residentMb),
    ...distinct(Object.entries(sections).map(([name, section]) => [measured(section), name])),
  ]
    .filter((text) => text !== '')
    .map((text) => `${text}\n`)
    .join('\n');
}

function measured({ date, orders, windowSeconds, machine }: Section): string {
  const facts = Object.entries(machine).map(([name, value]) => `${name}: ${value}`);
  return (
    `measured ${date.slice(0, 10)} with ${orders.toLocaleString('en')} orders in the store, ` +
    `windows of ${windowSeconds} s. ${facts.join('; ')}.`
  );
}

/** One line for all that was measured in the same way. */
function distinct(pairs: readonly (readonly [text: string, name: string])[]): string[] {
  const byText = new Map<string, string[]>();
  for (const [text, name] of pairs) byText.set(text, [...(byText.get(text) ?? []), name]);
  return [...byText].map(([text, names]) => `${names.join(', ')}: ${text}`);
}
