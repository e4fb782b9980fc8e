import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { realpathSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartupError } from '../startup-error.ts';

/** Another process keeps it. */
export class RecordTaken extends StartupError {}

/**
 * Two processes would write over each other's lines, so one keeps a record alone. It listens under a name made from the
 * folder; that ends with the process, however it ends. Returns how to let go.
 */
export async function keepAlone(folder: string): Promise<() => Promise<void>> {
  const name = lockName(folder);
  const server = createServer((socket) => socket.destroy());
  if (!(await listens(server, name))) {
    if (name.startsWith('\0') || (await isAnswered(name))) throw taken(folder);
    rmSync(name, { force: true });
    if (!(await listens(server, name))) throw taken(folder);
  }
  server.unref();
  return async () => {
    server.close();
    await once(server, 'close');
  };
}

/** Linux forgets such a name with the process; elsewhere it is a file that may be left behind. */
function lockName(folder: string): string {
  const hash = createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 24);
  return process.platform === 'linux'
    ? `\0swapdesk-record-${hash}`
    : join(tmpdir(), `swapdesk-record-${hash}`);
}

async function listens(server: Server, name: string): Promise<boolean> {
  try {
    server.listen(name);
    await once(server, 'listening');
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
    throw error;
  }
}

function isAnswered(name: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(name);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'ECONNREFUSED'));
  });
}

function taken(folder: string): RecordTaken {
  return new RecordTaken(
    `Another process keeps its signing record in ${folder}. Each that signs needs a folder of its own: ` +
      'name one with SWAPDESK_RECORD, or let one signer sign for all (docs/operators.md, "Keys in a process of their own").',
  );
}
