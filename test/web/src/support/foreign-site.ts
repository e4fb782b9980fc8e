import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ForeignSite {
  readonly url: string;
  /** From now on it is another page, with these headers. */
  readonly shows: (html: string, headers?: Readonly<Record<string, string>>) => void;
  readonly close: () => Promise<void>;
}

/** A page of somebody else's, at another site than the service's. */
export async function openForeignSite(first = ''): Promise<ForeignSite> {
  let html = first;
  let headers: Readonly<Record<string, string>> = {};
  const server = createServer((_request, response) => {
    response.writeHead(200, { ...headers, 'content-type': 'text/html' });
    response.end(`<!doctype html><title>Free coins</title>${html}`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    // To a browser this name is another site than the address, though both are this machine.
    url: `http://localhost:${port}`,
    shows: (next, more = {}) => {
      html = next;
      headers = more;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
