import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../../packages/service/src/cli/commands.ts';
import { DOWNLOADS } from '../../../packages/service/src/http/console/index.ts';
import { DANGEROUS, LEAST_ROLE } from '../../../packages/service/src/http/console/roles.ts';

/** Whatever can be done or looked up on the command line can be in the console, but for what belongs to the machine alone. */

/** Where each command is in the console. */
const IN_CONSOLE: Readonly<Record<string, readonly string[]>> = {
  'account list': ['GET /accounts'],
  'account set': ['POST /accounts/set'],
  'affiliate address': ['GET /affiliates', 'POST /affiliates/address', 'POST /affiliates/address/undo'],
  'affiliate confirm': ['POST /affiliates/confirm-scheduled'],
  'affiliate due': ['GET /affiliates'],
  'affiliate settle': ['POST /affiliates/settle', 'POST /affiliates/settle/preview'],
  'alarm leave': ['POST /alarms/leave'],
  'alarm list': ['GET /alarms', 'GET /alarms/history'],
  'alarm snooze': ['POST /alarms/snooze'],
  'alarm take': ['POST /alarms/take'],
  'alarm wake': ['POST /alarms/wake'],
  'asset list': ['GET /assets'],
  'asset set': ['POST /assets/set'],
  'audit list': ['GET /audit'],
  'books correct': ['POST /books/correct'],
  'chain list': ['GET /chains'],
  'chain set': ['POST /chains/set'],
  'clock accept': ['POST /clock/accept'],
  'deposit list': ['GET /queue'],
  'deposit quarantine': ['GET /upkeep'],
  'deposit release': ['POST /deposits/release'],
  'deposit return': ['POST /queue/give-back'],
  doctor: ['GET /overview'],
  'fee list': ['GET /fees'],
  'fee remove': ['POST /fees/remove'],
  'fee set': ['POST /fees/set'],
  'halt clear': ['POST /halts/clear', 'GET /halts/obstacles'],
  'halt list': ['GET /chains'],
  'halt set': ['POST /halts/set'],
  'hedge begin': ['POST /hedging/begin'],
  'hold release': ['POST /hold/release'],
  'hold settle': ['POST /hold/settle'],
  'hold show': ['GET /hold'],
  'key change': ['POST /keys/change'],
  'key create': ['POST /keys/create'],
  'key list': ['GET /keys'],
  'key revoke': ['POST /keys/revoke'],
  'key rotate': ['POST /keys/rotate'],
  'loss acknowledge': ['POST /losses/acknowledge'],
  'loss list': ['GET /queue'],
  'node list': ['GET /upkeep'],
  'operator create': ['POST /operators/create'],
  'operator disable': ['POST /operators/disable'],
  'operator enable': ['POST /operators/enable'],
  'operator list': ['GET /operators'],
  'operator reset': ['POST /operators/reset'],
  'operator role': ['POST /operators/role'],
  'order freeze': ['POST /order/freeze'],
  'order redirect': ['POST /order/redirect'],
  'order refund-entry': ['POST /order/refund-entry'],
  'order resolve': ['POST /order/release', 'POST /order/refund', 'POST /order/retry'],
  'order show': ['GET /order', 'GET /orders/find'],
  'payment cancel': ['POST /payments/cancel'],
  'payment list': ['GET /payments'],
  'payment show': ['GET /payments', 'GET /order'],
  'payout paid': ['POST /payouts/paid'],
  'price confirm': ['POST /prices/confirm'],
  'price list': ['GET /prices'],
  profit: ['GET /profit', 'GET /profit/csv', 'GET /profit/jsonl'],
  'proposal confirm': ['POST /proposals/confirm'],
  'proposal list': ['GET /proposals'],
  'proposal show': ['GET /proposals'],
  'proposal withdraw': ['POST /proposals/withdraw'],
  'refcode create': ['POST /refcodes/create'],
  'refcode list': ['GET /refcodes', 'GET /affiliates'],
  'refcode revoke': ['POST /refcodes/revoke'],
  'refcode set': ['POST /refcodes/set'],
  'setting list': ['GET /settings'],
  'setting set': ['POST /settings/set'],
  'signing go': ['POST /signing/go'],
  'signing stop': ['POST /signing/stop'],
  'site set': ['POST /site/save'],
  'site show': ['GET /site'],
  'site undo': ['POST /site/restore'],
  'trade list': ['GET /hedging'],
  'treasury drop': ['POST /treasury/drop'],
  'treasury plan': ['GET /treasury'],
  'treasury retry': ['POST /treasury/retry'],
  'treasury show': ['GET /treasury'],
  'treasury target': ['POST /treasury/target'],
  'treasury withdraw': ['POST /treasury/withdraw'],
  'venue book': ['POST /venues/book'],
  'venue go': ['POST /venues/go'],
  'venue show': ['GET /hedging'],
  'wallet rescan': ['POST /wallet/rescan'],
  'webhook attempts': ['GET /webhooks/attempts'],
  'webhook change': ['POST /webhooks/change'],
  'webhook create': ['POST /webhooks/create'],
  'webhook list': ['GET /webhooks'],
  'webhook pause': ['POST /webhooks/pause'],
  'webhook remove': ['POST /webhooks/remove'],
  'webhook resend': ['POST /webhooks/resend'],
  'webhook resume': ['POST /webhooks/resume'],
  'webhook rotate': ['POST /webhooks/rotate'],
  'webhook test': ['POST /webhooks/test'],
};

