import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Authority } from '../signer/testing/certificates.ts';
import { signatureOf } from '../webhooks/sign.ts';
import { NOTICE, type Notice } from './alert.ts';
import { mailChannel } from './mail.ts';
import { openSmtpServer, type SmtpOptions } from './testing/smtp-server.ts';
import { openWebhookServer } from './testing/webhook-server.ts';
import { webhookChannel } from './webhook.ts';

const AT = 1_800_000_000;
const SENDER = { desk: 'swap.example', network: 'test', clock: () => AT };
const KEY = Buffer.from('a key of thirty-two bytes, no less');

const notice = (more: Partial<Notice> = {}): Notice => ({
  id: 'alert_of-its-own',
  kind: NOTICE.began,
  what: 'Bitcoin: node',
  facts: 'cannot be asked',
  advice: 'Look at it',
  since: AT - 60,
  at: AT,
  ...more,
});

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

describe('a webhook', () => {
  const open = async () => {
    const server = await openWebhookServer();
    closing.push(server.close);
    return { server, channel: webhookChannel({ url: server.url, key: KEY }, SENDER) };
  };

  it('is signed as the libraries of Standard Webhooks do', () => {
    // The example of their own tests.
    const key = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64');
    expect(signatureOf(key, 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1_614_265_330, '{"test": 2432232314}')).toBe(
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    );
  });

  it('says what is wrong, and by its signature that it is ours', async () => {
    const { server, channel } = await open();
    expect(await channel.send([notice()])).toMatch(/^127\.0\.0\.1:\d+ answered 204$/);
    const [{ headers, body, said }] = server.posted as [(typeof server.posted)[number]];
    expect(said).toEqual({
      type: 'alert.began',
      timestamp: '2027-01-15T08:00:00.000Z',
      data: {
        desk: 'swap.example',
        network: 'test',
        what: 'Bitcoin: node',
        facts: 'cannot be asked',
        advice: 'Look at it',
        since: '2027-01-15T07:59:00.000Z',
      },
    });
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    expect(headers['webhook-signature']).toBe(
      `v1,${createHmac('sha256', KEY).update(signed).digest('base64')}`,
    );
    expect(headers['webhook-timestamp']).toBe(String(AT));
  });

  it('that is refused, or sent elsewhere, was not told; the path stays unsaid', async () => {
    const { server, channel } = await open();
    for (const status of [302, 404, 410, 500]) {
      server.state.status = status;
      await expect(channel.send([notice()])).rejects.toThrow(
        new RegExp(`^127\\.0\\.0\\.1:\\d+ answered ${status}$`),
      );
    }
    expect(server.posted).toHaveLength(4);
    await server.close();
    closing.length = 0;
    await expect(channel.send([notice()])).rejects.toThrow(
      /^127\.0\.0\.1:\d+ cannot be reached: (ECONNREFUSED|UND_ERR_SOCKET)$/,
    );
  });

  it('that nobody answers is given up after seconds, or when the desk stops', async () => {
    const { server, channel } = await open();
    server.state.status = 0;
    const stopping = new AbortController();
    const stopped = channel.send([notice()], stopping.signal);
    await expect.poll(() => server.posted.length).toBe(1);
    stopping.abort();
    await expect(stopped).rejects.toThrow(/cannot be reached/);
    await expect(channel.send([notice()])).rejects.toThrow(/no answer within 5 s/);
  });
});

