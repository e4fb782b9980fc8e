import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import type { Engine } from '../engine/context.ts';
import type { Job } from '../engine/job.ts';
import { takeLease } from '../engine/lease.ts';
import { KnownSecrets } from '../known-secrets.ts';
import { alertFindings } from '../observe/alert-finding.ts';
import type { Alarm, Channel } from './alert.ts';
import { alertJob } from './alert-job.ts';
import { mailChannel } from './mail.ts';
import { openSmtpServer } from './testing/smtp-server.ts';
import { openWebhookServer } from './testing/webhook-server.ts';
import { webhookChannel } from './webhook.ts';

const START = 1_800_000_000;
const secrets = new KnownSecrets();
secrets.add('hunter-22');
const AGAIN_S = 6 * 3_600;
const alarm = (what: string): Alarm => ({ what, facts: 'so it is', advice: 'do something' });

let store: TestDatabase;
let hooks: Awaited<ReturnType<typeof openWebhookServer>>;
let mails: Awaited<ReturnType<typeof openSmtpServer>>;
beforeAll(async () => {
  store = await createTestDatabase();
});
afterAll(() => store.drop());

let now: number;
let wrong: Alarm[];
let holder: number;
beforeEach(async () => {
  [now, wrong, holder] = [START, [], 0];
  hooks = await openWebhookServer();
  mails = await openSmtpServer();
  await store.database.query('TRUNCATE alert, alert_channel, lease');
});
afterEach(async () => {
  await hooks.close();
  await mails.close();
});

const clock = () => now;
const sender = { desk: 'desk', network: 'test', clock };
const webhook = () => webhookChannel({ url: hooks.url, key: Buffer.alloc(32, 7) }, sender);
const mail = () =>
  mailChannel(
    {
      host: '127.0.0.1',
      port: mails.port,
      user: null,
      password: null,
      caFile: null,
      from: 'desk@example.org',
      to: ['anna@example.org'],
    },
    sender,
  );
const look = async () => wrong;
const told = () => hooks.posted.map(({ said }) => `${said.type} ${said.data.what}`);

/** An engine that tells: a job and its lease, as if it had just been started. */
async function open(
  channel: Channel = webhook(),
  looking: typeof look = look,
  patience: { patienceMs?: number } = {},
): Promise<() => Promise<void>> {
  const engine = { database: store.database, clock } as unknown as Engine;
  const job: Job = alertJob(channel, {
    look: looking,
    againS: AGAIN_S,
    hide: (text) => secrets.hide(text),
    ...patience,
  });
  const lease = (await takeLease(
    store.database,
    job.name,
    `engine ${++holder}`,
    START + 1_000_000 * holder,
    60,
  ))!;
  return () => job.round(engine, lease);
}

/** Rounds until so many seconds have passed, one every ten. */
async function pass(seconds: number, ...rounds: (() => Promise<void>)[]): Promise<void> {
  for (const end = now + seconds; now < end; ) {
    now += Math.min(10, end - now);
    for (const round of rounds) await round();
  }
}

