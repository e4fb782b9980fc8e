import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

/** Stands between a pool and its server, and cuts connections when it is told to. */
export interface CuttingProxy {
  /** The same database, by way of the proxy. */
  readonly url: string;
  /** The next connection on which this is said is cut: before the server hears it, or when it has answered. */
  cutAt(text: string, when: 'before' | 'after'): void;
  /** How many connections were cut. */
  cuts(): number;
  /** Passes nothing on any more, and says nothing about it, as a network that is cut. */
  fallSilent(): void;
  /** Cuts all connections, and takes no more. */
  close(): Promise<void>;
  /** Takes connections again, where it was before. */
  open(): Promise<void>;
}

export async function openCuttingProxy(databaseUrl: string): Promise<CuttingProxy> {
  const url = new URL(databaseUrl.replace('@/', '@localhost/'));
  const socket = join(url.searchParams.get('host') as string, `.s.PGSQL.${url.searchParams.get('port')}`);
  let cut: { text: string; when: 'before' | 'after' } | null = null;
  let cuts = 0;
  let isSilent = false;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(socket);
    let isMarked = false;
    const end = () => [client, upstream].forEach((each) => void each.destroy());
    for (const each of [client, upstream]) {
      open.add(each);
      each.on('error', end).on('close', end);
    }
    client.on('data', (bytes) => {
      if (isSilent) return;
      if (cut !== null && bytes.includes(cut.text)) {
        const { when } = cut;
        cut = null;
        cuts++;
        if (when === 'before') return end();
        isMarked = true;
      }
      upstream.write(bytes);
    });
    upstream.on('data', (bytes) => {
      if (isMarked) end();
      else if (!isSilent) client.write(bytes);
    });
  });
  const port = await freePort();
  const listen = () => new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  await listen();
  const { username, password, pathname } = url;
  return {
    url: `postgresql://${username}:${password}@127.0.0.1:${port}${pathname}`,
    cutAt(text, when) {
      cut = { text, when };
    },
    cuts: () => cuts,
    fallSilent() {
      isSilent = true;
    },
    async close() {
      for (const each of open) each.destroy();
      await new Promise((done) => server.close(done));
    },
    open: listen,
  };
}
