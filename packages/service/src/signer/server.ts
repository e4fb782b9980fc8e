import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { TLSSocket } from 'node:tls';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { SigningPlan } from '../chains/signer.ts';
import { planFromJson } from './plan-json.ts';
import {
  type FailedAnswer,
  type HealthAnswer,
  PLAN_FORM,
  PLAN_FORM_HEADER,
  type SignedAnswer,
  tooOldFor,
} from './protocol.ts';
import { LimitReached, PlanRefused, SigningStopped } from './refusals.ts';
import type { SigningDesk } from './signing-desk.ts';

type SignerAnswer = { status: number; body: SignedAnswer | FailedAnswer | HealthAnswer };

/** A plan of a thousand inputs and outputs stays well below. */
const MOST_BYTES = 512 * 1024;

/** Answers requests: whatever goes wrong, the caller gets an answer, and no more of what happened than it needs. */
export function signerRequests(desk: Pick<SigningDesk, 'sign' | 'whyStopped'>): RequestListener {
  return (request, response) => {
    answer(desk, request)
      .catch((): SignerAnswer => failed(500, 'the signer failed; its log says why'))
      .then(({ status, body }) => send(response, status, body));
  };
}

async function answer(
  desk: Pick<SigningDesk, 'sign' | 'whyStopped'>,
  request: IncomingMessage,
): Promise<SignerAnswer> {
  const asked = `${request.method} ${request.url}`;
  if (asked === 'GET /health')
    return { status: 200, body: { stopped: await desk.whyStopped(), planForm: PLAN_FORM } };
  if (asked !== 'POST /sign') return failed(404, 'there is POST /sign and GET /health');
  const tooNew = tooOldFor(PLAN_FORM, Number(request.headers[PLAN_FORM_HEADER] ?? 1));
  if (tooNew !== null) return failed(409, tooNew);
  const text = await readBody(request);
  if (text === null) return failed(413, 'a plan is not that long');
  let plan: SigningPlan;
  try {
    plan = planFromJson(text);
  } catch (error) {
    return failed(400, (error as Error).message);
  }
  return sign(desk, plan, peerOf(request));
}

async function sign(desk: Pick<SigningDesk, 'sign'>, plan: SigningPlan, peer: string): Promise<SignerAnswer> {
  try {
    const { txid, bytes } = await desk.sign(plan, peer);
    return { status: 200, body: { txid, bytes: bytesToHex(bytes) } };
  } catch (error) {
    if (error instanceof PlanRefused) return { status: 403, body: { error: error.message, kind: 'refused' } };
    if (error instanceof LimitReached) return { status: 403, body: { error: error.message, kind: 'limit' } };
    if (error instanceof SigningStopped) return failed(503, error.message);
    throw error;
  }
}

function failed(status: number, error: string): SignerAnswer {
  return { status, body: { error, kind: 'failed' } };
}

/** Null if it is too long. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MOST_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Who asks: the name in the certificate with its fingerprint, or whoever may open the socket. */
function peerOf({ socket }: IncomingMessage): string {
  if (!(socket instanceof TLSSocket)) return 'unix socket';
  const { subject, fingerprint256 } = socket.getPeerCertificate();
  return `${subject?.CN ?? 'unnamed'} ${fingerprint256} ${socket.remoteAddress}`;
}

function send(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
  response.writeHead(status, { ...headers, connection: 'close' }).end(text);
}
