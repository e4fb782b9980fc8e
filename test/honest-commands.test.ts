import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDeskStore, type DeskStore } from './support/desk-store.ts';
import { runHere } from './support/run-here.ts';

/** A command that says that it has changed something has; one that would change nothing says so. */

let store: DeskStore;
let configured: Record<string, string>;
beforeAll(async () => {
  store = await createDeskStore(2);
  const file = join(store.env.SWAPDESK_DATA_DIR, 'real.json');
  const Litecoin = {
    family: 'bitcoin',
    endpoint: 'http://127.0.0.1:1',
    user: 'u',
    password: 'p',
    confirmations: 5,
  };
  await writeFile(file, JSON.stringify({ network: 'regtest', chains: { Litecoin } }));
  configured = { ...store.env, SWAPDESK_CONFIG: file };
});
afterAll(() => store.drop());

const run = async (words: string, env: Record<string, string> = store.env) => {
  const { code, output } = await runHere(words.split(' '), env);
  return `${code}: ${output.trim()}`;
};

it('on simulated networks: what was before, what is now, and nothing twice', async () => {
  expect(await run('asset set Bitcoin BTC --min 0.001')).toMatch(/^0: Bitcoin BTC: minimum \S+ → 0\.001\.$/);
  expect(await run('asset set bitcoin btc --min 0.001')).toBe(
    '0: Nothing to change: Bitcoin BTC is so already.',
  );
  expect(await run('chain set Bitcoin --confirmations 3')).toMatch(/^0: Bitcoin: confirmations 2 → 3\./);
  expect(await run('chain set BITCOIN --confirmations 3')).toMatch(
    /^1: .*Nothing to change: Bitcoin needs 3 already\./s,
  );
  expect(await run('key create --account shop')).toMatch(/^0: /);
  expect(await run('account set shop --fixed-fee 0.9% --signature v2')).toMatch(
    /^0: shop: fixed fee in millionths none → 9000, signature any → v2\./,
  );
  expect(await run('account set shop --signature v2')).toMatch(/^1: .*Nothing to change/s);
  expect(await run('account list')).toMatch(/shop .* v2/);
  expect(await run('account set shop --markup 2%')).toMatch(
    /^0: shop: most markup in millionths 0 → 20000\./,
  );
  expect(await run('account set shop --markup 11%')).toMatch(/^1: .*at most 10%/s);
  expect(await run('account set anonymous --markup 1%')).toMatch(
    /^1: .*Callers without a key .*account list/s,
  );
});

it('where an affiliate is paid: what counts, what will, and how to take that back', async () => {
  const to = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
  const nothing = '0: shop has named no address that counts.';
  expect(await run('affiliate address shop')).toBe(nothing);
  expect(await run(`affiliate address shop Ethereum --to ${to}`)).toMatch(/^1: .*CHAIN COIN --to ADDRESS/s);
  const named = await run(`affiliate address shop Ethereum USDT --to ${to}`);
  expect(named).toMatch(/From \S+ .*on USDT on Ethereum to 0x8617\w+, as .* has named it\. .* --undo$/);
  expect(await run(`affiliate address shop Ethereum USDT --to ${to}`)).toMatch(/^1: .*Nothing to change/s);
  expect(await run('affiliate address shop --undo')).toBe(nothing);
  expect(await run('affiliate address shop --undo')).toMatch(
    /^1: .*No payout address waits\. .*--to ADDRESS/s,
  );
  expect(await run('affiliate settle shop')).toMatch(
    /^1: .*has named no address that counts\. .*--to ADDRESS/s,
  );
  expect(await run('affiliate confirm')).toBe('0: The schedule has proposed nothing that waits.');
});

it.each([
  ['--for nonsense', /^1: .*--for takes some of quote, place, read, manage/s],
  ['--for ,', /^1: .*A key has to be for something/s],
  ['--from example.org', /^1: .*Addresses are written as 203\.0\.113\.7 .*--from/s],
  ['--days 0', /^1: .*The key would have ended already\. Name one day or more with --days\./s],
])('a key cannot be made with %s: it is said in a line, with what to do', async (bounds, says) => {
  const said = await run(`key create --account bounded ${bounds}`);
  expect(said).toMatch(says);
  expect(said).not.toMatch(/Refusal|problems|\bat /);
});

it('of the site: what is said here counts before the file, is checked as the file is, and can be undone', async () => {
  const site = (...words: string[]) =>
    runHere(['site', ...words], { ...store.env }).then(({ code, output }) => `${code}: ${output.trim()}`);
  expect(await site('undo')).toMatch(/^1: Nothing was ever said here of the site/);
  expect(await site('set', 'name', 'Harbour Swap')).toMatch(/^0: .*name none → Harbour Swap\.$/);
  expect(await site('set', 'name', 'Harbour Swap')).toMatch(/^1: Nothing to change/);
  expect(await site('set', 'colours', '#ffd400')).toMatch(
    /^0: .*colours none → .*\nIn the light theme #ffd400 is hard to read/,
  );
  expect(await site('set', 'links', '{"support":"http://help.example"}')).toMatch(
    /^1: links\.support must be an address that begins with https:\/\/ or mailto:/,
  );
  expect(await site('set', 'links', '{"support"')).toMatch(/^1: .*no JSON/);
  expect(await site('set', 'nmae', 'x')).toMatch(/^1: .*no part nmae/);
  const shown = await site('show');
  expect(shown).toMatch(/name +said here +Harbour Swap/);
  expect(shown).toMatch(/logo +nobody +-/);
  expect(await site('undo')).toMatch(/^0: .*colours .* → none\.$/);
  expect(await site('set', 'name', 'file')).toMatch(/^0: .*name Harbour Swap → none\.$/);
  expect(await site('undo', '1')).toMatch(/^0: .*name none → Harbour Swap\.$/);
  expect(await site('undo', '99')).toMatch(/^1: .*not kept any more.*npx swapdesk site show/);
  expect(await site('undo', '0')).toMatch(/^0: /);
  expect(await run('audit list')).toMatch(/site save[\s\S]*site restore|site restore[\s\S]*site save/);
});

it('where a file says how real chains are followed: the file is named, and nothing is claimed', async () => {
  expect(await run('chain set Litecoin --confirmations 9', configured)).toMatch(
    /^1: .*as \S+real\.json says, so this would change nothing: set chains\.Litecoin\.confirmations there/s,
  );
  expect(await run('asset set Bitcoin BTC --min 1', configured)).toMatch(
    /^1: .*Bitcoin BTC is not traded here/s,
  );
  expect(await run('asset set Litecoin LTC --treasury 5', configured)).toMatch(/^1: .*send to it/s);
  const list = await run('chain list', configured);
  expect(list).toMatch(/Litecoin +LTC +5 +\S+real\.json/);
  expect(list).toMatch(/Bitcoin +BTC +- +not followed/);
});
