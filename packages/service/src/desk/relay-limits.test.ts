import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import type { CallerNotice } from '../access/shared-limits.ts';
import { deskKey } from '../secrets/desk-key.ts';
import { openStoreClock, type StoreClock } from '../store/store-clock.ts';
import { type Relay, relayLimits } from './relay-limits.ts';

const NOTICE = { from: 'one', spent: [['key:0123456789abcdef', 60]], streams: [] } as const;
const LAST = { from: 'one', spent: [['ip:1', 1]], streams: [] } as const;
const key = deskKey(randomBytes(32));
let store: TestDatabase;
let time: StoreClock;
const relays: Relay[] = [];

beforeAll(async () => {
  store = await createTestDatabase(6);
  time = await openStoreClock(store.database, () => {});
});
afterEach(async () => {
  for (const relay of relays.splice(0)) await relay.stop();
});
afterAll(async () => {
  await time.measuring.stop();
  await store.drop();
});

async function relay(hear: (notices: CallerNotice[]) => void): Promise<Relay> {
  const parts = { database: store.database, time, options: { log: pino({ enabled: false }) } };
  const opened = await relayLimits(parts, key, hear);
  relays.push(opened);
  return opened;
}

it('nodes hear each other, and nobody else who may connect to the database hears or is heard', async () => {
  const heard: CallerNotice[] = [];
  const told: string[] = [];
  const stranger = await store.database.connect();
  const say = (text: string) => stranger.query('SELECT pg_notify($1, $2)', ['swapdesk_limits', text]);
  try {
    stranger.on('notification', ({ payload = '' }) => told.push(payload));
    await stranger.query('LISTEN swapdesk_limits');
    await relay((notices) => heard.push(...notices));
    const one = await relay(() => {});
    one.tell(NOTICE);
    await vi.waitFor(() => expect([heard.length, told.length]).toEqual([1, 1]), 5_000);
    const [line = ''] = told;
    expect(line + Buffer.from(line, 'base64url').toString('latin1')).not.toContain('0123456789');

    await say('["two",[["ip:1",1e308]],[["ip:1",1e308]]]');
    await say(line);
    one.tell(LAST);
    await vi.waitFor(() => expect(heard).toContainEqual(LAST), 5_000);
    expect(heard).toEqual([NOTICE, LAST]);
  } finally {
    stranger.release(true);
  }
});
