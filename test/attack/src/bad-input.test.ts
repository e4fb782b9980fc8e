import { PROBLEM_CODE, type ProblemMessage } from '@swapdesk/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { volume } from '../../support/volume.ts';
import { SUCCESS, TOO_LARGE_QUANTITY, TOO_SMALL_QUANTITY } from './support/answers.ts';
import { listShot, queryShot, refcodeShot } from './support/get-shots.ts';
import { toTree, write } from './support/json-text.ts';
import { insertRefCode, settled } from './support/keys.ts';
import { allowedFor } from './support/oracle.ts';
import { CALC_ID, calculateShot, placeShot, QUOTED } from './support/post-shots.ts';
import type { Request } from './support/request.ts';
import { bytesOf, REF_CODE, type Shot } from './support/shot.ts';
import { errorsIn, openTarget, post, type Target } from './support/target.ts';
import { type Reply, Wire } from './support/wire.ts';

/** Another run, or one that failed before: SWAPDESK_ATTACK_SEED=… npx vitest run test/attack/src/bad-input.test.ts */
const SEED = Number(process.env.SWAPDESK_ATTACK_SEED ?? 20_261_115);
const BATCH = volume(300, 500);
const BATCHES = volume(1, 40);
/** Requests that must be good after all: of those to place, one in a hundred is. */
const LEAST_GOOD = volume(2, 100);
const CONNECTIONS = 24;
const ADDRESSES = volume(undefined, 1_000);
const FIXED_TABLES = ['account', 'api_key', 'asset', 'chain', 'migration', 'ref_code', 'setting', 'wallet'];

let target: Target;
let wire: Wire;
let before: string;
/** Orders that were answered, by number: how many receivers they have. */
const answered = new Map<string, number>();
const bodyWithoutCalcId = write(toTree({ ...QUOTED, calc_id: CALC_ID })).replace(CALC_ID, '');

beforeAll(async () => {
  target = await openTarget(ADDRESSES);
  await insertRefCode(target.store.database, 'anonymous', REF_CODE, 200_000);
  await settled(target.url, target.store.database);
  before = await fixedRows();
  wire = new Wire(target.url, CONNECTIONS);
});
afterAll(async () => {
  wire.close();
  await target.stop();
});

describe(`${BATCH * BATCHES} requests to each endpoint, from seed ${SEED}`, () => {
  test.each([
    ['calculate', calculateShot],
    ['place', placeShot],
    ['query', queryShot],
    ['list', listShot],
    ['refcode list', refcodeShot],
  ])(
    '%s gives each the answer that the interface has for it',
    async (_name, shot) => {
      const outcomes = new Map<string, number>();
      const batch = fc.array(shot, { minLength: BATCH, maxLength: BATCH, size: 'max' });
      const property = fc.asyncProperty(batch, async (shots) => {
        const quote = await freshQuote();
        const faults = await Promise.all(shots.map((each) => fire(each, quote, outcomes)));
        return faults.every((fault) => fault === null) || fail(faults);
      });
      const { failed, errorInstance } = await fc.check(property, {
        seed: SEED,
        numRuns: BATCHES,
        endOnFailure: true,
      });
      if (failed) throw new Error(`seed ${SEED}: ${(errorInstance as Error).message}`);
      expect([...outcomes.values()].reduce((sum, count) => sum + count, 0)).toBe(BATCH * BATCHES);
      // Not all of them may fail at the door.
      expect(outcomes.get(SUCCESS) ?? outcomes.get('200/1/order not found')).toBeGreaterThan(LEAST_GOOD);
    },
    240_000,
  );
});

describe('requests that are hardly HTTP get an envelope as well', () => {
  const close = 'connection: close';
  test.each([
    ['without a host', `GET /openapi/order/list HTTP/1.1\r\n${close}\r\n\r\n`, 400],
    [
      'with expectations',
      `GET /openapi/order/list HTTP/1.1\r\nhost: localhost\r\nexpect: miracles\r\n${close}\r\n\r\n`,
      null,
    ],
    ['of the method QUERY', `QUERY /openapi/order/list HTTP/1.1\r\nhost: localhost\r\n${close}\r\n\r\n`, 405],
    ['of the method TRACE', `TRACE /openapi/order/list HTTP/1.1\r\nhost: localhost\r\n${close}\r\n\r\n`, 405],
    [
      'of the method PROPFIND',
      `PROPFIND /openapi/order/place HTTP/1.1\r\nhost: localhost\r\n${close}\r\n\r\n`,
      405,
    ],
    ['of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    [
      'with a header of 20 KB',
      `GET /openapi/order/list HTTP/1.1\r\nhost: localhost\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`,
      null,
    ],
    [
      'with a control character in a header',
      'GET /openapi/order/list HTTP/1.1\r\nhost: localhost\r\nx: \u0001\r\n\r\n',
      400,
    ],
    [
      'with a path that cannot be decoded',
      `GET /openapi/order/%ZZ HTTP/1.1\r\nhost: localhost\r\n${close}\r\n\r\n`,
      400,
    ],
    [
      'with two lengths',
      `POST /openapi/order/place HTTP/1.1\r\nhost: localhost\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}`,
      400,
    ],
    ['for somewhere else', `GET /etc/passwd HTTP/1.1\r\nhost: localhost\r\n${close}\r\n\r\n`, 404],
  ])('%s', async (_name, text, status) => {
    const reply = await wire.send(Buffer.from(text, 'latin1'));
    expect(JSON.parse(reply.body)).toMatchObject({ code: 1, msg: expect.any(String) });
    expect(reply.status).toBeLessThan(500);
    if (status !== null) expect(reply.status).toBe(status);
  });
});

