import { appendFile, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FIRST_HASH, toLine } from './line.ts';
import type { RecordedPayment } from './recorded-payment.ts';
import { SigningRecord } from './signing-record.ts';

let folder: string;
let open: SigningRecord[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swapdesk-record-'));
  open = [];
});
afterEach(async () => {
  for (const record of open) await record.close();
  await rm(folder, { recursive: true });
});

async function openRecord(): Promise<SigningRecord> {
  const record = await SigningRecord.open(folder);
  open.push(record);
  return record;
}

async function reopened(): Promise<SigningRecord> {
  await open.pop()?.close();
  return openRecord();
}

function payment(txid: string, names: readonly string[], spends: readonly string[]): RecordedPayment {
  return {
    at: 1,
    chainId: 1,
    txid,
    bytes: '00ff',
    spends,
    sources: ['us'],
    source: null,
    nonce: null,
    feeUnits: '10',
    feeRate: '1',
    purpose: 'payouts',
    moved: null,
    coins: [],
    payouts: names.map((name) => ({ name, assetId: 1, address: 'them', units: '5' })),
  };
}

const log = () => join(folder, 'signed.log');
/** A line that follows the last, as another program may write it. */
async function append(fact: object): Promise<void> {
  const lastLine = (await readFile(log(), 'utf8')).trimEnd().split('\n').at(-1) as string;
  await appendFile(log(), toLine(lastLine.slice(0, FIRST_HASH.length), JSON.stringify(fact)).line);
}
const A = payment('aa', ['ORDER/output/0'], ['c:0']);
const B = payment('bb', ['ORDER/output/1'], ['c:1', 'c:2']);

describe('the signing record', () => {
  it('has what was noted, also for the next process', async () => {
    const before = await openRecord();
    await before.note([A, B]);
    await before.noteAddresses(new Map([['evm', 100]]));
    await before.noteHeld('h1', 'restored', 7);
    await before.noteSwitch({ turn: 3, stop: { at: 9, reason: 'a drill' } });
    await before.noteSwitch({ turn: 2, stop: null });
    await before.nextTick();
    await before.nextTick();
    const record = await reopened();
    expect(record.id).toBe(before.id);
    expect(await record.between(0, record.count)).toEqual([A, B]);
    expect(await record.signedFor('ORDER/output/1')).toEqual([B]);
    expect(await record.find(1, 'aa')).toEqual(A);
    expect(record.addressesUpTo('evm')).toBe(100);
    expect(record.openHold).toBe('h1');
    expect(record.killSwitch).toMatchObject({ turn: 3, stop: { at: 9, reason: 'a drill' } });
    expect(record.tick).toBe(2);
  });

  it('cuts off a last line that a crash left unfinished, and goes on behind it', async () => {
    await (await openRecord()).note([A]);
    const whole = (await stat(log())).size;
    for (const torn of ['0123', `${'0'.repeat(32)} {"kind":"sig`, '\0\0\0\0\n\0\0']) {
      await open.pop()?.close();
      await appendFile(log(), torn);
      const record = await openRecord();
      expect((await stat(log())).size).toBe(whole);
      expect(record.count).toBe(1);
    }
    await (await reopened()).note([B]);
    expect((await reopened()).count).toBe(2);
  });

  it('refuses one in which a line was changed or taken out', async () => {
    await (await openRecord()).note([A, B]);
    await open.pop()?.close();
    const text = await readFile(log(), 'utf8');
    await writeFile(log(), text.replace('"units":"5"', '"units":"6"'));
    await expect(SigningRecord.open(folder)).rejects.toThrow(/line 2 does not follow/);
    await writeFile(log(), text.split('\n').toSpliced(1, 1).join('\n'));
    await expect(SigningRecord.open(folder)).rejects.toThrow(/line 2 does not follow/);
  });

  it('of a newer version is refused where it says what this one does not know, and read where it says more of what it knows', async () => {
    const before = await openRecord();
    await before.note([A]);
    const more = { ...B, kind: 'signed', colour: 'blue' };
    await append(more);
    expect((await reopened()).has(1, 'bb')).toBe(true);
    expect(await open[0]?.find(1, 'bb')).toEqual({ ...B, colour: 'blue' });
    const id = open[0]?.id;
    const text = await readFile(log(), 'utf8');
    await append({ kind: 'frozen', chainId: 1 });
    await open.pop()?.close();
    await expect(SigningRecord.open(folder)).rejects.toThrow(
      /newer Swapdesk: it has a line of the kind "frozen"/,
    );
    // Whoever refuses leaves it to the version that has written it.
    expect((await readFile(log(), 'utf8')).startsWith(text)).toBe(true);
    await writeFile(log(), text);
    expect((await openRecord()).id).toBe(id);
  });

  it('that was cut at a line is older: its tick is not', async () => {
    const record = await openRecord();
    const begun = (await stat(log())).size;
    await record.note([A]);
    await record.nextTick();
    await open.pop()?.close();
    await truncate(log(), begun);
    expect((await openRecord()).count).toBe(0);
    expect((await reopened()).tick).toBe(1);
  });

  it('keeps a tick through a write that was cut off', async () => {
    const record = await openRecord();
    for (let n = 0; n < 9; n++) await record.nextTick();
    await open.pop()?.close();
    const ticks = Buffer.from(await readFile(join(folder, 'tick')));
    await writeFile(join(folder, 'tick'), ticks.subarray(0, 25));
    expect((await openRecord()).tick).toBe(8);
  });

  it('is kept by one process at a time', async () => {
    await openRecord();
    await expect(SigningRecord.open(folder)).rejects.toThrow(/Another process keeps its signing record/);
    await reopened();
  });

  it('writes what comes at the same time, all of it and in order', async () => {
    const record = await openRecord();
    const many = Array.from({ length: 50 }, (_, n) => payment(`t${n}`, [`o${n}`], [`c:${n}`]));
    await Promise.all(many.map((each) => record.note([each])));
    expect((await (await reopened()).between(0, 50)).map(({ txid }) => txid)).toEqual(
      many.map(({ txid }) => txid),
    );
  });
});

