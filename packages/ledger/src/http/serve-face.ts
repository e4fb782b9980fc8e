import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Face, Route } from '../face.ts';
import { LedgerError } from '../ledger-error.ts';
import { ledgerErrorOf } from '../refusal.ts';
import { currencies } from '../routes/currencies.ts';
import { pairs } from '../routes/pairs.ts';
import { quote } from '../routes/quote.ts';
import { status } from '../routes/status.ts';
import { swapFixed } from '../routes/swap-fixed.ts';
import { swapFloat } from '../routes/swap-float.ts';
import { Fields } from './fields.ts';
import { isAllowed } from './is-allowed.ts';
import { readBody } from './read-body.ts';

/** The endpoints that Ledger publishes. */
const ROUTES = new Map<string, Route>([
  ['GET /currencies', currencies],
  ['GET /pairs', pairs],
  ['POST /quote', quote],
  ['POST /swap/fixed', swapFixed],
  ['POST /swap/float', swapFloat],
  ['GET /status', status],
]);

export interface FaceOptions {
  /** What callers bring as `Authorization: Bearer …`; null: nobody is asked. */
  readonly token: string | null;
  /** Told of what is no refusal. */
  readonly log: (line: string) => void;
}

/** The server, which does not listen yet. */
export function serveFace(face: Face, { token, log }: FaceOptions): Server {
  return createServer((request, response) => {
    answer(request, face, token)
      .catch((thrown: unknown) => {
        const error = ledgerErrorOf(thrown);
        if (error instanceof LedgerError) return { status: error.status, body: error.payload() };
        log(`${request.method} ${pathOf(request)}: ${error instanceof Error ? error.stack : error}`);
        return { status: 500, body: { messageKey: 'INTERNAL_ERROR', message: 'it could not be worked on' } };
      })
      .then(({ status, body }) => {
        const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
        response.writeHead(status, headers).end(JSON.stringify(body));
      });
  });
}

async function answer(request: IncomingMessage, face: Face, token: string | null) {
  if (!isAllowed(request.headers.authorization, token))
    throw new LedgerError(401, 'UNAUTHORIZED_ERROR', 'the token is missing or wrong');
  const route = ROUTES.get(`${request.method} ${pathOf(request)}`);
  if (route === undefined) throw new LedgerError(404, 'NOT_FOUND_ERROR', 'there is no such endpoint');
  const query = new URLSearchParams(request.url?.replace(/^[^?]*/s, ''));
  const body = await route({ query, fields: new Fields(await readBody(request)) }, face);
  return { status: 200, body };
}

/** Without its query: that may say whose order it is about. */
function pathOf({ url = '/' }: IncomingMessage): string {
  return url.replace(/\?.*$/s, '');
}