describe('after all that', () => {
  test('the store holds the orders that were answered, and no other', async () => {
    const { database } = target.store;
    const orders = await database.query<{ no: string; entries: number }>(
      'SELECT no, (SELECT count(*) FROM order_entry WHERE order_id = orders.id) AS entries FROM orders',
    );
    const stored = new Map(orders.rows.map(({ no, entries }) => [no, entries]));
    expect(stored.size).toBeGreaterThan(LEAST_GOOD);
    expect(stored).toEqual(answered);
    const { rows } = await database.query('SELECT length FROM roll WHERE id = 0');
    expect(rows[0].length).toBe(stored.size);
  });

  test('nothing else in the store has changed', async () => {
    expect(await fixedRows()).toBe(before);
  });

  test('the log is free of errors', () => {
    expect(errorsIn(target.service.output())).toEqual([]);
  });
});

async function fixedRows(): Promise<string> {
  const contents = FIXED_TABLES.map(async (table) => {
    const { rows } = await target.store.database.query(
      `SELECT t::text AS row FROM ${table} t ORDER BY t::text`,
    );
    return rows.map(({ row }) => row).join('\n');
  });
  return (await Promise.all(contents)).join('\n\n');
}

function fail(faults: readonly (string | null)[]): never {
  const found = faults.filter((fault) => fault !== null);
  throw new Error(`${found.length} wrong answers, among them:\n\n${found.slice(0, 5).join('\n\n')}`);
}

async function freshQuote(): Promise<string> {
  const { json } = await post(target.url, '/openapi/order/calculate', QUOTED);
  return json.data.calc_id;
}

/** Sends a shot; the fault in what came back, or null. */
async function fire(shot: Shot, calcId: string, outcomes: Map<string, number>): Promise<string | null> {
  const at = shot.body.indexOf(CALC_ID);
  const body =
    at < 0
      ? shot.body
      : Buffer.concat([
          shot.body.subarray(0, at),
          Buffer.from(calcId),
          shot.body.subarray(at + CALC_ID.length),
        ]);
  const request: Request = { ...shot, body, quote: { id: calcId, bodyWithout: bodyWithoutCalcId } };
  const bytes = bytesOf({ ...shot, body });
  const shown = `${bytes.toString('latin1').slice(0, 1500)}${bytes.length > 1500 ? `… (${bytes.length} bytes)` : ''}`;
  let reply: Reply;
  try {
    reply = await wire.send(bytes);
  } catch (error) {
    return `${shown}\n=> ${(error as Error).message}`;
  }
  const outcome = outcomeOf(reply);
  outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  const fault = allowedFor(request).has(outcome)
    ? faultIn(reply, outcome)
    : `expected ${[...allowedFor(request)].join(', ')}`;
  if (shot.endpoint === 'place' && outcome === SUCCESS) remember(reply);
  return fault === null ? null : `${shown}\n=> ${outcome} ${reply.body.slice(0, 300)}\n${fault}`;
}

function outcomeOf({ status, body }: Reply): string {
  try {
    const { code, msg } = JSON.parse(body);
    return `${status}/${code}/${msg}`;
  } catch {
    return `${status}, not JSON`;
  }
}

/** What is wrong with an answer that may be given: its headers, or what stands beside code and msg. */
function faultIn({ head, body }: Reply, outcome: string): string | null {
  if (!/^content-type: application\/json/im.test(head)) return 'not sent as JSON';
  if (!/^x-request-id: \S+$/im.test(head)) return 'without a request id';
  const { data, detail, errors, ...more } = JSON.parse(body);
  const unlike = errors === undefined ? null : faultInErrors(errors, more.msg);
  if (unlike !== null) return unlike;
  if (outcome === TOO_SMALL_QUANTITY || outcome === TOO_LARGE_QUANTITY) {
    const { min_from_quantity: min, max_from_quantity: max } = data ?? {};
    return typeof min === 'number' && typeof max === 'number' ? null : 'without its limits';
  }
  if (outcome === SUCCESS) return data === undefined ? 'without data' : null;
  if (data !== undefined) return 'with data where there should be none';
  if (detail !== undefined && typeof detail !== 'string') return 'with a detail that is no text';
  return Object.keys(more).join() === 'code,msg' ? null : 'with more than code and msg';
}

/** What is wrong with the list of all that is wrong: it begins with what msg says, and each has a code that is documented. */
function faultInErrors(errors: unknown, msg: ProblemMessage): string | null {
  if (!Array.isArray(errors) || errors.length === 0) return 'with errors that are no list of any';
  if (errors[0].code !== PROBLEM_CODE[msg]) return `with errors that begin with ${errors[0].code}`;
  const known: readonly string[] = Object.values(PROBLEM_CODE);
  const odd = errors.find(({ code, field }) => !known.includes(code) || typeof field !== 'string');
  return odd === undefined ? null : `with an error that has no code and field: ${JSON.stringify(odd)}`;
}

function remember(reply: Reply): void {
  const { no, to } = JSON.parse(reply.body).data as { no: string; to: unknown[] };
  answered.set(no, to.length);
}
