import { afterAll, beforeAll, expect, test } from 'vitest';
import { BLOCK_PAUSE_MS } from '../../support/block-pause.ts';
import { runHere } from '../../support/run-here.ts';
import { newReceiver } from './support/receivers.ts';
import { placement } from './support/samples.ts';
import { openTarget, post, type Target, within } from './support/target.ts';

/** The kill switch as an operator pulls it, in the deployment that README starts: one process, with the keys in it. */

const PATIENCE_MS = 60_000;

let target: Target;
beforeAll(async () => {
  target = await openTarget();
});
afterAll(() => target.stop());

async function mine(): Promise<void> {
  for (const chain of ['Bitcoin', 'Ethereum']) await post(target.url, '/testnet/mine', { chain });
}

async function placeAndPay(): Promise<string> {
  const body = placement('Bitcoin/BTC', 'Ethereum/ETH');
  for (const entry of body.to_address) entry.to_address = newReceiver(entry.to_chain);
  const { json } = await post(target.url, '/openapi/order/place', body);
  expect((await post(target.url, '/testnet/pay', { query_code: json.data.query_code })).json.code).toBe(0);
  return json.data.order_no;
}

async function one<T>(sql: string, values: unknown[] = []): Promise<T> {
  return (await target.store.database.query(sql, values)).rows[0] as T;
}

async function reaches(no: string, status: number): Promise<void> {
  await within(
    PATIENCE_MS,
    async () => {
      await mine();
      return (
        (await one<{ status: number }>('SELECT status FROM orders WHERE no = $1', [no])).status === status
      );
    },
    BLOCK_PAUSE_MS,
  );
}

const followed = async () =>
  (
    await one<{ height: number }>(
      `SELECT max(height) AS height FROM followed_block b JOIN chain c ON c.id = b.chain_id AND c.name = 'Ethereum'`,
    )
  ).height;

const payments = async () => (await one<{ many: number }>('SELECT count(*) AS many FROM attempt')).many;

/** The engine has done several rounds on the chain that would pay. */
async function roundsPass(): Promise<void> {
  const from = await followed();
  await within(
    PATIENCE_MS,
    async () => {
      await mine();
      return (await followed()) > from + 3;
    },
    BLOCK_PAUSE_MS,
  );
}

const doctor = async () => (await runHere(['doctor'], target.env)).output.split('\n');
/** The first figure of the page. */
const metric = async () => {
  const text = await (await fetch(`${target.url}/metrics`)).text();
  return text.split('\n').find((line) => !line.startsWith('#'));
};

test('after `signing stop` nothing is signed, and everybody says so; after `signing go` it is paid', async () => {
  await reaches(await placeAndPay(), 4);
  expect((await doctor())[0]).toMatch(/^ok +signing +payments are signed/);
  expect(await metric()).toBe('swapdesk_signing_stopped 0');

  expect(await target.command('signing', 'stop', '--why', 'a drill')).toContain('Nothing is signed any more');
  const before = await payments();
  const no = await placeAndPay();
  await reaches(no, 3);
  await roundsPass();
  expect(await payments()).toBe(before);
  expect((await doctor())[0]).toMatch(/^WRONG +signing +STOPPED since \S+: a drill\./);
  expect(await metric()).toBe('swapdesk_signing_stopped 1');
  const said = () => target.service.output().split('signing is stopped: a drill').length - 1;
  expect(said()).toBe(1);

  expect(await target.command('signing', 'go')).toContain('Payments are signed again.');
  await reaches(no, 4);
  expect(await payments()).toBe(before + 1);
  expect(said()).toBe(1);
  expect(target.service.output().split('signing goes on').length - 1).toBe(1);
  expect(await metric()).toBe('swapdesk_signing_stopped 0');
});

test('`signing go` says so if nothing was stopped', async () => {
  const { code, output } = await runHere(['signing', 'go'], target.env);
  expect(code).not.toBe(0);
  expect(output).toContain('Signing was not stopped.');
});
