import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SwapdeskClient } from '@swapdesk/client';
import { Compile } from 'typebox/schema';
import { createDeskStore } from '../../../../test/support/desk-store.ts';
import { runHere } from '../../../../test/support/run-here.ts';
import { startService } from '../../../../test/support/service.ts';
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
  readonly client: SwapdeskClient;
  readonly publicKey: string;
  readonly curve: string;
  /** All that was logged. */
  readonly logged: string[];
  get(path: string, headers?: Record<string, string>): Promise<Answered>;
  post(path: string, body: object): Promise<Answered>;
  /** Throws unless a value is what the published schema calls so. */
  check(name: string, value: unknown): void;
  close(): Promise<void>;
}

export async function openLedgerDesk(): Promise<LedgerDesk> {
  const [store, folder] = await Promise.all([createDeskStore(), mkdtemp(join(tmpdir(), 'swapdesk-ledger-'))]);
  const operate = async (...args: string[]) => (await runHere(args, { ...store.env })).output;
  const made = await operate('key', 'create', '--account', REF_CODE, '--for', 'quote,place,read');
  await operate('refcode', 'create', REF_CODE, '--account', REF_CODE, '--rate', '20%');
  const service = await startService(store.env);
  const field = (name: string) => new RegExp(`^${name} +(\\S+)$`, 'm').exec(made)?.[1] ?? '';
  const secrets = { secret: field('secret'), token: TOKEN };
  for (const [name, text] of Object.entries(secrets)) {
    await writeFile(join(folder, name), `${text}\n`);
    await chmod(join(folder, name), 0o600);
  }
  writeKey(join(folder, 'key.pem'));
  const logged: string[] = [];
  const settings = readSettings({
    SWAPDESK_URL: service.url,
    SWAPDESK_API_KEY: field('key'),
    SWAPDESK_API_SECRET_FILE: join(folder, 'secret'),
    LEDGER_SIGNING_KEY_FILE: join(folder, 'key.pem'),
    LEDGER_TOKEN_FILE: join(folder, 'token'),
    LEDGER_PORT: '0',
    LEDGER_REF_CODE: REF_CODE,
    LEDGER_COMMISSION_RATE: '0.2',
    LEDGER_METHODS: 'fixed,float',
  });
  const face = await openFace(settings, (line) => logged.push(line));
  const schema = JSON.parse(
    await readFile(new URL('../../schema/swap-provider.json', import.meta.url), 'utf8'),
  ) as { $defs: object };
  const call = async (path: string, init: RequestInit): Promise<Answered> => {
    const answer = await fetch(`${face.url}${path}`, init);
    return { status: answer.status, body: await answer.json() };
  };
  const authorization = `Bearer ${TOKEN}`;
  return {
    client: new SwapdeskClient({ url: service.url }),
    publicKey: face.signer.publicKey,
    curve: face.signer.curve,
    logged,
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
      await service.stop();
      await store.drop();
      await rm(folder, { recursive: true });
    },
  };
}