describe('a mail', () => {
  let folder: string;
  let caFile: string;
  let tls: { key: string; cert: string };
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'swapdesk-mail-'));
    const authority = new Authority(folder, 'ca');
    const issued = authority.issue('mail');
    ({ caFile } = authority);
    tls = { key: readFileSync(issued.keyFile, 'utf8'), cert: readFileSync(issued.certFile, 'utf8') };
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const PLACE = { host: '127.0.0.1', from: 'desk@example.org', to: ['anna@example.org', 'bert@example.org'] };
  const open = async (options: SmtpOptions = {}, more: object = {}) => {
    const server = await openSmtpServer(options);
    closing.push(server.close);
    const place = { ...PLACE, port: server.port, user: null, password: null, caFile: null, ...more };
    return { server, channel: mailChannel(place, SENDER) };
  };

  it('tells everybody all that is due at once, what is new first', async () => {
    const { server, channel } = await open();
    const over = notice({ kind: NOTICE.over, what: 'prices', facts: '.BTC old', at: AT - 5 });
    expect(await channel.send([over, notice()])).toBe('127.0.0.1 took it for 2');
    const [mail] = server.mails;
    expect(mail).toMatchObject({ from: PLACE.from, to: PLACE.to, wasEncrypted: false, login: '' });
    const [head = '', text = ''] = (mail as { data: string }).data.split('\r\n\r\n', 1).concat(mail!.data);
    expect(head.replace(/\r\n\s+/g, ' ')).toMatch(
      /^Subject: Swapdesk swap\.example: WRONG: Bitcoin: node \(and 1 more\)$/m,
    );
    expect(head).toMatch(/^Auto-Submitted: auto-generated$/m);
    expect(text.replace(/=\r\n/g, '')).toMatch(
      /WRONG: Bitcoin: node\r\nsince 2027-01-15T07:59:00.000Z\r\ncannot be asked\r\nLook at it\r\n\r\nOVER: prices\r\nfrom 2027-01-15T07:59:00.000Z to 2027-01-15T07:59:55.000Z\r\nLast: \.BTC old/,
    );
  });

  it('has one subject and no more receivers, whatever an alarm is called', async () => {
    const { server, channel } = await open();
    await channel.send([notice({ what: 'x\r\nBcc: eve@example.org\r\n\r\nbody' })]);
    expect(server.mails[0]?.to).toEqual(PLACE.to);
    expect(server.mails[0]?.data.split('\r\n\r\n')[0]).not.toMatch(/^Bcc:/im);
  });

  it('goes encrypted, with user and password, to a server that a certificate vouches for', async () => {
    const { server, channel } = await open({ tls }, { caFile, user: 'desk', password: 'pass-word' });
    await channel.send([notice()]);
    expect(server.mails[0]).toMatchObject({ wasEncrypted: true, login: 'desk:pass-word' });
  });

  it('is not sent in the clear to another machine, nor to one that nobody vouches for', async () => {
    // Not the name of this machine for all that it leads here.
    const clear = await open({}, { host: '0.0.0.0', user: 'desk', password: 'pass-word' });
    await expect(clear.channel.send([notice()])).rejects.toThrow(/^0\.0\.0\.0 did not take it: /);
    const stranger = await open({ tls }, { host: '0.0.0.0', user: 'desk', password: 'pass-word' });
    await expect(stranger.channel.send([notice()])).rejects.toThrow(/^0\.0\.0\.0 did not take it: /);
    for (const { server } of [clear, stranger]) {
      expect(server.mails).toEqual([]);
      expect(server.heard.filter((line) => /^(AUTH|MAIL)/.test(line))).toEqual([]);
    }
  });

  it('that is refused was not told: the server is quoted by its number alone', async () => {
    const echo = (command: string) => (command === 'AUTH' ? '535 no: ZGVzawBwYXNz' : undefined);
    const login = await open({ answer: echo }, { user: 'desk', password: 'pass-word' });
    await expect(login.channel.send([notice()])).rejects.toThrow(
      /^127\.0\.0\.1 did not take it: it answered 535 to AUTH PLAIN$/,
    );
    let receivers = 0;
    const half = await open({ answer: (c) => (c === 'RCPT' && ++receivers === 2 ? '550 no' : undefined) });
    await expect(half.channel.send([notice()])).rejects.toThrow('127.0.0.1 took it for 1 of 2');
  });

  it('that nobody answers is given up when the desk stops', async () => {
    const { server, channel } = await open({ answer: (command) => (command === 'DATA' ? null : undefined) });
    const stopping = new AbortController();
    const sending = channel.send([notice()], stopping.signal);
    await expect.poll(() => server.heard.includes('DATA')).toBe(true);
    stopping.abort();
    await expect(sending).rejects.toThrow(/did not take it/);
  });
});
