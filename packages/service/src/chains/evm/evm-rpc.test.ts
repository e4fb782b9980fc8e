import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { RpcUnreachable } from '../rpc/errors.ts';
import { EvmRpcError, HttpRpc } from './evm-rpc.ts';

const open: { server: Server; rpc: HttpRpc }[] = [];

afterEach(async () => {
  for (const { server, rpc } of open.splice(0)) {
    rpc.close();
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
});

interface Question {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** A node that answers as it is told to. The path of its address is a secret, as with providers. */
async function nodeThat(listener: RequestListener, timeoutMs = 2_000): Promise<HttpRpc> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const rpc = new HttpRpc({
    url: `http://user:pass%20word@127.0.0.1:${port}/v3/secret?key=secret`,
    timeoutMs,
  });
  open.push({ server, rpc });
  return rpc;
}

function answering(answer: (question: Question) => object, seen: number[] = []): RequestListener {
  return async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Question | Question[];
    seen.push(Array.isArray(body) ? body.length : 1);
    // In another order than they were asked, as the standard allows.
    response.end(JSON.stringify(Array.isArray(body) ? body.map(answer).reverse() : answer(body)));
  };
}

describe('a node is asked', () => {
  it('many things at once, in portions, and the answers come in order', async () => {
    const seen: number[] = [];
    const rpc = await nodeThat(answering(({ id, params }) => ({ id, result: params[0] }), seen));
    const calls = Array.from({ length: 250 }, (_, n) => ({ method: 'echo', params: [n] }));
    expect(await rpc.batch(calls)).toEqual(calls.map(({ params }) => params[0]));
    expect(seen).toEqual([100, 100, 50]);
    expect(await rpc.batch([])).toEqual([]);
  });

  it('one thing after the other where it takes no batches', async () => {
    const rpc = await nodeThat(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Question | Question[];
      const error = { code: -32600, message: 'batches are for paying customers' };
      response.end(
        JSON.stringify(Array.isArray(body) ? { id: null, error } : { id: body.id, result: body.method }),
      );
    });
    const calls = ['a', 'b'].map((method) => ({ method, params: [] }));
    expect(await rpc.batch(calls)).toEqual(['a', 'b']);
    expect(await rpc.batch(calls)).toEqual(['a', 'b']);
  });

  it('with the name and password of its address', async () => {
    const rpc = await nodeThat((request, response) => {
      response.end(JSON.stringify({ id: 1, result: [request.url, request.headers.authorization] }));
    });
    const authorization = `Basic ${Buffer.from('user:pass word').toString('base64')}`;
    expect(await rpc.call('any')).toEqual(['/v3/secret?key=secret', authorization]);
  });

  it('again where it closed the connection that was kept', async () => {
    let asked = 0;
    const rpc = await nodeThat((request, response) => {
      asked++;
      if (asked === 2) request.socket.destroy();
      else response.end(JSON.stringify({ id: asked, result: asked }));
    });
    expect(await rpc.call('any')).toBe(1);
    expect(await rpc.call('any')).toBe(3);
  });
});

describe('what goes wrong', () => {
  const message = (rpc: HttpRpc) =>
    rpc.call('eth_any').then(String, (error: Error) => `${error.name}: ${error.message}`);

  it('is told in plain words, and never with the keys in the address', async () => {
    const wrong: [RequestListener, RegExp][] = [
      [(_, response) => response.writeHead(429).end('slow down'), /RpcUnreachable: .*HTTP 429: slow down/],
      [
        (_, response) => response.writeHead(401).end('{"message":"who are you"}'),
        /RpcUnreachable: .*HTTP 401.*who are you/,
      ],
      [(_, response) => response.end('[]'), /RpcUnreachable: .*no answer/],
      [(_, response) => response.end('null'), /RpcUnreachable: .*HTTP 200/],
      [(request) => request.socket.destroy(), /RpcUnreachable: eth_any: .*cannot be reached/],
      [
        answering(({ id }) => ({ id, error: { code: 3, message: 'execution reverted' } })),
        /RpcError: .*execution reverted \(3\)/,
      ],
    ];
    for (const [listener, expected] of wrong) {
      const text = await message(await nodeThat(listener));
      expect(text).toMatch(expected);
      expect(text).not.toContain('secret');
    }
  });

  it('is told when nothing comes back in time', async () => {
    const rpc = await nodeThat(() => {}, 50);
    await expect(rpc.call('eth_any')).rejects.toThrow(/no answer within 0.05 s/);
    await expect(rpc.call('eth_any')).rejects.toBeInstanceOf(RpcUnreachable);
  });

  it('is told apart: not offered, refused by a contract, or anything else', () => {
    const error = (code: number, text: string) => new EvmRpcError('host', 'any', { code, message: text });
    expect(error(-32601, 'the method trace_block does not exist').isUnsupported).toBe(true);
    expect(error(-32000, 'Method not enabled').isUnsupported).toBe(true);
    expect(error(-32000, 'missing trie node').isUnsupported).toBe(false);
    expect(error(3, 'execution reverted').isRevert).toBe(true);
    expect(error(-32000, 'header not found').isRevert).toBe(false);
  });
});
