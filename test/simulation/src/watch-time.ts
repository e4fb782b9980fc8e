import type { World } from './world.ts';

/** What is little is drift, and is followed. */
const DRIFT_S = 3;

/**
 * Looks whether what has just been written is of now, whatever somebody has set a clock to: so nothing expires too early, and
 * nothing that came in time is judged late.
 */
export async function watchTime({
  database,
  databaseClock,
  findings,
  watched,
  clock,
  nodes,
}: World): Promise<void> {
  if (databaseClock === null) return;
  const now = clock.now();
  // A node that stops writes later what it has thought before.
  const mayStop = nodes.some(({ process: { weather } }) => weather.pause + weather.pauseInTransaction > 0);
  const { rows } = await database.query<{ event: number; order_id: number; type: string; at: number }>({
    name: 'simulation-times',
    text: 'SELECT id AS event, order_id, type, at FROM order_event WHERE id > $1 ORDER BY id',
    values: [watched.timesUpTo],
  });
  for (const { event, order_id, type, at } of rows) {
    watched.timesUpTo = event;
    if (at > now + DRIFT_S || (at < watched.timesAt - DRIFT_S && !mayStop))
      findings.push(`time: ${type} of order ${order_id} is said to be of ${at}, but it was ${now}`);
  }
  watched.timesAt = now;
}
