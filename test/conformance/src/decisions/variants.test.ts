import {
  CalculateResponse,
  ListResponse,
  PlaceResponse,
  QueryResponse,
  RefcodeListResponse,
} from '@swapdesk/contract';
import { describe, expect, it } from 'vitest';
import { dataOf } from '../support/expect.ts';
import { itHasTheFields } from '../support/fields.ts';
import { once } from '../support/once.ts';
import {
  calculate,
  deliver,
  list,
  place,
  placeRequest,
  query,
  quoteRequest,
  refcodeList,
} from '../support/requests.ts';
import { sample } from '../support/samples.ts';
import { expectSchema } from '../support/schema.ts';
import { needsLists } from '../support/skips.ts';
import { QUOTE_B, QUOTED_ENTRY_A } from '../support/tables.ts';
import type { Quote } from '../support/wire.ts';

const variants = {
  A: once(async () => {
    const to_address = [deliver({ to_ratio: 1, to_group_ratio: 1 })];
    return dataOf<Quote>(await calculate(await quoteRequest({ to_address })));
  }),
  B: once(async () => dataOf<Quote>(await calculate(await quoteRequest()))),
};

describe.each(['A', 'B'] as const)(
  'one answer for both variants (decisions, 2): asked in Variant %s',
  (variant) => {
    describe('data', () => itHasTheFields(QUOTE_B, variants[variant]));
    describe('data.to[]', () =>
      itHasTheFields(QUOTED_ENTRY_A, async () => (await variants[variant]()).to[0]));
  },
);

describe('one answer for both variants (decisions, 2)', () => {
  it('to_address is empty where none was sent', async () => {
    expect((await variants.B()).to[0]?.to_address).toBe('');
  });

  it('Variant B may send an address: it is given back', async () => {
    const entry = deliver();
    const { to } = dataOf<Quote>(await calculate(await quoteRequest({ to_address: [entry] })));
    expect(to[0]?.to_address).toBe(entry.to_address);
  });
});

describe('answers fit the schemas of the contract', () => {
  it('calculate', async () =>
    expectSchema(await calculate(await quoteRequest({ exchange_mode: 'fixed' })), CalculateResponse));
  it('place', async () => expectSchema(await place(await placeRequest()), PlaceResponse));
  it('query', async () => expectSchema(await query((await sample()).placed.query_code), QueryResponse));
  it('order list', async (ctx) => {
    await needsLists(ctx);
    expectSchema(await list({ page_size: 100 }), ListResponse);
  });
  it('ref code order list', async (ctx) => {
    await needsLists(ctx);
    expectSchema(await refcodeList({ page_size: 100 }), RefcodeListResponse);
  });
});
