import { rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { RpcError, RpcUnreachable } from './errors.ts';
import { fieldsOf, integerOf, unitsOf } from './fields.ts';
import { JsonRpc } from './json-rpc.ts';

interface Seen {
  readonly body: string;
  readonly authorization: string | undefined;
}

let server: Server | undefined;
let rpc: JsonRpc | undefined;

afterEach(() => {
  rpc?.close();
  server?.closeAllConnections();
  server?.close();
});

/** A node that answers everything with one text. */
async function nodeThatSays(text: string | null, status = 200): Promise<{ port: number; seen: Seen[] }> {
  const seen: Seen[] = [];
  server = createServer(async (request, response) => {
    const chunks = await request.toArray();
    seen.push({ body: Buffer.concat(chunks).toString(), authorization: request.headers.authorization });
    if (text !== null) response.writeHead(status).end(text);
  });
  await new Promise<void>((done) => server?.listen(0, '127.0.0.1', done));
  return { port: (server.address() as AddressInfo).port, seen };
}

const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`;

describe('a JSON-RPC node', () => {
  it.each([
    ['0.1', 10_000_000n],
    ['0.00000001', 1n],
    ['1e-8', 1n],
    ['20999999.97690000', 2_099_999_997_690_000n],
    ['92233720368.54775807', 9_223_372_036_854_775_807n],
  ])('may state an amount as %s', async (text, units) => {
    const { port } = await nodeThatSays(`{"result":{"value":${text},"n":7},"error":null,"id":0}`);
    rpc = new JsonRpc({ url: `http://127.0.0.1:${port}` });
    const fields = fieldsOf(await rpc.call('gettxout'));
    expect(unitsOf(fields.value, 8)).toBe(units);
    expect(integerOf(fields.n)).toBe(7);
    expect(() => unitsOf(fields.value, -20)).toThrow('where an amount is expected');
  });

  it('is told user and password, which no error repeats', async () => {
    const { port, seen } = await nodeThatSays('', 401);
    rpc = new JsonRpc({ url: `http://me:s%20cret@127.0.0.1:${port}` });
    const error = await rpc.call('getblockcount').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RpcUnreachable);
    expect(String(error)).toContain(`127.0.0.1:${port} refuses us`);
    expect(String(error)).not.toContain('cret');
    expect(seen[0]?.authorization).toBe(basic('me:s cret'));
  });

  it('may have written a new cookie since the last call', async () => {
    const { port, seen } = await nodeThatSays('{"result":1,"error":null,"id":0}');
    const cookieFile = join(tmpdir(), `cookie-${port}`);
    rpc = new JsonRpc({ url: `http://127.0.0.1:${port}`, cookieFile });
    await expect(rpc.call('a')).rejects.toThrow('cookie file');
    for (const cookie of ['__cookie__:one', '__cookie__:two']) {
      await writeFile(cookieFile, cookie);
      await rpc.call('a');
    }
    await rm(cookieFile);
    expect(seen.map(({ authorization }) => authorization)).toEqual(
      ['__cookie__:one', '__cookie__:two'].map(basic),
    );
  });

  it('refuses a call with a code, whatever the HTTP status', async () => {
    const { port } = await nodeThatSays('{"result":null,"error":{"code":-8,"message":"no"},"id":0}', 500);
    rpc = new JsonRpc({ url: `http://127.0.0.1:${port}` });
    const error = await rpc.call('getblockhash', 9).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RpcError);
    expect(error).toMatchObject({ code: -8, message: 'getblockhash: no (-8)' });
  });

  it('may answer a batch in any order, and refuse a part of it', async () => {
    const { port } = await nodeThatSays(
      '[{"result":null,"error":{"code":-5,"message":"no"},"id":1},{"result":"zero","error":null,"id":0}]',
    );
    rpc = new JsonRpc({ url: `http://127.0.0.1:${port}` });
    const calls = [
      { method: 'a', params: [] },
      { method: 'b', params: [] },
    ];
    expect(await rpc.batch(calls)).toEqual(['zero', expect.any(RpcError)]);
  });

  it('is given a long batch in parts', async () => {
    const { port, seen } = await nodeThatSays('[{"result":0,"id":0},{"result":1,"id":1}]');
    rpc = new JsonRpc({ url: `http://127.0.0.1:${port}`, batchSize: 2 });
    expect(await rpc.batch(Array.from({ length: 6 }, () => ({ method: 'a', params: [] })))).toHaveLength(6);
    expect(seen).toHaveLength(3);
  });

  it.each(['<html>', '', '{}', '7', '{"result":1'])('that says %j is none', async (text) => {
    const { port } = await nodeThatSays(text, 502);
    rpc = new JsonRpc({ url: `http://127.0.0.1:${port}` });
    await expect(rpc.call('a')).rejects.toThrow('does not speak JSON-RPC');
  });

  it('that does not answer in time cannot be reached', async () => {
    const { port } = await nodeThatSays(null);
    rpc = new JsonRpc({ url: `http://127.0.0.1:${port}`, timeoutMs: 100 });
    await expect(rpc.call('a')).rejects.toThrow('no answer within 0.1 s');
  });

  it('that closes a connection which is kept is asked once more', async () => {
    const { port, seen } = await nodeThatSays('{"result":1,"error":null,"id":0}');
    rpc = new JsonRpc({ url: `http://127.0.0.1:${port}` });
    await rpc.call('a');
    server?.prependOnceListener('request', (request) => request.socket.destroy());
    await rpc.call('b');
    expect(seen.map(({ body }) => (JSON.parse(body) as { method: string }).method)).toEqual(['a', 'b', 'b']);
  });

  it('that is down cannot be reached', async () => {
    const { port } = await nodeThatSays('');
    server?.close();
    rpc = new JsonRpc({ url: `http://127.0.0.1:${port}` });
    await expect(rpc.call('a')).rejects.toThrow(/cannot be reached: .*ECONNREFUSED/);
  });
});
