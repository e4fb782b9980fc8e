import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Row } from '../measure/row.ts';

const FOLDER = fileURLToPath(new URL('../../results/', import.meta.url));

/** What is known of one kind of work at one size; another run at that size replaces it. */
export interface Section {
  readonly date: string;
  /** Orders in the store when it was measured. */
  readonly orders: number;
  readonly windowSeconds: number;
  readonly machine: Readonly<Record<string, string>>;
  readonly rows: readonly Row[];
}

/** All that is recorded at one size. */
export interface Results {
  readonly orders: number;
  readonly sections: Readonly<Record<string, Section>>;
  /** Of the service after its last run at this size, megabytes. */
  readonly residentMb: number | null;
}

/** Adds sections to what is recorded at this size; other sections and sizes stay as they are. */
export function record(results: Results): void {
  mkdirSync(FOLDER, { recursive: true });
  const file = join(FOLDER, `${results.orders}.json`);
  const known = existsSync(file) ? read(file) : { sections: {} };
  const merged = { ...results, sections: { ...known.sections, ...results.sections } };
  writeFileSync(file, `${JSON.stringify(merged, null, 2)}\n`);
}

/** Everything recorded, smallest size first. */
export function recorded(): Results[] {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
  return files.map((name) => read(join(FOLDER, name))).sort((a, b) => a.orders - b.orders);
}

function read(file: string): Results {
  return JSON.parse(readFileSync(file, 'utf8'));
}
