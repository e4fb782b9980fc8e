import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Whoever is sent webhooks: a process of its own, which takes all of them and tells over IPC how many came when it is asked. */
let received = 0;
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    received++;
    response.writeHead(204).end();
  });
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});
process.on('message', () => process.send?.({ received }));
process.on('disconnect', () => process.exit());
