import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { EvmNode } from '../../../../../test/support/evm-node.ts';
import { HeadsHint } from './heads-hint.ts';

let hint: HeadsHint | undefined;
const ends: (() => unknown)[] = [];
afterEach(async () => {
  hint?.close();
  for (const end of ends.splice(0)) await end();
});

/** A server that does this with each subscriber; returns where it is. */
async function server(answer: (socket: WebSocket, question: string) => void): Promise<string> {
  const all = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  all.on('connection', (socket) => socket.on('message', (data) => answer(socket, String(data))));
  ends.push(() => {
    for (const socket of all.clients) socket.terminate();
    all.close();
  });
  await new Promise((done) => all.once('listening', done));
  return `ws://127.0.0.1:${(all.address() as AddressInfo).port}`;
}

function listen(url: string, headers: Record<string, string> = {}) {
  const heard = { blocks: 0, warnings: [] as (string | null)[] };
  hint = new HeadsHint({
    endpoint: { url, headers },
    wake: () => heard.blocks++,
    warn: (reason) => heard.warnings.push(reason),
  });
  return heard;
}

const HEAD = JSON.stringify({ jsonrpc: '2.0', method: 'eth_subscription', params: { result: {} } });

describe('a hint of new blocks', () => {
  it('comes from a real node, once it has told of a block', async () => {
    const node = await EvmNode.start();
    ends.push(() => node.stop());
    const heard = listen(node.url.replace('http', 'ws'));
    expect(hint?.isTelling).toBe(false);
    await expect
      .poll(async () => {
        await node.mine();
        return heard.blocks;
      })
      .toBeGreaterThan(0);
    expect([hint?.isTelling, heard.warnings]).toEqual([true, []]);
  });

  it('is not counted on any more when the connection is lost, which is told once', async () => {
    const sockets: WebSocket[] = [];
    const url = await server((socket) => {
      sockets.push(socket);
      socket.send(HEAD);
    });
    const heard = listen(url);
    await expect.poll(() => hint?.isTelling).toBe(true);
    for (const socket of sockets) socket.terminate();
    await expect.poll(() => heard.warnings).toEqual(['the node has closed the connection']);
    expect(hint?.isTelling).toBe(false);
  });

  it.each([
    [
      'a refusal',
      '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no such method"}}',
      'the node refuses: no such method',
    ],
    ['more than any header', 'x'.repeat(1_000_001), 'Max payload size exceeded'],
  ])('%s is told and ends the connection', async (_, answer, reason) => {
    const heard = listen(await server((socket) => socket.send(answer)));
    await expect.poll(() => heard.warnings).toEqual([reason]);
    expect([hint?.isTelling, heard.blocks]).toEqual([false, 0]);
  });

  it('is nothing, where the node talks rubbish', async () => {
    const heard = listen(
      await server((socket) => {
        for (const text of [
          '',
          'null',
          '7',
          '[]',
          '{"method":3}',
          '{"result":"0x1","error":null}',
          '{'.repeat(1_000),
        ])
          socket.send(text);
        socket.send(HEAD);
      }),
    );
    await expect.poll(() => heard.blocks).toBe(1);
    expect(heard.warnings).toEqual([]);
  });

  it('asks with the headers that were given, and for nothing but new blocks', async () => {
    const questions: unknown[] = [];
    const url = await server((_, question) => questions.push(JSON.parse(question)));
    listen(url, { authorization: 'Bearer k' });
    await expect.poll(() => questions).toMatchObject([{ method: 'eth_subscribe', params: ['newHeads'] }]);
  });
});
