import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ours = (name: string) => import(new URL(`../deploy/ha/${name}`, import.meta.url).href);

it('what stands beside each node of a replicated store lets nobody in as superuser', async () => {
  const [{ configure }, { layoutIn }] = await Promise.all([ours('configure.mjs'), ours('layout.mjs')]);
  const folder = await mkdtemp(join(tmpdir(), 'swapdesk-ha-'));
  try {
    const secrets = configure(layoutIn(folder), { postgresBin: '/nowhere', user: null });
    const read = (name: string) => readFile(join(folder, name), 'utf8');
    const texts = await Promise.all(['userlist.txt', 'pgbouncer.ini', 'haproxy.cfg'].map(read));
    expect(texts[0]).toBe(`"swapdesk" "${secrets.servicePassword}"\n`);
    for (const text of texts) expect(text).not.toContain(secrets.superuserPassword);
    expect(texts[1]).not.toMatch(/^postgres =|^admin_users/m);
  } finally {
    await rm(folder, { recursive: true });
  }
});
