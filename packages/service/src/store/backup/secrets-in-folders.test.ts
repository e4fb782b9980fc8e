import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cleanUp } from '../embedded/testing/scratch.ts';
import { Template } from '../embedded/testing/template.ts';
import { backUp } from './back-up.ts';
import { putBack } from './put-back.ts';
import { openSource } from './source.ts';
import { AS_IT_IS, openSmallDesk, type SmallDesk, UNWATCHED } from './testing/small-desk.ts';

const template = new Template();
let desk: SmallDesk;
beforeAll(async () => {
  await template.make();
  desk = await openSmallDesk(template);
});
afterAll(async () => {
  await desk.stop();
  await cleanUp();
  template.remove();
});

it.each([null, 'six words that nobody has guessed before'])(
  'a desk that is put back has its folders again, sealed or not (%s)',
  async (passphrase) => {
    const { dataDir } = desk;
    const secret = join(dataDir, 'secrets', 'venues', 'binance');
    mkdirSync(dirname(secret), { recursive: true });
    writeFileSync(secret, 'a key', { mode: 0o600 });
    const name = passphrase === null ? 'clear' : 'sealed';
    const target = desk.beside(`backup-${name}`);
    const label = await backUp({ dataDir, target, madeAt: new Date(), passphrase }, UNWATCHED);
    expect(label.leftOut).toBeUndefined();
    const place = desk.beside(`restored-${name}`);
    // What somebody has put there already stays.
    mkdirSync(join(place, 'secrets'), { recursive: true });
    writeFileSync(join(place, 'secrets', 'kraken'), 'another');
    const source = await openSource(target, async () => passphrase ?? '');
    await putBack(source, { dataDir: place, aside: null }, AS_IT_IS, UNWATCHED, async () => {});
    expect(readFileSync(join(place, 'secrets', 'venues', 'binance'), 'utf8')).toBe('a key');
    expect(readFileSync(join(place, 'secrets', 'kraken'), 'utf8')).toBe('another');
    rmSync(join(dataDir, 'secrets'), { recursive: true });
  },
);
