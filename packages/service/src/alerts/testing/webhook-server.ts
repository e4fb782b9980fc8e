import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Posted {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** What the body says, read. */
  readonly said: { readonly type: string; readonly data: Readonly<Record<string, string>> };
}

/** Somebody who takes webhooks. Answers what it is told to; 0: nothing, ever. */
export async function openWebhookServer() {
  const posted: Posted[] = [];
  const state = { status: 204 };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    posted.push({ headers: request.headers, body, said: JSON.parse(body) });
    if (state.status !== 0) response.writeHead(state.status, { location: '/elsewhere' }).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook/of-the-path`,
    posted,
    state,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
