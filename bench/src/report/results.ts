import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Row } from '../measure/row.ts';

const FOLDER = fileURLToPath(new URL('../../results/', import.meta.url));

/** What is known of one kind of work at one size on one family of processors; another run of these replaces it. */
export interface Section {
  readonly date: string;
  /** Orders in the store when it was measured. */
  readonly orders: number;
  readonly windowSeconds: number;
  readonly machine: Readonly<Record<string, string>>;
  readonly rows: readonly Row[];
  /** What no row says. */
  readonly notes?: readonly string[];
}

/** All that is recorded at one size on one family of processors. */
export interface Results {
  /** As Node calls it: x64, arm64. */
  readonly family: string;
  readonly orders: number;
  readonly sections: Readonly<Record<string, Section>>;
  /** Of the service after its last run at this size, megabytes. */
  readonly residentMb: number | null;
}

/** Adds sections to what is recorded at this size on this family; other sections, sizes and families stay as they are. */
export function record({ family, ...results }: Results): void {
  mkdirSync(join(FOLDER, family), { recursive: true });
  const file = join(FOLDER, family, `${results.orders}.json`);
  const known = existsSync(file) ? read(file) : { sections: {}, residentMb: null };
  const residentMb = results.residentMb ?? known.residentMb;
  const merged = { ...results, sections: { ...known.sections, ...results.sections }, residentMb };
  writeFileSync(file, `${JSON.stringify(merged, withInfinity, 2)}\n`);
}

/** Everything recorded, family by family, smallest size first. */
export function recorded(): Results[] {
  return readdirSync(FOLDER)
    .sort()
    .flatMap((family) => {
      const files = readdirSync(join(FOLDER, family)).filter((name) => name.endsWith('.json'));
      const sizes = files.map((name) => ({ family, ...read(join(FOLDER, family, name)) }));
      return sizes.sort((a, b) => a.orders - b.orders);
    });
}

function read(file: string): Omit<Results, 'family'> {
  return JSON.parse(readFileSync(file, 'utf8'), readInfinity);
}

/** JSON has no word for it, and what is beyond what can be served waits for ever. */
function withInfinity(_: string, value: unknown): unknown {
  return value === Number.POSITIVE_INFINITY ? 'Infinity' : value;
}

function readInfinity(_: string, value: unknown): unknown {
  return value === 'Infinity' ? Number.POSITIVE_INFINITY : value;
}
