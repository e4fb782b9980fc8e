import type { Metric, Registry } from 'prom-client';
import type { NodeTimes } from './node-times.ts';
import { BOUNDS_MS, type TimeCounts, type TimeCountsBy } from './time-counts.ts';

type Labels = Readonly<Record<string, string>>;
type Timed = readonly [Labels, TimeCounts];

const MS = 1_000;

/** The histograms of a node's own times. They are counted elsewhere, and only written here when somebody asks. */
export function timeHistograms(registry: Registry, requests: TimeCountsBy, times: NodeTimes): void {
  const histogram = (name: string, help: string, read: () => readonly Timed[]) =>
    registry.registerMetric(written(`swapdesk_${name}_seconds`, help, read));
  histogram('request', 'From the head of a request of the interface to its answer', () =>
    Array.from(requests.entries(), ([endpoint, each]) => [{ endpoint }, each]),
  );
  histogram('rpc', 'What nodes of chains were asked, until they answered or were given up', () =>
    Array.from(times.rpc, ([chain, methods]) =>
      Array.from(methods.entries(), ([method, each]): Timed => [{ chain, method }, each]),
    ).flat(),
  );
  histogram('sql_wait', 'Until there was a connection to the database', () => [[{}, times.sqlWaits]]);
  histogram(
    'sql_use',
    'What a connection to the database was used for: a statement, or a transaction',
    () => [[{}, times.sqlUses]],
  );
  histogram('job_round', 'Rounds of the jobs of which this node holds the lease', () =>
    Array.from(times.rounds.entries(), ([job, each]) => [{ job }, each]),
  );
}

/** As the library writes its own. */
function written(name: string, help: string, read: () => readonly Timed[]): Metric {
  const get = async () => ({
    name,
    help,
    type: 'histogram',
    aggregator: 'sum',
    values: read().flatMap(([labels, durations]) => valuesOf(name, labels, durations)),
  });
  // Of a metric, the registry asks for its name and these.
  return { name, get, reset: () => {} } as unknown as Metric;
}

function valuesOf(name: string, labels: Labels, durations: TimeCounts) {
  const { upTo, count, sumMs } = durations.read();
  const bucket = (le: string, value: number) => ({
    metricName: `${name}_bucket`,
    labels: { ...labels, le },
    value,
  });
  return [
    ...upTo.map((many, at) => bucket(String(BOUNDS_MS[at]! / MS), many)),
    bucket('+Inf', count),
    { metricName: `${name}_sum`, labels, value: sumMs / MS },
    { metricName: `${name}_count`, labels, value: count },
  ];
}
