import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { ZmqHint } from './zmq-hint.ts';
import { greeting, PublisherReader, readyToSubscribe, subscription } from './zmtp.ts';

/** What libzmq 4.3 says to a subscriber, byte for byte: its greeting, that it is ready, and one message of a node. */
const GREETING = `ff00000000000000017f03014e554c4c${'00'.repeat(48)}`;
const READY = '04190552454144590b536f636b65742d5479706500000003505542';
const TXID = 'ab'.repeat(32);
const BLOCK = `010968617368626c6f636b0120${'01'.repeat(32)}000400000000`;
const TRANSACTION = `01066861736874780120${TXID}000401000000`;
const bytesOf = (...parts: string[]) => Buffer.from(parts.join(''), 'hex');

let server: Server | undefined;
let hint: ZmqHint | undefined;

afterEach(() => {
  hint?.close();
  server?.close();
});

/** A publisher that goes on only when the subscriber has had its turn. */
async function publisher(publish: (socket: Socket) => void): Promise<string> {
  server = createServer((socket) => {
    const turns = [
      { awaited: greeting(), reply: () => socket.write(bytesOf(GREETING)) },
      { awaited: readyToSubscribe(), reply: () => socket.write(bytesOf(READY)) },
      { awaited: subscription('hashblock'), reply: () => publish(socket) },
    ];
    let heard = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      heard = Buffer.concat([heard, bytes]);
      if (turns[0] && heard.includes(turns[0].awaited)) turns.shift()?.reply();
    });
  });
  await new Promise<void>((done) => server?.listen(0, '127.0.0.1', done));
  return `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const nothing = () => undefined;
/** Compared as text: byte by byte takes seconds. */
const asText = (messages: unknown) => JSON.stringify(messages);

describe('a hint of a node', () => {
  it('wakes once for what comes together, and names each transaction', async () => {
    let hints = 0;
    const txids: string[] = [];
    const endpoint = await publisher((socket) => socket.write(bytesOf(BLOCK, TRANSACTION, TRANSACTION)));
    const transaction = (txid: string) => txids.push(txid);
    hint = new ZmqHint({ endpoint, transaction, wake: () => hints++, warn: nothing });
    await expect.poll(() => hints).toBe(1);
    expect(txids).toEqual([TXID, TXID]);
  });

  it('says what was told: a block, or else a transaction', async () => {
    const news: string[] = [];
    const sockets: Socket[] = [];
    const endpoint = await publisher((socket) => sockets.push(socket));
    hint = new ZmqHint({ endpoint, transaction: nothing, wake: (what) => news.push(what), warn: nothing });
    await expect.poll(() => sockets).toHaveLength(1);
    expect(hint.telling).toBe('nothing');
    sockets[0]?.write(bytesOf(TRANSACTION));
    await expect.poll(() => news).toEqual(['transaction']);
    expect(hint.telling).toBe('nothing');
    sockets[0]?.write(bytesOf(TRANSACTION, BLOCK));
    await expect.poll(() => news).toEqual(['transaction', 'block']);
    expect(hint.telling).toBe('everything');
    // A node that has hung up tells of nothing any more.
    sockets[0]?.end();
    await expect.poll(() => hint?.telling).toBe('nothing');
  });

  it('that breaks off is told', async () => {
    const failures: string[] = [];
    const endpoint = await publisher((socket) => socket.end());
    const warn = (lost: Error | null) => failures.push(lost?.message ?? 'back');
    hint = new ZmqHint({ endpoint, transaction: nothing, wake: nothing, warn });
    await expect.poll(() => failures).toEqual(['the node has closed the connection']);
  });

  it('that nobody gives is told once, however often it is tried, and once that it is back', async () => {
    const told: string[] = [];
    let attempts = 0;
    const endpoint = await publisher(nothing);
    const accept = server?.listeners('connection')[0] as (socket: Socket) => void;
    server?.removeAllListeners('connection');
    server?.on('connection', (socket: Socket) => (++attempts < 3 ? socket.destroy() : accept(socket)));
    const warn = (lost: Error | null) => told.push(lost === null ? 'back' : 'lost');
    hint = new ZmqHint({ endpoint, transaction: nothing, wake: nothing, warn, reconnectMs: 10 });
    await expect.poll(() => told).toEqual(['lost', 'back']);
    expect(attempts).toBe(3);
  });

  it('comes from an endpoint written as the node has it', () => {
    for (const endpoint of ['http://127.0.0.1:28332', 'tcp://127.0.0.1', 'tcp://127.0.0.1:port', '']) {
      const options = { endpoint, transaction: nothing, wake: nothing, warn: nothing };
      expect(() => new ZmqHint(options)).toThrow('tcp://host:port');
    }
  });
});

describe('a reader of what is published', () => {
  it('finds each message however the bytes are cut', () => {
    const all = bytesOf(GREETING, READY, BLOCK, `0300000000000001f4${'02'.repeat(500)}000101`, TRANSACTION);
    const said = [
      { what: 'greeting' },
      { what: 'ready' },
      { what: 'message', parts: [Buffer.from('hashblock'), bytesOf('01'.repeat(32)), bytesOf('00000000')] },
      { what: 'message', parts: [bytesOf('02'.repeat(500)), bytesOf('01')] },
      { what: 'message', parts: [Buffer.from('hashtx'), bytesOf(TXID), bytesOf('01000000')] },
    ];
    fc.assert(
      fc.property(fc.array(fc.nat(all.length)), (cuts) => {
        const ends = [...cuts, all.length].sort((a, b) => a - b);
        const reader = new PublisherReader();
        const heard = ends.flatMap((end, n) => reader.read(all.subarray(ends[n - 1] ?? 0, end)));
        expect(asText(heard)).toBe(asText(said));
      }),
    );
  });

  it('takes nothing from what speaks otherwise, or at too great a length', () => {
    expect(() => new PublisherReader().read(Buffer.alloc(64, 'HTTP/1.1 400 Bad Request '))).toThrow('ZMTP');
    const endless = bytesOf(GREETING, '020000010000000000');
    expect(() => new PublisherReader().read(endless)).toThrow('a frame of');
  });
});
