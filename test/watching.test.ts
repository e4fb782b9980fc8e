import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadCatalogue } from '../packages/service/src/catalog/load-catalogue.ts';
import { DEFAULT_SETTINGS } from '../packages/service/src/catalog/settings.ts';
import { openMetrics } from '../packages/service/src/observe/metrics.ts';
import { RequestCounts } from '../packages/service/src/observe/request-counts.ts';
import type { Market } from '../packages/service/src/pricing/terms.ts';
import { createTestDatabase, type TestDatabase } from './support/database.ts';
import { findProgram } from './support/find-program.ts';

/** What operators load into Prometheus and Grafana: it asks for what there is, and says what to do about it. */

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const RULES = 'deploy/prometheus/alerts.yml';

interface Rule {
  readonly name: string;
  readonly expr: string;
  readonly runbook: string;
}

/** The rules, which are all written in one way; promtool reads them as YAML. */
function readRules(): Rule[] {
  return read(RULES)
    .split(/^ {6}- alert: /m)
    .slice(1)
    .map((text) => ({
      name: text.split('\n')[0]!,
      expr: /^ {8}expr: '(.*)'$/m.exec(text)?.[1] ?? '',
      runbook: /^ {10}runbook: (.*)$/m.exec(text)?.[1] ?? '',
    }));
}

/** The names of metrics in an expression: what is neither a label, a word of the language nor a function. */
function metricsIn(expr: string): string[] {
  const bare = expr
    .replace(/"[^"]*"/g, '')
    .replace(/\{[^}]*\}|\[[^\]]*\]/g, '')
    .replace(/\b(by|on|without|ignoring) \([^)]*\)/g, '')
    .replace(/\boffset \w+/g, '');
  const names = bare.match(/[a-z_:][\w:]*\b(?! *\()/gi) ?? [];
  return names.filter((name) => !/^(or|and|unless|bool|e\d+|by)$/.test(name));
}

interface Panel {
  readonly type: string;
  readonly title: string;
  readonly id: number;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly datasource?: { readonly uid: string };
  readonly targets?: readonly { readonly expr: string }[];
}
const dashboard = JSON.parse(read('deploy/grafana/swapdesk.json')) as { panels: Panel[] };
const panels = dashboard.panels.filter(({ type }) => type !== 'row');

let store: TestDatabase;
/** What /metrics serves, under every name that it can be asked for. */
let served: Set<string>;
beforeAll(async () => {
  store = await createTestDatabase();
  const catalogue = await loadCatalogue(store.database);
  const market = { catalogue, settings: DEFAULT_SETTINGS, now: 1_800_000_000 } as unknown as Market;
  const metrics = openMetrics({
    database: store.database,
    chains: [],
    requests: new RequestCounts(),
    streams: () => 0,
    catalogue: () => catalogue,
    market: () => market,
  });
  const types = (await metrics.read()).matchAll(/^# TYPE (\S+) (\w+)$/gm);
  served = new Set(
    [...types].flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => `${name}${end}`) : [name],
    ),
  );
});
afterAll(() => store.drop());

/** Prometheus' own, of every job. */
const isKnown = (name: string) => name === 'up' || served.has(name);

describe('alert rules', () => {
  const rules = readRules();

  it('ask for metrics that /metrics serves', () => {
    expect(rules.length).toBeGreaterThan(25);
    const asked = rules.map(({ name, expr }) => ({ name, metrics: metricsIn(expr) }));
    expect(asked.filter(({ metrics }) => metrics.length === 0)).toEqual([]);
    const unknown = asked.flatMap(({ name, metrics }) =>
      metrics.filter((metric) => !isKnown(metric)).map((metric) => `${name}: ${metric}`),
    );
    expect(unknown).toEqual([]);
  });

  it('have an entry in the runbook each, which says it all, and there is none without a rule', () => {
    const entries = read('docs/runbook.md').split(/^## /m).slice(1);
    expect(entries.map((entry) => entry.split('\n')[0])).toEqual(rules.map(({ name }) => name));
    const parts = ['Means', 'Look at', 'Do', 'Over when'];
    const lacking = entries.filter((entry) => parts.some((part) => !entry.includes(`\n- **${part}:** `)));
    expect(lacking).toEqual([]);
    for (const { name, runbook } of rules) expect(runbook).toBe(`docs/runbook.md#${name.toLowerCase()}`);
  });

  it('are each tried by a test of promtool', () => {
    const tests = read('deploy/prometheus/alerts.test.yml');
    const fired = tests.split(/^ {2}- name: /m).slice(1);
    const untried = rules.filter(
      ({ name }) => !fired.some((text) => text.startsWith(`${name}\n`) && text.includes('exp_alerts')),
    );
    expect(untried.map(({ name }) => name)).toEqual([]);
  });

  it('are right by promtool, where it is installed', async ({ skip }) => {
    const promtool = await findProgram('promtool');
    if (promtool === null) skip('there is no promtool on the PATH (Debian: prometheus)');
    for (const [what, file] of [
      ['check', 'alerts.yml'],
      ['test', 'alerts.test.yml'],
    ] as const) {
      const cwd = join(ROOT, 'deploy/prometheus');
      const { status, stdout, stderr } = spawnSync(promtool!, [what, 'rules', file], {
        cwd,
        encoding: 'utf8',
      });
      expect(`${status} ${stdout}${stderr}`).toMatch(/^0 /);
    }
  });
});

describe('the dashboard', () => {
  it('shows metrics that /metrics serves, in every panel', () => {
    expect(panels.length).toBeGreaterThan(20);
    const empty = panels.filter(({ targets = [] }) => targets.length === 0);
    expect(empty.map(({ title }) => title)).toEqual([]);
    const unknown = panels.flatMap(({ title, targets = [] }) =>
      targets
        .flatMap(({ expr }) => metricsIn(expr))
        .filter((metric) => !isKnown(metric))
        .map((metric) => `${title}: ${metric}`),
    );
    expect(unknown).toEqual([]);
  });

  it('has panels with ids and places of their own, that ask whichever Prometheus is chosen', () => {
    const all = dashboard.panels;
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    const places = all.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, n) => `${x + (n % w)} ${y + Math.floor(n / w)}`),
    );
    expect(new Set(places).size).toBe(places.length);
    expect(all.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true);
    expect(panels.every(({ datasource }) => /^\$\{datasource\}$/.test(datasource?.uid ?? ''))).toBe(true);
  });
});

it('every metric that /metrics serves has its row in the operators’ guide', () => {
  const guide = read('docs/operators.md');
  const ours = [...served].filter((name) => name.startsWith('swapdesk_'));
  const names = new Set(ours.map((name) => name.replace(/_(bucket|sum|count)$/, '')));
  expect([...names].filter((name) => !guide.includes(name))).toEqual([]);
});
