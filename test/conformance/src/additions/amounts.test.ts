import { describe, expect, it } from 'vitest';
import { dataOf } from '../support/expect.ts';
import { get } from '../support/host.ts';
import { options } from '../support/options.ts';
import { calculate, goodQuantity, quoteRequest } from '../support/requests.ts';
import { needsRoute } from '../support/skips.ts';
import type { Quote } from '../support/wire.ts';

/** Prices may move by this much between two calls. */
const MOVE = 0.02;
/** Fees are by configuration; more than this would be another business. */
const DEAREST = 0.25;

describe.each(['float', 'fixed'])(
  'what is received, by the prices shown, %s (decisions, 4)',
  (exchange_mode) => {
    it('is worth what was sent, less the fees', async (ctx) => {
      await needsRoute(ctx, 'GET', '/abbr/recent/prices');
      const prices = dataOf<{ abbr: string; price: number }[]>(await get('/abbr/recent/prices'));
      const priceOf = (abbr: string) => prices.find((price) => price.abbr === abbr)?.price ?? Number.NaN;
      const { to } = dataOf<Quote>(await calculate(await quoteRequest({ exchange_mode })));
      const sent = (await goodQuantity()) * priceOf(options.from.abbr);
      const received = (to[0]?.to_quantity as number) * priceOf(options.to.abbr);
      expect(received / sent).toBeLessThan(1 + MOVE);
      expect(received / sent).toBeGreaterThan(1 - DEAREST);
    });
  },
);
