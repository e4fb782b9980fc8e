import { once } from 'node:events';
import { lstatSync, readFileSync, unlinkSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { StartupError } from '../startup-error.ts';

/** Where a signer answers. The paths are absolute. */
export type SignerLocation =
  | { readonly kind: 'socket'; readonly path: string }
  | {
      readonly kind: 'https';
      readonly host: string;
      readonly port: number;
      readonly caFile: string;
      readonly certFile: string;
      readonly keyFile: string;
    };

/** A signer that answers. */
export interface Listening {
  /** For a person: a path, or host and port. */
  readonly place: string;
  close(): Promise<void>;
}

const REQUEST_TIMEOUT_MS = 30_000;
/** What is not answered by then is cut off: a connection on which nobody says anything would never end. */
const STOP_WITHIN_MS = 5_000;
/** Everybody but the owner is kept out from the moment the socket is there. */
const OWNER_ONLY = 0o177;

/** Begins to answer. */
export async function listenForEngines(place: SignerLocation, requests: RequestListener): Promise<Listening> {
  const server = place.kind === 'socket' ? createServer(requests) : createTls(place, requests);
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.headersTimeout = REQUEST_TIMEOUT_MS;
  try {
    await (place.kind === 'socket' ? listenOnSocket(server, place.path) : listenOnPort(server, place));
  } catch (error) {
    if (error instanceof StartupError) throw error;
    const where = place.kind === 'socket' ? place.path : `${place.host}:${place.port}`;
    throw new StartupError(`The signer cannot listen on ${where}: ${(error as Error).message}`, {
      cause: error,
    });
  }
  return {
    place: place.kind === 'socket' ? place.path : `https://${place.host}:${portOf(server)}`,
    async close() {
      const closed = once(server, 'close');
      const cuttingOff = setTimeout(() => server.closeAllConnections(), STOP_WITHIN_MS);
      server.close();
      server.closeIdleConnections();
      await closed;
      clearTimeout(cuttingOff);
    },
  };
}

/** Nobody is heard whose certificate the given authority has not signed. */
function createTls(
  { caFile, certFile, keyFile }: SignerLocation & { kind: 'https' },
  requests: RequestListener,
): Server {
  const [ca, cert, key] = [caFile, certFile, keyFile].map((file) => readFileSync(file));
  return createTlsServer(
    { ca, cert, key, requestCert: true, rejectUnauthorized: true, minVersion: 'TLSv1.3' },
    requests,
  );
}

async function listenOnPort(
  server: Server,
  { host, port }: SignerLocation & { kind: 'https' },
): Promise<void> {
  server.listen({ host, port });
  await once(server, 'listening');
}

async function listenOnSocket(server: Server, path: string): Promise<void> {
  await clear(path);
  const listening = once(server, 'listening');
  const before = process.umask(OWNER_ONLY);
  try {
    // The socket is made before this returns.
    server.listen(path);
  } finally {
    process.umask(before);
  }
  await listening;
}

/** Takes away what a killed signer left behind; never a file, and never a socket on which somebody answers. */
async function clear(path: string): Promise<void> {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (!found.isSocket()) {
    throw new StartupError(`${path} is there and is no socket. Name another path, or move it away.`);
  }
  if (await isAnswered(path)) {
    throw new StartupError(`A signer is running already on ${path}. Stop it first, or name another path.`);
  }
  unlinkSync(path);
}

function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    // Only a refusal tells that nobody is there; whatever else is wrong, the socket is not ours to take away.
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'ECONNREFUSED'));
  });
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