describe('what is wrong', () => {
  it('is told once, again after six hours, and once when it is over', async () => {
    const round = await open();
    wrong = [alarm('Bitcoin: node')];
    await pass(120, round);
    expect(told()).toEqual(['alert.began Bitcoin: node']);
    now += AGAIN_S - 240;
    await pass(60, round);
    expect(told()).toHaveLength(1);
    await pass(240, round);
    expect(told()).toEqual(['alert.began Bitcoin: node', 'alert.lasts Bitcoin: node']);
    wrong = [];
    await pass(300, round);
    expect(told().slice(2)).toEqual(['alert.over Bitcoin: node']);
    expect((await store.database.query('SELECT 1 FROM alert')).rowCount).toBe(0);
  });

  it('is neither told again nor forgotten by an engine that is started anew', async () => {
    wrong = [alarm('prices'), alarm('treasury')];
    await pass(60, await open());
    expect(told()).toHaveLength(2);
    await pass(120, await open());
    expect(told()).toHaveLength(2);
    // What is over while none runs is told by the next.
    wrong = [alarm('treasury')];
    now += 3_600;
    await pass(60, await open());
    expect(told().slice(2)).toEqual(['alert.over prices']);
  });

  it('is told again under the same id by whoever was cut off between telling and storing', async () => {
    const telling = webhook();
    const dying: Channel = {
      ...telling,
      async send(notices, stopping) {
        await telling.send(notices, stopping);
        await store.database.query('DELETE FROM lease');
        return '';
      },
    };
    wrong = [alarm('prices')];
    await expect(pass(60, await open(dying))).rejects.toThrow(/lease/);
    await pass(60, await open());
    const ids = hooks.posted.map(({ headers }) => headers['webhook-id']);
    expect(ids).toHaveLength(2);
    expect(ids[0]).toBe(ids[1]);
  });

  it('is not taken for over by who cannot look; that is told as well, and thrown for the log', async () => {
    let isBlind = false;
    const round = await open(webhook(), async () => {
      if (isBlind) throw new Error('a statement failed: postgresql://u:hunter2@db');
      return wrong;
    });
    wrong = [alarm('prices')];
    await pass(60, round);
    isBlind = true;
    for (let looks = 0; looks < 4; looks++) {
      now += 30;
      await expect(round()).rejects.toThrow('a statement failed');
    }
    expect(told()).toEqual(['alert.began prices', 'alert.began examination']);
    expect(JSON.stringify(hooks.posted)).not.toContain('hunter2');
  });

  it('is told while something hangs that is asked about it', async () => {
    let hangs = false;
    const looking = () => (hangs ? new Promise<Alarm[]>(() => {}) : look());
    const round = await open(webhook(), looking, { patienceMs: 20 });
    wrong = [alarm('prices')];
    await pass(60, round);
    hangs = true;
    for (let looks = 0; looks < 4; looks++) {
      now += 30;
      await expect(round()).rejects.toThrow('could not be examined within 0.02 s');
    }
    expect(told()).toEqual(['alert.began prices', 'alert.began examination']);
  });

  it('leaves the desk without a secret that it was given, however short', async () => {
    wrong = [{ what: 'Bitcoin: node', facts: 'it says: hunter-22 is wrong', advice: 'not hunter-22' }];
    await pass(60, await open());
    expect(hooks.posted[0]?.said.data).toMatchObject({
      facts: 'it says: (hidden) is wrong',
      advice: 'not (hidden)',
    });
  });

  it('leaves the desk without addresses and keys', async () => {
    const secret = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
    wrong = [{ what: 'payouts', facts: `to ${secret}`, advice: `ask https://x:y@node.example/${secret}` }];
    await pass(60, await open(), await open(mail()));
    const sent = JSON.stringify([hooks.posted, mails.mails]);
    expect(sent).toContain('to (left out)');
    expect(sent).toContain('ask node.example');
    expect(sent).not.toContain('bc1q');
  });
});

describe('a channel that cannot be reached', () => {
  const finding = async (what: string) =>
    (await alertFindings(store.database, now)).find((each) => each.what === what);

  it('is tried again later and later, is a finding of doctor, and tells all when it is back', async () => {
    const round = await open();
    hooks.state.status = 503;
    wrong = [alarm('prices')];
    await pass(30, round);
    const tries: number[] = [];
    for (let known = hooks.posted.length; now < START + 4_000; known = hooks.posted.length) {
      await pass(5, round);
      if (hooks.posted.length > known) tries.push(now);
    }
    const waits = tries.slice(1).map((at, n) => at - tries[n]!);
    expect(waits[0]).toBeLessThanOrEqual(20);
    expect(waits).toEqual([...waits].sort((a, b) => a - b));
    expect(Math.max(...waits)).toBeGreaterThanOrEqual(900);
    expect(Math.max(...waits)).toBeLessThanOrEqual(910);
    expect(await finding('alerts: webhook')).toMatchObject({
      isWell: false,
      facts: expect.stringMatching(
        /^nobody is told since 2027-01-15T08:0\S+: 127\.0\.0\.1:\d+ answered 503$/,
      ),
    });
    // Over before anybody heard of it.
    wrong = [];
    hooks.state.status = 204;
    hooks.posted.length = 0;
    await pass(1_000, round);
    expect(told()).toEqual(['alert.over prices']);
    expect((await finding('alerts: webhook'))?.isWell).toBe(true);
  });

  it('holds up no other, which tells of it; it does not tell of itself', async () => {
    const [byHook, byMail] = [await open(), await open(mail())];
    hooks.state.status = 500;
    wrong = [alarm('prices')];
    await pass(60, byHook, byMail);
    expect(mails.mails).toHaveLength(1);
    wrong = [alarm('prices'), (await finding('alerts: webhook'))!];
    await pass(90, byHook, byMail);
    expect(mails.mails).toHaveLength(2);
    expect(mails.mails[1]?.data).toMatch(/WRONG: alerts: webhook/);
    hooks.state.status = 204;
    hooks.posted.length = 0;
    wrong = [alarm('prices')];
    await pass(1_000, byHook, byMail);
    expect(told()).toEqual(['alert.began prices']);
  });

  it('does not keep a desk from stopping', async () => {
    const engine = { database: store.database, clock } as unknown as Engine;
    const job = alertJob(webhook(), { look, againS: AGAIN_S, hide: (text) => secrets.hide(text) });
    const lease = (await takeLease(store.database, job.name, 'us', null, 600))!;
    wrong = [alarm('prices')];
    await job.round(engine, lease);
    hooks.state.status = 0;
    now += 40;
    const round = job.round(engine, lease);
    await expect.poll(() => hooks.posted.length).toBe(1);
    job.end?.();
    await round;
    // As if it had not been tried.
    expect((await finding('alerts: webhook'))?.isWell).toBe(true);
  });
});
