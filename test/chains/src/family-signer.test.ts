import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TraceReceiver } from '../../../packages/service/src/traces/testing/trace-receiver.ts';
import { PASSPHRASE } from '../../support/desk-store.ts';
import { wrongsOf } from './family-books.ts';
import { FamilyOrders } from './family-orders.ts';
import { FamilyWorld } from './family-world.ts';

/** TRON and Solana with the keys in a process of their own, which reads every plan before it signs. */

let world: FamilyWorld;
let receiver: TraceReceiver;
beforeAll(async () => {
  receiver = await TraceReceiver.open();
  const more = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_BSP_MAX_QUEUE_SIZE: '100000' };
  world = await FamilyWorld.open({ hasSigner: true, more });
});
afterAll(async () => {
  await world?.close();
  await receiver?.close();
});

it('coins and tokens of both are paid out, fuelled and swept, and the signer refuses nothing', async () => {
  expect(existsSync(join(world.store.folder, 'passphrase'))).toBe(false);
  const orders = new FamilyOrders(world);
  await world.mineUntil('an order of each pair', async () => {
    await orders.open(4);
    return orders.count >= 4;
  });
  await world.mineUntil('all orders to be completed', () => orders.areDone());
  const { rows } = await world.store.database.query<{ chain: string; verdict: string; purpose: string }>(
    `SELECT DISTINCT c.name AS chain, d.verdict, split_part(d.reason, ' ', 1) AS purpose
       FROM signer_decision d JOIN chain c ON c.id = (d.plan ->> 'chainId')::int ORDER BY 1, 2, 3`,
  );
  expect(rows.map(({ chain, verdict, purpose }) => `${chain} ${verdict}: ${purpose}`)).toEqual([
    'Solana signed: opening',
    'Solana signed: payouts',
    'Solana signed: sweep',
    'TRON signed: fuel',
    'TRON signed: payouts',
    'TRON signed: sweep',
  ]);
  expect(await wrongsOf(world)).toEqual([]);
});

it('traces tell of each order with what the signer and the nodes were asked for it', async () => {
  await world.service.stop();
  const { rows } = await world.store.database.query<{ no: string; trace: string }>(
    'SELECT no, trace FROM orders',
  );
  expect(rows.length).toBeGreaterThanOrEqual(4);
  const asked = new Set<string>();
  for (const { no, trace } of rows) {
    const steps = receiver.ofOrder(no);
    expect(new Set(steps.map(({ traceId }) => traceId))).toEqual(new Set([trace.split('-')[1]]));
    // In this trace, or where a step was told that moved others as well.
    const told = new Set(steps.flatMap(({ spanId, links }) => [spanId, ...links.map((link) => link.spanId)]));
    const below = (ids: ReadonlySet<string>) =>
      receiver.spans.filter(({ parentSpanId = '' }) => ids.has(parentSpanId));
    const parts = below(told);
    expect(parts.map(({ name }) => name)).toEqual(expect.arrayContaining(['sign', 'send']));
    const sent = below(new Set(parts.filter(({ name }) => name === 'send').map(({ spanId }) => spanId)));
    for (const { facts } of sent) asked.add(`${facts['swapdesk.chain']} ${facts['rpc.method']}`);
  }
  expect([...asked].sort()).toEqual(['Solana sendTransaction', 'TRON broadcasthex']);
  expect(receiver.bodies.join()).not.toContain(PASSPHRASE);
});
