import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { denyList } from './deny-list.ts';
import { httpProvider, TIMEOUT_S } from './http-provider.ts';
import { openScreen } from './open-screen.ts';
import { CLEAR, type Subject } from './screen.ts';

const about = (address: string): Subject => ({ chainId: 1, chain: 'Bitcoin', address });

let folder: string;
let provider: Server;
let url: string;
let answer: { status: number; body: string } = { status: 200, body: '{"hit": false}' };
const asked: unknown[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swapdesk-screening-'));
  provider = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    asked.push(JSON.parse(text));
    const headers = { 'content-type': 'application/json', location: `${url}/elsewhere` };
    response.writeHead(answer.status, headers).end(answer.body);
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
});
afterAll(async () => {
  provider.close();
  await rm(folder, { recursive: true });
});

describe('a provider', () => {
  it('has as long to answer as the guide says', async () => {
    const guide = await readFile(new URL('../../../../docs/operators.md', import.meta.url), 'utf8');
    expect(guide).toContain(`within ${TIMEOUT_S} seconds. Anything else is no`);
  });

  it('is asked by chain and address, and answers with a hit or none', async () => {
    answer = { status: 200, body: '{"hit": false}' };
    expect(await httpProvider(url)(about('somebody'))).toEqual(CLEAR);
    expect(asked.at(-1)).toEqual({ chain: 'Bitcoin', address: 'somebody' });
    answer = { status: 200, body: '{"hit": true, "detail": "a list"}' };
    expect(await httpProvider(url)(about('somebody'))).toEqual({ isHit: true, detail: 'a list' });
  });

  it.each([
    ['an error', { status: 500, body: '{"hit": false}' }],
    ['something else', { status: 200, body: '{"hit": "no"}' }],
    ['nothing', { status: 200, body: '{}' }],
    ['no JSON', { status: 200, body: '<html>' }],
  ])('that answers %s has not answered', async (_, given) => {
    answer = given;
    await expect(httpProvider(url)(about('somebody'))).rejects.toThrow();
  });

  it.each([302, 307])(
    'that sends elsewhere with %i has not answered, and nobody else is asked',
    async (status) => {
      answer = { status, body: '' };
      const before = asked.length;
      await expect(httpProvider(url)(about('somebody'))).rejects.toThrow();
      expect(asked.length).toBe(before + 1);
    },
  );
});

describe('a deny list', () => {
  it('finds its addresses in any case, and nothing that is a comment', async () => {
    const file = join(folder, 'one.txt');
    await writeFile(file, '# bc1qcomment\n  BC1QDENIED  # why\n\n');
    const screen = denyList(file);
    expect((await screen(about('bc1qdenied'))).isHit).toBe(true);
    expect(await screen(about('bc1qcomment'))).toEqual(CLEAR);
    expect(await screen(about(''))).toEqual(CLEAR);
  });

  it('is read again when it has changed', async () => {
    const file = join(folder, 'two.txt');
    await writeFile(file, 'one');
    const screen = denyList(file);
    expect((await screen(about('two'))).isHit).toBe(false);
    await writeFile(file, 'two');
    await utimes(file, 1, 1);
    expect((await screen(about('two'))).isHit).toBe(true);
  });

  it('that cannot be read is no answer', async () => {
    await expect(denyList(join(folder, 'none.txt'))(about('one'))).rejects.toThrow();
  });
});

describe('several', () => {
  it('must all answer; one hit is enough', async () => {
    const file = join(folder, 'both.txt');
    await writeFile(file, 'denied');
    const screen = openScreen({ denyListFile: file, screeningUrl: url });
    answer = { status: 200, body: '{"hit": false}' };
    expect(await screen(about('somebody'))).toEqual(CLEAR);
    expect((await screen(about('denied'))).isHit).toBe(true);
    answer = { status: 503, body: '' };
    await expect(screen(about('denied'))).rejects.toThrow();
  });

  it('that are none find nothing', async () => {
    expect(await openScreen({ denyListFile: null, screeningUrl: null })(about('anybody'))).toEqual(CLEAR);
  });
});
