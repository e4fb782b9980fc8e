import { readFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { hexToBytes } from '@noble/hashes/utils.js';
import { BeyondLimit, Unpayable } from '../chains/chain.ts';
import type { SignedBytes, Signer, SigningPlan } from '../chains/signer.ts';
import type { SignerConfig } from '../configuration/chains-config.ts';
import { planToJson } from './plan-json.ts';
import {
  type FailedAnswer,
  type HealthAnswer,
  PLAN_FORM,
  PLAN_FORM_HEADER,
  type SignedAnswer,
  tooOldFor,
} from './protocol.ts';

/** The signer's policy is against the plan: this payment waits, others go on. The words are the signer's. */
export class RefusedBySigner extends Unpayable {}

/** What the signer's answer is to the engine. */
export function heard(kind: FailedAnswer['kind'], words: string): Error {
  if (kind === 'refused') return new RefusedBySigner(words);
  return kind === 'limit' ? new BeyondLimit(words) : new Error(words);
}

const TIMEOUT_MS = 15_000;
const MOST_BYTES = 4 * 1024 * 1024;

interface Reply {
  readonly status: number;
  readonly text: string;
}

/** Lets a signer in another process sign. Holds no key; what it sends is a plan, which the signer checks for itself. */
export class RemoteSigner implements Signer {
  private readonly config: SignerConfig;

  constructor(config: SignerConfig) {
    this.config = config;
  }

  async sign(plan: SigningPlan): Promise<SignedBytes> {
    const { status, text } = await this.askTwice('POST', '/sign', planToJson(plan));
    const answer = parse<SignedAnswer | FailedAnswer>(text);
    if (status === 200 && answer !== null && 'txid' in answer) {
      return { txid: answer.txid, bytes: hexToBytes(answer.bytes) };
    }
    const words = `the signer says: ${answer !== null && 'error' in answer ? answer.error : `HTTP ${status}`}`;
    const kind = answer !== null && 'kind' in answer ? answer.kind : 'failed';
    throw heard(kind, words);
  }

  /** Why it signs nothing at the moment; null if it does. Throws if it does not answer. */
  async whyStopped(): Promise<string | null> {
    const { status, text } = await this.askTwice('GET', '/health', '');
    const answer = parse<HealthAnswer>(text);
    if (status !== 200 || answer === null) throw new Error(`the signer is not well: HTTP ${status}`);
    return answer.stopped ?? tooOldFor(answer.planForm ?? 1, PLAN_FORM);
  }

  /** An answer that was lost on the way is asked for again: the same plan gives the same bytes. */
  private askTwice(method: string, path: string, body: string): Promise<Reply> {
    return this.ask(method, path, body).catch(() => this.ask(method, path, body));
  }

  private async ask(method: string, path: string, body: string): Promise<Reply> {
    const { config } = this;
    const options: RequestOptions = {
      method,
      path,
      agent: false,
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        [PLAN_FORM_HEADER]: String(PLAN_FORM),
      },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    };
    try {
      if (config.kind === 'socket')
        return await exchange(httpRequest, { ...options, socketPath: config.path }, body);
      const { hostname, port } = new URL(config.url);
      // Read each time, so that a certificate can be renewed while we run.
      const [ca, cert, key] = await Promise.all(
        [config.caFile, config.certFile, config.keyFile].map((file) => readFile(file)),
      );
      return await exchange(httpsRequest, { ...options, hostname, port, ca, cert, key }, body);
    } catch (cause) {
      const where = config.kind === 'socket' ? config.path : config.url;
      throw new Error(`the signer at ${where} does not answer: ${(cause as Error).message}`, { cause });
    }
  }
}

function exchange<Options extends RequestOptions>(
  request: (options: Options, answered: (response: IncomingMessage) => void) => NodeJS.WritableStream,
  options: Options,
  body: string,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const asked = request(options, (response) => {
      readText(response).then((text) => resolve({ status: response.statusCode ?? 0, text }), reject);
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MOST_BYTES) throw new Error('its answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse<T extends object>(text: string): T | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as T) : null;
  } catch {
    return null;
  }
}
