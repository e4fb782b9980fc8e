import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request as overSocket } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BeyondLimit, NotEnough, Unpayable } from '../chains/chain.ts';
import type { SignedBytes, SigningPlan } from '../chains/signer.ts';
import { type Listening, listenForEngines, type SignerLocation } from './listen.ts';
import { planToJson } from './plan-json.ts';
import { PLAN_FORM, PLAN_FORM_HEADER } from './protocol.ts';
import { LimitReached, PlanRefused, SigningStopped } from './refusals.ts';
import { RemoteSigner } from './remote-signer.ts';
import { signerRequests } from './server.ts';
import { Authority } from './testing/certificates.ts';
import { coinsPlan, evmPlan, payout } from './testing/facts.ts';

const SIGNED: SignedBytes = { txid: 'ab'.repeat(32), bytes: new Uint8Array([1, 2, 255]) };

let folder: string;
let listening: Listening | undefined;
let asked: { plan: SigningPlan; peer: string }[];
let answer: () => SignedBytes;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swapdesk-signer-'));
  asked = [];
  answer = () => SIGNED;
});
afterEach(async () => {
  await listening?.close();
  listening = undefined;
  await rm(folder, { recursive: true });
});

async function open(place: SignerLocation): Promise<Listening> {
  const desk = {
    async sign(plan: SigningPlan, peer: string) {
      asked.push({ plan, peer });
      return answer();
    },
    whyStopped: async () => 'by a test',
  };
  listening = await listenForEngines(place, signerRequests(desk));
  return listening;
}

describe('over a Unix socket', () => {
  const path = () => join(folder, 'signer.sock');
  const client = () => new RemoteSigner({ kind: 'socket', path: path() });
  const openSocket = () => open({ kind: 'socket', path: path() });

  it('a plan is signed as it was sent', async () => {
    await openSocket();
    for (const plan of [evmPlan(), coinsPlan([payout(1)])]) {
      expect(await client().sign(plan)).toEqual(SIGNED);
      expect(asked.at(-1)).toEqual({ plan, peer: 'unix socket' });
    }
    expect(await client().whyStopped()).toBe('by a test');
  });

  it.each([
    [
      'a refusal',
      new PlanRefused('no order asks for it'),
      Unpayable,
      'the signer says: no order asks for it',
    ],
    ['a limit', new LimitReached('too much'), BeyondLimit, 'the signer says: too much'],
    ['a stop', new SigningStopped('stopped'), Error, 'the signer says: stopped'],
    ['a fault', new Error('secret'), Error, 'the signer says: the signer failed; its log says why'],
  ])('%s reaches the engine in its own words', async (_what, error, kind, words) => {
    await openSocket();
    answer = () => {
      throw error;
    };
    const failure = await client()
      .sign(evmPlan())
      .catch((caught: unknown) => caught);
    expect(failure).toBeInstanceOf(kind);
    expect((failure as Error).message).toBe(words);
    if (kind === Error) {
      expect(failure).not.toBeInstanceOf(Unpayable);
      expect(failure).not.toBeInstanceOf(NotEnough);
    }
  });

  it('a signer that knows the plans of an engine’s own form alone, or of those before, says so', async () => {
    await openSocket();
    const ask = (form: string | undefined) =>
      new Promise<{ status: number; text: string }>((resolve, reject) => {
        const headers = form === undefined ? {} : { [PLAN_FORM_HEADER]: form };
        const asking = overSocket(
          { socketPath: path(), path: '/sign', method: 'POST', headers },
          (response) => {
            let text = '';
            response.on('data', (chunk) => {
              text += chunk;
            });
            response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
          },
        );
        asking.on('error', reject).end(planToJson(evmPlan()));
      });
    // An engine of before names none.
    expect((await ask(undefined)).status).toBe(200);
    expect((await ask(String(PLAN_FORM))).status).toBe(200);
    for (const form of [String(PLAN_FORM + 1), 'another']) {
      const { status, text } = await ask(form);
      expect(status).toBe(409);
      expect(JSON.parse(text)).toMatchObject({ kind: 'failed' });
      expect(text).toContain('bring the signer up to date first');
    }
    expect(asked.length).toBe(2);
  });

  it.each([
    ['{"stopped":null}', null],
    [`{"stopped":null,"planForm":${PLAN_FORM + 1},"more":[1]}`, null],
    [
      `{"stopped":null,"planForm":${PLAN_FORM - 1}}`,
      expect.stringContaining('bring the signer up to date first'),
    ],
    ['{"stopped":"by hand","planForm":0}', 'by hand'],
  ])('a signer of another version that says %s is understood', async (said, expected) => {
    const server = createServer((_request, response) => response.end(said)).listen(path());
    await once(server, 'listening');
    expect(await client().whyStopped()).toEqual(expected);
    server.close();
  });

  it('only its owner may use it', async () => {
    await openSocket();
    expect(statSync(path()).mode & 0o777).toBe(0o600);
  });

  it('what a killed signer left is replaced, and taken away at the end', async () => {
    const program = `require('node:net').createServer().listen(process.argv[1], () => process.kill(process.pid, 'SIGKILL'))`;
    spawnSync(process.execPath, ['-e', program, path()]);
    expect(statSync(path()).isSocket()).toBe(true);
    await openSocket();
    expect(await client().sign(evmPlan())).toEqual(SIGNED);
    await listening?.close();
    listening = undefined;
    expect(existsSync(path())).toBe(false);
  });

  it('a running signer and a file of the same name are left alone', async () => {
    await openSocket();
    await expect(listenForEngines({ kind: 'socket', path: path() }, () => {})).rejects.toThrow(
      'running already',
    );
    writeFileSync(join(folder, 'file'), 'mine');
    await expect(listenForEngines({ kind: 'socket', path: join(folder, 'file') }, () => {})).rejects.toThrow(
      'is no socket',
    );
  });

  it('nobody there is said with the place', async () => {
    await expect(client().sign(evmPlan())).rejects.toThrow(`the signer at ${path()} does not answer`);
  });
});

