import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { Config } from '../config.ts';
import { isLoopback } from '../configuration/loopback.ts';
import { StartupError } from '../startup-error.ts';
import type { HttpServer } from './server.ts';

/** Throws if nothing may or can be served where it is to be. Asked before the engine starts: then nothing has been paid yet. */
export async function refusePlace(config: Config, isOpen: boolean): Promise<void> {
  const { host, port } = config;
  const reach = isOpen ? reachOf(config) : null;
  if (reach !== null) {
    throw new StartupError(
      `Without an API key everything is open, so Swapdesk serves this machine alone, but ${reach}. ` +
        'Make a key first: npx swapdesk key create',
    );
  }
  const probe = createServer().listen({ host, port });
  try {
    await once(probe, 'listening');
    probe.close();
    await once(probe, 'close');
  } catch (error) {
    throw notListening(error, config);
  }
}

/** What lets others than this machine reach us; null if nothing does. */
function reachOf({ host, network, publicUrl, proxies, console: own }: Config): string | null {
  if (!isLoopback(host)) return `SWAPDESK_HOST is ${host}`;
  if (own !== null && !isLoopback(own.host)) return `SWAPDESK_CONSOLE_LISTEN is ${own.host}`;
  if (network === 'main') return 'this is the main network';
  if (publicUrl !== null && !isLoopback(new URL(publicUrl).hostname.replace(/^\[|\]$/g, '')))
    return `SWAPDESK_PUBLIC_URL is ${publicUrl}`;
  return !proxies.isNone ? 'SWAPDESK_TRUST_PROXY says that there is a proxy' : null;
}

/**
 * Connections that wait to be taken; the system may allow fewer. Linux forgets those beyond it after telling their clients that
 * they are there, and these then wait for minutes: a burst of clients must not come so far.
 */
const WAITING_CONNECTIONS = 4_096;

/** Where something listens. */
type ListenAddress = Pick<Config, 'host' | 'port'>;

/** Returns where it is served. */
export async function listen(
  server: HttpServer,
  { host, port }: ListenAddress,
  /** Where that is said, if not in the usual variables. */
  variable?: string,
): Promise<string> {
  const { node } = server;
  try {
    node.listen({ host, port, backlog: WAITING_CONNECTIONS });
    await once(node, 'listening');
  } catch (error) {
    throw notListening(error, { host, port }, variable);
  }
  const address = node.address() as AddressInfo;
  if (host === 'localhost') await listenBeside(server, address);
  return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`;
}

/** Most machines have two addresses of that name, and programs ask either. Where the other cannot be had, one has to do. */
async function listenBeside({ node, beside }: HttpServer, { address, port }: AddressInfo): Promise<void> {
  const known = await lookup('localhost', { all: true });
  for (const other of known.filter((each) => each.address !== address)) {
    const listener = createServer((socket) => node.emit('connection', socket)).unref();
    listener.on('error', () => {}).listen({ host: other.address, port, backlog: WAITING_CONNECTIONS });
    beside.push(listener);
  }
}

function notListening(error: unknown, { host, port }: ListenAddress, variable?: string): StartupError {
  const { code, message } = error as NodeJS.ErrnoException;
  const [ofPort, ofHost] = [variable ?? 'SWAPDESK_PORT', variable ?? 'SWAPDESK_HOST'];
  const why: Record<string, string> = {
    EADDRINUSE: `Port ${port} on ${host} is taken. Stop what uses it, or choose another with ${ofPort}.`,
    EACCES: `Port ${port} needs more rights than this user has. Choose one above 1023 with ${ofPort}.`,
    EADDRNOTAVAIL: `${host} is not an address of this machine. Check ${ofHost}.`,
    ENOTFOUND: `${host} is not an address of this machine. Check ${ofHost}.`,
    EAI_AGAIN: `${host} cannot be looked up. Check ${ofHost}.`,
  };
  return new StartupError(why[code ?? ''] ?? `Cannot listen on ${host}:${port}: ${message}`);
}
