import { type Arrivals, makeArrivals } from './arrivals.ts';
import { makeLoad, type Order } from './window.ts';

/** What a generator can be told to do: keep connections busy, or send requests when they are due. */
export type Task = { readonly busy: Order } | { readonly due: Arrivals };

/** The load generator: a process of its own, told over IPC what to send. */
process.on('message', (task: Task) => {
  const made = 'busy' in task ? makeLoad(task.busy) : makeArrivals(task.due);
  made.then(
    (load) => process.send?.({ load }),
    (error: Error) => process.send?.({ error: error.message }),
  );
});
process.on('disconnect', () => process.exit());