const RUNS = 'it is the program itself: without it there is no console';
const FILES = 'it writes or reads files of the machine, which the console has no way to';
const SEED =
  'it is about the seed, which is on the machine of whoever holds the keys and must reach no browser';
const STORE = 'it makes or changes the store that the console works on';
const CONFIGURATION = 'it is about the configuration file of the machine on which it is typed';
const TEST_NETWORKS = 'it plays the part of clients and miners of test networks, who have no console';

/** What belongs to the machine alone, and why. */
const OF_THE_MACHINE: Readonly<Record<string, string>> = {
  start: RUNS,
  api: RUNS,
  console: RUNS,
  engine: RUNS,
  signer: RUNS,
  'alerts test': 'it tries the channels that the configuration of this machine names',
  'archive find': FILES,
  'archive run': FILES,
  'archive show': FILES,
  backup: FILES,
  'check-backup': FILES,
  restore: FILES,
  'seal-log': FILES,
  'config check': CONFIGURATION,
  'config init': CONFIGURATION,
  'config show': CONFIGURATION,
  'database migrate': STORE,
  'database roles': STORE,
  'secrets renew': 'it makes the key anew that seals the secrets of the console itself',
  'language texts': FILES,
  'signing assets': 'it is a question to the signer of this machine',
  'wallet addresses': SEED,
  'wallet backup': SEED,
  'wallet create': SEED,
  'wallet descriptors': SEED,
  'wallet import': SEED,
  'wallet show': SEED,
  explain: 'it reckons a quote anew from what stands in an order; the page of the order shows the same',
  'testnet drop': TEST_NETWORKS,
  'testnet mine': TEST_NETWORKS,
  'testnet pay': TEST_NETWORKS,
  'testnet reorg': TEST_NETWORKS,
};

describe('every command', () => {
  const names = COMMANDS.map(({ name }) => name);

  it('is in the console, or belongs to the machine alone for a reason; none is in both', () => {
    expect([...Object.keys(IN_CONSOLE), ...Object.keys(OF_THE_MACHINE)].sort()).toEqual([...names].sort());
    for (const why of Object.values(OF_THE_MACHINE)) expect(why.length).toBeGreaterThan(20);
  });

  it('that is in the console is an endpoint there', () => {
    for (const [name, endpoints] of Object.entries(IN_CONSOLE))
      for (const endpoint of endpoints) expect(Object.keys(LEAST_ROLE), name).toContain(endpoint);
  });

  it('has no act beside it that the command line lacks, but for what is of the console itself', () => {
    const named = new Set(Object.values(IN_CONSOLE).flat());
    const acts = Object.keys(LEAST_ROLE).filter(
      (name) => name.startsWith('POST ') && !named.has(name) && !name.endsWith('/preview'),
    );
    // Sessions and notes are people's at the console.
    const ofTheConsole = ['POST /order/note'];
    const others = acts.filter((name) => !name.startsWith('POST /session/') && !ofTheConsole.includes(name));
    expect(others).toEqual([]);
    expect(DOWNLOADS.every(({ path }) => `GET ${path}` in LEAST_ROLE)).toBe(true);
    expect([...DANGEROUS].every((name) => name in LEAST_ROLE)).toBe(true);
  });
});
