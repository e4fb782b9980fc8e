import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Row } from '../measure/row.ts';
import { DEFAULT_ORDERS } from '../options.ts';
import { ABOUT } from './about.ts';
import { type Results, recorded, type Section } from './results.ts';
import { aimText, markdownTable, memoryText, tableOf } from './table.ts';

const FILE = fileURLToPath(new URL('../../RESULTS.md', import.meta.url));

/** Writes RESULTS.md from everything that is recorded. */
export function writeResults(): void {
  const all = recorded();
  const families = [...new Set(all.map(({ family }) => family))];
  const texts = families.flatMap((family) => [
    `## ${family}\n`,
    ...all.filter((results) => results.family === family).map(sizeText),
  ]);
  writeFileSync(FILE, [ABOUT, sideBySideText(all, families), ...texts].join('\n'));
}

/** What the families have in common, beside each other: the ratios at the size that most have. */
function sideBySideText(all: readonly Results[], families: readonly string[]): string {
  const ratioOf = (work: string, family: string) => {
    const rows = all
      .filter((results) => results.family === family && results.orders === DEFAULT_ORDERS)
      .flatMap(({ sections }) => Object.values(sections).flatMap((section) => section.rows));
    return rows.find((row) => row.work === work);
  };
  const works = new Set(
    all
      .filter(({ orders }) => orders === DEFAULT_ORDERS)
      .flatMap(({ sections }) => Object.values(sections).flatMap(({ rows }) => rows.map(({ work }) => work))),
  );
  const lines = [...works].map((work) => {
    const rows = families.map((family) => ratioOf(work, family));
    const known = rows.find((row) => row !== undefined) as Row;
    return [
      work,
      aimText(known),
      ...rows.map((row) => (row === undefined ? '' : row.ratio.median.toFixed(2))),
    ];
  });
  return [
    '## Side by side\n',
    `The ratios at ${DEFAULT_ORDERS.toLocaleString('en')} orders on each family of processors; a run replaces those of its own alone.\n`,
    `${markdownTable([['Work', 'Aim', ...families], ...lines])}\n`,
  ].join('\n');
}

function sizeText({ family, orders, sections, residentMb }: Results): string {
  const all = Object.values(sections);
  return [
    `### ${family}, ${orders.toLocaleString('en')} orders`,
    markdownTable(tableOf(all.flatMap(({ rows }) => rows))),
    residentMb === null ? '' : memoryText(residentMb),
    ...all.flatMap(({ notes = [] }) => notes),
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
