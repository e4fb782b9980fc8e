import { ALL_PROCESSORS, pin, pinFamily, type Split, splitProcessors } from '../run/pin.ts';
import type { Bench } from './bench.ts';

/**
 * Measures while the load has a processor of its own: it takes nothing away from what it measures, and is on time. Service and
 * database have the others, also what is started meanwhile.
 */
export async function measureApart<Made>(
  bench: Bench,
  measure: (where: string) => Promise<Made>,
): Promise<Made> {
  const split = await splitProcessors();
  if (split === null) return measure('The load shares the processors with what it measures.');
  const database = await bench.server.process();
  await place(bench, database, split);
  try {
    return await measure(
      `The load has processor ${split.load} for itself, service and database ${split.rest}.`,
    );
  } finally {
    await place(bench, database, { load: ALL_PROCESSORS, rest: ALL_PROCESSORS });
  }
}

async function place({ generator, service }: Bench, database: number, { load, rest }: Split): Promise<void> {
  await pin(process.pid, rest);
  await pin(service.pid, rest);
  await pinFamily(database, rest);
  await pin(generator.pid, load);
}
