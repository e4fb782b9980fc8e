import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Static, TSchema } from 'typebox';
import { PRIVATE, type Sending } from '../send.ts';
import type { ConsoleCall } from './endpoint.ts';
import type { ConsoleServices } from './services.ts';

/** A file that is made while it is sent. */
export interface Download {
  readonly path: string;
  readonly request: TSchema;
  readonly type: string;
  readonly fileName: string;
  write(services: ConsoleServices, call: ConsoleCall<unknown>): AsyncIterable<string>;
}

/** Keeps the type of a download's own schema while it is being written. */
export function download<Request extends TSchema>(
  definition: Omit<Download, 'request' | 'write'> & {
    readonly request: Request;
    write(services: ConsoleServices, call: ConsoleCall<Static<Request>>): AsyncIterable<string>;
  },
): Download {
  return definition as unknown as Download;
}

/** Sends it piece by piece, no faster than it is taken. */
export async function sendDownload(
  sending: Sending,
  response: ServerResponse,
  { type, fileName, write }: Download,
  services: ConsoleServices,
  call: ConsoleCall<unknown>,
): Promise<void> {
  const pieces = write(services, call)[Symbol.asyncIterator]();
  // What is refused is refused before anything is sent.
  let piece = await pieces.next();
  const disposition = `attachment; filename="${fileName}"`;
  const headers = {
    ...PRIVATE,
    ...sending.headers,
    'content-type': type,
    'content-disposition': disposition,
  };
  response.writeHead(200, headers);
  while (!piece.done && !response.destroyed) {
    if (!response.write(piece.value)) await Promise.race([once(response, 'drain'), once(response, 'close')]);
    piece = await pieces.next();
  }
  response.end();
}