describe('what may be signed for a payout that was signed before', () => {
  const names = ['ORDER/output/0'];
  const later = (txid: string, ...spends: string[]) => ({ chainId: 1, txid, spends });
  const left = async (record: SigningRecord, next: { chainId: number; txid: string; spends: string[] }) =>
    (await record.notExcludedBy(next, names)).map(({ earlier }) => earlier.txid);

  it('is what shares a coin with it, or the nonce of its account; or the very same', async () => {
    const record = await openRecord();
    await record.note([A, payment('ee', ['ORDER/output/0'], ['us#4'])]);
    expect(await left(record, later('xx', 'c:0', 'us#4'))).toEqual([]);
    expect(await left(record, later('xx', 'c:0'))).toEqual(['ee']);
    expect(await left(record, later('xx', 'c:9', 'us#5'))).toEqual(['aa', 'ee']);
    expect(await left(record, later('aa', 'us#4'))).toEqual([]);
    expect(await left(record, { ...later('xx', 'c:0', 'us#4'), chainId: 2 })).toEqual(['aa', 'ee']);
  });

  it('is what spends a coin of a transaction of ours that excludes it, and not of itself', async () => {
    const record = await openRecord();
    const cancel = { ...payment('ca', [], ['c:0']), purpose: 'cancel' };
    await record.note([A, cancel, payment('dd', [], ['ca:1'])]);
    expect(await left(record, later('xx', 'ca:0'))).toEqual([]);
    expect(await left(record, later('xx', 'dd:0'))).toEqual([]);
    expect(await left(record, later('xx', 'aa:0'))).toEqual(['aa']);
    expect(await left(record, later('xx', 'zz:0'))).toEqual(['aa']);
  });

  it('is anything, once it is known that nobody got the bytes; unless they are signed again', async () => {
    const record = await openRecord();
    await record.note([A]);
    await record.drop([A]);
    expect(await left(record, later('xx', 'c:9'))).toEqual([]);
    await record.note([A]);
    expect(await left(await reopened(), later('xx', 'c:9'))).toEqual(['aa']);
  });
});
