import { makeLoad, type Order } from './window.ts';

/** The load generator: a process of its own, told over IPC what to send. */
process.on('message', (order: Order) => {
  makeLoad(order).then(
    (load) => process.send?.({ load }),
    (error: Error) => process.send?.({ error: error.message }),
  );
});
process.on('disconnect', () => process.exit());
