import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Static, TSchema } from 'typebox';
import type { Ongoing } from '../route.ts';
import { PRIVATE } from '../send.ts';
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

/** The file as an answer. What is refused is refused before any of it is sent. */
export async function openDownload(
  { type, fileName, write }: Download,
  services: ConsoleServices,
  call: ConsoleCall<unknown>,
): Promise<Ongoing> {
  const pieces = write(services, call)[Symbol.asyncIterator]();
  const first = await pieces.next();
  const own = ['content-type', type, 'content-disposition', `attachment; filename="${fileName}"`, ...PRIVATE];
  return {
    begin: (response, headers) => {
      response.writeHead(200, [...own, ...headers]);
      return sendPieces(response, first, pieces);
    },
  };
}

/** Sends piece by piece, no faster than it is taken. */
async function sendPieces(
  response: ServerResponse,
  first: IteratorResult<string>,
  pieces: AsyncIterator<string>,
): Promise<void> {
  let piece = first;
  while (!piece.done && !response.destroyed) {
    if (!response.write(piece.value)) await Promise.race([once(response, 'drain'), once(response, 'close')]);
    piece = await pieces.next();
  }
  response.end();
}
