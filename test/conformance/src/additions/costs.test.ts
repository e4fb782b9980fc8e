import { CalculateResponse, type Decimal, parseJson } from '@swapdesk/contract';
import { describe, expect, it, type TestContext } from 'vitest';
import { calculate, quoteRequest } from '../support/requests.ts';
import { expectSchema } from '../support/schema.ts';

/** The answer with its numbers to the digit. */
interface ExactQuote {
  readonly data: {
    readonly to: { readonly to_quantity: Decimal }[];
    readonly costs?: {
      readonly price: Decimal;
      readonly to: Readonly<
        Record<'price' | 'fee_rate' | 'network_fee', Decimal> & {
          premium_rate?: Decimal;
          skew_rate?: Decimal;
        }
      >[];
    };
  };
}

const PLACES = 18;
const ONE = 10n ** BigInt(PLACES);

async function explained(ctx: TestContext, exchange_mode: string) {
  const request = await quoteRequest({ exchange_mode, show_costs: true });
  const answer = await calculate(request);
  const { data } = parseJson(answer.text) as unknown as ExactQuote;
  if (data.costs === undefined) ctx.skip('the host does not have the addition show_costs');
  return { answer, request, to: data.to, costs: data.costs as NonNullable<typeof data.costs> };
}

describe.each(['float', 'fixed'])('the costs of a quote, %s (decisions, 8)', (mode) => {
  it('fit the schema of the contract', async (ctx) => {
    expectSchema((await explained(ctx, mode)).answer, CalculateResponse);
  });

  it('give the amount to receive, to its last digit', async (ctx) => {
    const { request, to, costs } = await explained(ctx, mode);
    const sent = parseJson(JSON.stringify(request.from_quantity)) as Decimal;
    const [entry] = costs.to;
    const fixed = (value: Decimal | undefined) => value?.truncate(PLACES) ?? 0n;
    const kept = ONE - fixed(entry?.fee_rate) - fixed(entry?.premium_rate) - fixed(entry?.skew_rate);
    const gross = (fixed(sent) * fixed(costs.price) * kept) / (fixed(entry?.price) * ONE);
    const eighth = 10n ** 10n;
    expect((gross - fixed(entry?.network_fee)) / eighth).toBe(to[0]?.to_quantity.truncate(8));
  });

  it('are not there unless they are asked for', async () => {
    const { text } = await calculate(await quoteRequest({ exchange_mode: mode }));
    expect((parseJson(text) as unknown as ExactQuote).data.costs).toBeUndefined();
  });
});
