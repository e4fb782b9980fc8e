import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { GatheredFigures, type OwnFigures, sumOf } from './own-figures.ts';

/** What a process that has answered so many requests says. */
function figures(requests: number, streams: number): Promise<OwnFigures> {
  const registers = [new Registry()];
  const counter = new Counter({ name: 'requests_total', help: '-', labelNames: ['status'], registers });
  counter.inc({ status: 200 }, requests);
  new Gauge({ name: 'streams', help: '-', registers }).set(streams);
  const took = new Histogram({ name: 'seconds', help: '-', buckets: [1, 2], registers });
  for (let n = 0; n < requests; n++) took.observe(1.5);
  return (registers[0] as Registry).getMetricsAsJSON();
}

async function shown(gathered: GatheredFigures): Promise<string[]> {
  const text = await sumOf(gathered.all()).metrics();
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

describe('the figures of a node', () => {
  it('are the sum of those of its processes', async () => {
    const gathered = new GatheredFigures();
    gathered.hear(1, await figures(3, 2));
    gathered.hear(2, await figures(4, 5));
    expect(await shown(gathered)).toEqual([
      'requests_total{status="200"} 7',
      'streams 7',
      'seconds_bucket{le="1"} 0',
      'seconds_bucket{le="2"} 7',
      'seconds_bucket{le="+Inf"} 7',
      'seconds_sum 10.5',
      'seconds_count 7',
    ]);
  });

  it('keep what only grows when a process ends, and nothing else of it', async () => {
    const gathered = new GatheredFigures();
    gathered.hear(1, await figures(3, 2));
    gathered.hear(2, await figures(4, 5));
    await gathered.forget(1);
    gathered.hear(3, await figures(1, 1));
    await gathered.forget(3);
    const lines = await shown(gathered);
    expect(lines).toContain('requests_total{status="200"} 8');
    expect(lines).toContain('seconds_count 8');
    expect(lines).toContain('streams 5');
  });
});