describe('over TLS', () => {
  let ours: Authority;
  beforeEach(() => {
    ours = new Authority(folder, 'ours');
  });

  async function openTls(): Promise<string> {
    const { caFile } = ours;
    const place = { kind: 'https', host: '127.0.0.1', port: 0, caFile, ...ours.issue('signer') } as const;
    return (await open(place)).place;
  }

  it('both show a certificate, and the signer knows who asked', async () => {
    const url = await openTls();
    const signer = new RemoteSigner({ kind: 'https', url, caFile: ours.caFile, ...ours.issue('engine') });
    expect(await signer.sign(evmPlan())).toEqual(SIGNED);
    expect(asked[0]?.peer).toMatch(/^engine ([0-9A-F]{2}:){31}[0-9A-F]{2} 127\.0\.0\.1$/);
  });

  it('whoever shows no certificate is not heard', async () => {
    const url = await openTls();
    const failure = await new Promise<Error>((resolve, reject) => {
      const options = { method: 'POST', path: '/sign', ca: readFileSync(ours.caFile), agent: false as const };
      request(url, options, () => reject(new Error('heard')))
        .on('error', resolve)
        .end('{}');
    });
    expect(failure.message).toMatch(/certificate required|ECONNRESET|socket hang up/);
    expect(asked).toEqual([]);
  });

  it('a certificate of somebody else counts for nothing, on either side', async () => {
    const url = await openTls();
    const others = new Authority(folder, 'others');
    const { caFile } = ours;
    const stranger = new RemoteSigner({ kind: 'https', url, caFile, ...others.issue('engine') });
    await expect(stranger.sign(evmPlan())).rejects.toThrow('does not answer');
    const fooled = new RemoteSigner({ kind: 'https', url, caFile: others.caFile, ...ours.issue('engine') });
    await expect(fooled.sign(evmPlan())).rejects.toThrow('does not answer');
    expect(asked).toEqual([]);
  });
});
