import type { IncomingMessage } from 'node:http';
import { wrongParameter } from '../ledger-error.ts';

const MOST_BYTES = 65_536;

/** The JSON that a request carries; an empty object for one without a body. */
export async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw wrongParameter(`the body has more than ${MOST_BYTES} bytes`);
    chunks.push(chunk);
  }
  if (bytes === 0) return {};
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    throw wrongParameter('the body is no JSON');
  }
}
