import { afterAll } from 'vitest';
import { endAll } from './still-running.ts';

/**
 * Runs before each file, so that this is the last that the file does. A test that its timeout ends may have been about to
 * start a service: nobody would stop that, and it would keep a processor busy for the rest of the run.
 */
afterAll(async () => {
  const left = await endAll();
  if (left > 0) console.warn(`${left} started and not stopped: ended`);
});
