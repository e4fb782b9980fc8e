import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { EventStream } from './event-stream.ts';

it('a stream that has ended takes nothing more, and throws nothing', async () => {
  const faults: unknown[] = [];
  const server = createServer((_request, response) => {
    response.on('error', (error) => faults.push(error));
    const stream = new EventStream(response, []);
    stream.end();
    expect(stream.isReady()).toBe(false);
    stream.send(1, 'late');
    stream.beat();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('retry: 1000\n\n');
  server.close();
  expect(faults).toEqual([]);
});
