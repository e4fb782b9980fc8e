import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSmtpServer } from '../packages/service/src/alerts/testing/smtp-server.ts';
import { openWebhookServer } from '../packages/service/src/alerts/testing/webhook-server.ts';
import { createDeskStore, type DeskStore } from './support/desk-store.ts';
import { runHere } from './support/run-here.ts';
import { startService } from './support/service.ts';

/** Alerts as an operator has them: settings of the file, a real service, somebody who takes webhooks, and a mail server. */

const SECRET = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
const PASSWORD = 'the-password-of-the-mail';

let store: DeskStore;
let hooks: Awaited<ReturnType<typeof openWebhookServer>>;
let mails: Awaited<ReturnType<typeof openSmtpServer>>;
let env: Record<string, string>;
beforeAll(async () => {
  store = await createDeskStore();
  hooks = await openWebhookServer();
  mails = await openSmtpServer();
  const config = join(store.folder, 'swapdesk.config.json');
  const [from, to] = ['desk@example.org', ['anna@example.org']];
  const login = { user: 'desk', password: { file: 'mail-password' } };
  const alerts = {
    webhook: { url: { env: 'HOOK_URL' }, secret: { env: 'HOOK_SECRET' } },
    mail: { host: '127.0.0.1', port: mails.port, ...login, from, to },
  };
  await writeFile(config, JSON.stringify({ network: 'test', alerts }));
  await writeFile(join(store.folder, 'mail-password'), PASSWORD);
  env = { ...store.env, SWAPDESK_CONFIG: config, HOOK_URL: hooks.url, HOOK_SECRET: SECRET };
});
afterAll(async () => {
  await hooks.close();
  await mails.close();
  await store.drop();
});

it('are tried by a command, which says what happened', async () => {
  const tried = await runHere(['alerts', 'test'], env);
  expect(tried.output).toMatch(
    /^ok +webhook +127\.0\.0\.1:\d+ answered 204, after \d+ ms\nok +mail +127\.0\.0\.1 took it for 1, after \d+ ms\n$/,
  );
  expect(tried.code).toBe(0);
  expect(hooks.posted[0]?.said).toMatchObject({ type: 'alert.trial', data: { what: 'trial' } });
  expect(mails.mails[0]).toMatchObject({ to: ['anna@example.org'], login: `desk:${PASSWORD}` });

  hooks.state.status = 500;
  const half = await runHere(['alerts', 'test'], env);
  expect(half.output).toMatch(/^WRONG +webhook +127\.0\.0\.1:\d+ answered 500/);
  expect(half.code).toBe(1);
  hooks.state.status = 204;
  const elsewhere = { SWAPDESK_CONFIG: '', SWAPDESK_DATA_DIR: join(store.folder, 'elsewhere') };
  const none = await runHere(['alerts', 'test'], { ...env, ...elsewhere });
  expect(none).toMatchObject({ code: 1, output: expect.stringContaining('Nobody is told') });
});

it('tell what a service finds wrong, and note what is over, by what an engine before it has seen', async () => {
  hooks.posted.length = 0;
  mails.mails.length = 0;
  const stopped = await runHere(['signing', 'stop', '--why', 'looking into it'], env);
  expect(stopped.code).toBe(0);
  // An engine that was ended since has seen both, and told of one by webhook.
  const { database } = store;
  await database.query(
    `INSERT INTO alert (channel, what, facts, advice, since, seen_at, told_at, times, ended_at)
     SELECT channel, what, 'as it was', '', t.now - 600, t.now - 300, told, 0, 0
       FROM (SELECT floor(extract(epoch FROM now()))::bigint AS now) t,
            (VALUES ('webhook', 'signing', 0), ('mail', 'signing', 0), ('webhook', 'Bitcoin: node', 1_000)) AS a (channel, what, told)`,
  );
  const service = await startService(env);
  try {
    const told = () => hooks.posted.map(({ said }) => `${said.type} ${said.data.what}`);
    await expect.poll(told, { timeout: 30_000 }).toContain('alert.began signing');
    const first = hooks.posted.find(({ said }) => said.data.what === 'signing')?.said.data;
    expect(first?.facts).toMatch(/^STOPPED since .*: looking into it$/);
    await expect.poll(() => mails.mails.length, { timeout: 30_000 }).toBeGreaterThan(0);
    expect(mails.mails[0]?.data).toMatch(/WRONG: signing/);
    const ended = async () =>
      (
        await database.query(
          `SELECT ended_at FROM alert WHERE what = 'Bitcoin: node' AND channel = 'webhook'`,
        )
      ).rows[0]?.ended_at;
    expect(await ended()).toBeGreaterThan(0);
    const doctor = await runHere(['doctor'], env);
    expect(doctor.output).toMatch(/^ok +alerts: webhook +last told something at /m);
    expect(service.output() + doctor.output).not.toMatch(new RegExp(`${PASSWORD}|whsec_|of-the-path`));
  } finally {
    expect(await service.stop()).toBe(0);
  }
});
