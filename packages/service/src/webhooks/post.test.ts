import { type AddressInfo, createServer } from 'node:net';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addressKind } from './address-kind.ts';
import { openPoster, type PosterOptions, type WebhookPoster } from './post.ts';
import { openReceiver, type Receiver, status } from './testing/receiver.ts';
import { selfSigned } from './testing/self-signed.ts';

const NAME = 'shop.example';
/** In the place of a public address, so that something can answer there. */
const PUBLIC = '127.0.0.1';
const INSIDE = '127.0.0.2';
const PATIENCE = { connectMs: 300, headersMs: 500 };

let tls: { key: string; cert: string };
beforeAll(() => {
  tls = selfSigned(NAME);
});
const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

async function receiver(...args: Parameters<typeof openReceiver>): Promise<Receiver> {
  const made = await openReceiver(...args);
  open.push(made);
  return made;
}

function poster(options: Partial<PosterOptions>): WebhookPoster {
  const made = openPoster({
    resolve: async () => [PUBLIC],
    allowsLoopback: () => false,
    patience: PATIENCE,
    ca: tls.cert,
    kindOf: (address) => (address === PUBLIC ? 'public' : addressKind(address)),
    ...options,
  });
  open.push(made);
  return made;
}

const urlOf = ({ port }: Receiver) => `https://${NAME}:${port}/hook`;

describe('a webhook', () => {
  it('goes by https to the address that its name was looked up to be', async () => {
    const shop = await receiver(tls);
    const outcome = await poster({}).post(urlOf(shop), { 'webhook-id': 'evt_1' }, '{"a":"ä"}');
    expect(outcome).toMatchObject({ status: 204, error: null });
    expect(shop.received).toMatchObject([{ id: 'evt_1', body: '{"a":"ä"}' }]);
    expect(shop.received[0]?.headers).toMatchObject({
      host: `${NAME}:${shop.port}`,
      'content-type': 'application/json',
    });
  });

  it('is over when whoever gets it wants to talk otherwise, or says nothing more', async () => {
    const raw = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () =>
        socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
      );
    });
    await new Promise<void>((done) => raw.listen(0, PUBLIC, done));
    open.push(raw);
    const { port } = raw.address() as AddressInfo;
    const here = poster({ allowsLoopback: () => true });
    const outcome = await here.post(`http://${PUBLIC}:${port}/`, {}, '{}');
    expect(outcome).toMatchObject({ status: 101, error: null });
  });

  it('is over as soon as it is answered, though the answer goes on and on', async () => {
    const shop = await receiver(tls);
    let isCut = false;
    shop.answer = (_, response) => {
      response.on('close', () => {
        isCut = true;
      });
      response.writeHead(200, { 'content-length': '1000' }).write('{');
    };
    const outcome = await poster({}).post(urlOf(shop), {}, '{}');
    expect(outcome).toMatchObject({ status: 200, error: null });
    expect(outcome.tookMs).toBeLessThan(PATIENCE.headersMs);
    while (!isCut) await new Promise((done) => setTimeout(done, 20));
  });

  it('goes nowhere else when the name leads elsewhere the next time that somebody asks', async () => {
    const shop = await receiver(tls);
    shop.answer = status(204, { connection: 'close' });
    const inside = await receiver(tls, { host: INSIDE, at: shop.port });
    const answers = [[PUBLIC], [INSIDE], [PUBLIC, INSIDE], [PUBLIC, '::ffff:127.0.0.1'], ['10.0.0.1']];
    let asked = 0;
    const { post } = poster({ resolve: async () => answers[asked++] ?? [] });
    expect((await post(urlOf(shop), {}, '{}')).status).toBe(204);
    for (let n = 1; n < answers.length; n++)
      expect(await post(urlOf(shop), {}, '{}')).toMatchObject({ status: null, error: 'address refused' });
    // Once for each: what was looked at is what was connected to.
    expect(asked).toBe(answers.length);
    expect(shop.received).toHaveLength(1);
    expect(inside.received).toEqual([]);
  });

  it.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://169.254.169.254/',
    'https://localhost/',
    'http://shop.example/',
    'http://127.0.0.1/',
  ])('does not go to %s, also where that is what the store has', async (url) => {
    const { post } = poster({ kindOf: addressKind });
    expect(await post(url, {}, '{}')).toMatchObject({ status: null, error: 'address refused' });
  });

  it('does not go to this machine by a name, also where this machine is allowed', async () => {
    const shop = await receiver();
    const allowed = poster({ allowsLoopback: () => true, kindOf: addressKind });
    expect((await allowed.post(shop.url, {}, '{}')).status).toBe(204);
    expect((await allowed.post(shop.url.replace('127.0.0.1', 'localhost'), {}, '{}')).status).toBe(204);
    expect(await allowed.post(urlOf(shop), {}, '{}')).toMatchObject({ error: 'address refused' });
  });

  it('knows no proxy', async () => {
    const [shop, proxy] = [await receiver(tls), await receiver()];
    const before = { ...process.env };
    for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'https_proxy'])
      process.env[name] = proxy.url;
    process.env.NODE_USE_ENV_PROXY = '1';
    try {
      expect((await poster({}).post(urlOf(shop), {}, '{}')).status).toBe(204);
    } finally {
      process.env = before;
    }
    expect(proxy.received).toEqual([]);
  });

  it('is not told to whoever has no certificate of the name that we trust', async () => {
    const shop = await receiver(selfSigned('other.example'));
    expect(await poster({}).post(urlOf(shop), {}, '{}')).toMatchObject({
      error: 'no trust in its certificate',
    });
    const { cert } = selfSigned('other.example');
    const honest = await receiver(tls);
    expect(await poster({ ca: cert }).post(urlOf(honest), {}, '{}')).toMatchObject({
      error: 'no trust in its certificate',
    });
    expect(honest.received).toEqual([]);
  });

  it('says in a word why nobody answered', async () => {
    const shop = await receiver(tls);
    shop.answer = () => {};
    expect(await poster({}).post(urlOf(shop), {}, '{}')).toMatchObject({ error: 'not in time' });
    const unknown = poster({ resolve: async () => Promise.reject(new Error('SERVFAIL')) });
    expect(await unknown.post(urlOf(shop), {}, '{}')).toMatchObject({ error: 'name not found' });
    const silent = poster({ resolve: () => new Promise(() => {}) });
    const began = performance.now();
    expect(await silent.post(urlOf(shop), {}, '{}')).toMatchObject({ error: 'not in time' });
    expect(performance.now() - began).toBeLessThan(PATIENCE.headersMs);
    await shop.close();
    expect(await poster({}).post(urlOf(shop), {}, '{}')).toMatchObject({ error: 'not reached' });
  });

  it('has arrived when its status is told, whatever becomes of what follows', async () => {
    const shop = await receiver(tls);
    shop.answer = (_, response) => void response.writeHead(200, { 'content-length': '100' }).write('x');
    const outcome = await poster({}).post(urlOf(shop), {}, '{}');
    expect(outcome.status).toBe(200);
    expect(outcome.tookMs).toBeLessThan(1_500);
  });
});
