import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Compile } from 'typebox/schema';
import type { WalletDesk } from '../../../../test/support/wallet-desk.ts';
import { openFace } from '../open-face.ts';
import { readSettings } from '../settings.ts';
import { writeKey } from './signing-keys.ts';

export const TOKEN = 'what Ledger was given';
export const REF_CODE = 'ledger';

/** What was answered. */
export interface Answered {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: whether it is as published, the schema says.
  readonly body: any;
}

/** A desk, the face before it, and what Ledger's own servers do. */
export interface LedgerDesk {
  readonly client: WalletDesk['anybody'];
  readonly publicKey: string;
  readonly curve: string;
  /** All that was logged. */
  readonly logged: string[];
  /** With what an operator would start it as a program. */
  readonly env: Readonly<Record<string, string>>;
  /** What nobody may be shown: token, secret, and the key line by line. */
  readonly secrets: readonly string[];
  get(path: string, headers?: Record<string, string>): Promise<Answered>;
  post(path: string, body: object): Promise<Answered>;
  /** Throws unless a value is what the published schema calls so. */
  check(name: string, value: unknown): void;
  close(): Promise<void>;
}

export async function openLedgerDesk({ url, anybody, keyOf }: WalletDesk): Promise<LedgerDesk> {
  const folder = await mkdtemp(join(tmpdir(), 'swapdesk-ledger-'));
  const { key, secret } = keyOf(REF_CODE);
  const secrets = { secret, token: TOKEN };
  for (const [name, text] of Object.entries(secrets)) {
    await writeFile(join(folder, name), `${text}\n`);
    await chmod(join(folder, name), 0o600);
  }
  writeKey(join(folder, 'key.pem'));
  const logged: string[] = [];
  const env = {
    SWAPDESK_URL: url,
    SWAPDESK_API_KEY: key,
    SWAPDESK_API_SECRET_FILE: join(folder, 'secret'),
    LEDGER_SIGNING_KEY_FILE: join(folder, 'key.pem'),
    LEDGER_TOKEN_FILE: join(folder, 'token'),
    LEDGER_PORT: '0',
    LEDGER_REF_CODE: REF_CODE,
    LEDGER_COMMISSION_RATE: '0.2',
    LEDGER_METHODS: 'fixed,float',
  };
  const face = await openFace(readSettings(env), (line) => logged.push(line));
  const pem = await readFile(env.LEDGER_SIGNING_KEY_FILE, 'utf8');
  const schema = JSON.parse(
    await readFile(new URL('../../schema/swap-provider.json', import.meta.url), 'utf8'),
  ) as { $defs: object };
  const call = async (path: string, init: RequestInit): Promise<Answered> => {
    const answer = await fetch(`${face.url}${path}`, init);
    return { status: answer.status, body: await answer.json() };
  };
  const authorization = `Bearer ${TOKEN}`;
  return {
    client: anybody,
    publicKey: face.signer.publicKey,
    curve: face.signer.curve,
    logged,
    env,
    secrets: [TOKEN, secret, ...pem.split('\n').filter((line) => /^[\w+/=]+$/.test(line))],
    get: (path, headers = { authorization }) => call(path, { headers }),
    post: (path, body) =>
      call(path, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    check(name, value) {
      const { $defs } = schema;
      const [fits, found] = Compile({ $defs, $ref: `#/$defs/${name}` }).Errors(value);
      if (!fits) throw new Error(`no ${name}: ${JSON.stringify(found)} in ${JSON.stringify(value)}`);
    },
    async close() {
      await face.close();
      await rm(folder, { recursive: true });
    },
  };
}
