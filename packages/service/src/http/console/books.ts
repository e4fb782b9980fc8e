import {
  type Consequence,
  CorrectBooksRequest,
  DoneResponse,
  MESSAGE,
  ObstaclesRequest,
  ObstaclesResponse,
  PayoutPaidRequest,
  PreviewCorrectionRequest,
  PreviewCorrectionResponse,
  PreviewPaidRequest,
  PreviewPaidResponse,
} from '@swapdesk/contract';
import { booksCorrect } from '../../acts/books-correct.ts';
import { payoutPaid } from '../../acts/payout-paid.ts';
import type { Run } from '../../acts/run.ts';
import type { Asset, Catalogue } from '../../catalog/catalogue.ts';
import type { Chain } from '../../chains/chain.ts';
import { compareBooks } from '../../engine/books/compare-books.ts';
import type { Correction } from '../../engine/books/correct-books.ts';
import { NotBooked } from '../../engine/books/decide.ts';
import type { MarkedPaid, PaidClaim } from '../../engine/books/mark-paid.ts';
import { obstaclesTo } from '../../engine/books/obstacles.ts';
import { fromUnits, toExactUnits } from '../../money/units.ts';
import { audited, rehearsed } from '../../operators/audit.ts';
import { assetAmount } from '../../orders/order-line.ts';
import { Refusal } from '../../refusal.ts';
import { findAsset } from './assets.ts';
import { type ConsoleCall, consoleEndpoint } from './endpoint.ts';
import type { ConsoleServices } from './services.ts';

const previewPaid = consoleEndpoint({
  method: 'POST',
  path: '/payouts/paid/preview',
  request: PreviewPaidRequest,
  response: PreviewPaidResponse,
  changes: false,
  async handle(services, { params, now }) {
    const marked = await tried(() => payoutPaid(services, claimOf(params), '', rehearsing(services, now)));
    if (typeof marked === 'string') return { data: { why_not: marked, consequences: [] } };
    return { data: { why_not: '', consequences: bookedBy(marked, services.market().catalogue) } };
  },
});

const paid = consoleEndpoint({
  method: 'POST',
  path: '/payouts/paid',
  request: PayoutPaidRequest,
  response: DoneResponse,
  changes: true,
  async handle(services, call) {
    const { reason } = call.params;
    await orRefuse(() => payoutPaid(services, claimOf(call.params), reason, doing(services, call)));
    return {};
  },
});

const obstacles = consoleEndpoint({
  method: 'GET',
  path: '/halts/obstacles',
  request: ObstaclesRequest,
  response: ObstaclesResponse,
  changes: false,
  async handle(services, { params }) {
    const { database, market } = services;
    const { asset, chain } = named(services, params);
    const [books] = await compareBooks(database, chain, [asset]);
    const difference = books === undefined ? 0n : books.walletUnits - books.ledgerUnits;
    return {
      data: {
        obstacles: await obstaclesTo(database, chain, market().catalogue, asset),
        difference: fromUnits(difference, asset.decimals),
      },
    };
  },
});

const previewCorrection = consoleEndpoint({
  method: 'POST',
  path: '/books/correct/preview',
  request: PreviewCorrectionRequest,
  response: PreviewCorrectionResponse,
  changes: false,
  async handle(services, { params, now }) {
    const { asset, chain } = named(services, params);
    const correction = correctionOf(asset, params, 'a preview');
    const corrected = await tried(() =>
      booksCorrect(services.database, chain, asset, correction, rehearsing(services, now)),
    );
    if (typeof corrected === 'string')
      return { data: { why_not: corrected, before: '0', after: '0', settled: [] } };
    const amount = (units: bigint) => fromUnits(units, asset.decimals);
    const { before, after, settled } = corrected;
    return { data: { why_not: '', before: amount(before), after: amount(after), settled: [...settled] } };
  },
});

const correct = consoleEndpoint({
  method: 'POST',
  path: '/books/correct',
  request: CorrectBooksRequest,
  response: DoneResponse,
  changes: true,
  async handle(services, call) {
    const { asset, chain } = named(services, call.params);
    const correction = correctionOf(asset, call.params, call.params.reason);
    await orRefuse(() => booksCorrect(services.database, chain, asset, correction, doing(services, call)));
    return {};
  },
});

/** What operators decide about books that differ from the chains. */
export const BOOK_ENDPOINTS = [previewPaid, paid, obstacles, previewCorrection, correct];

function rehearsing({ database }: ConsoleServices, now: number): Run {
  return (work) => rehearsed(database, (client) => work(client, now));
}

function doing({ database }: ConsoleServices, { actor, now }: ConsoleCall<unknown>): Run {
  return (work) => audited(database, actor, now, (client) => work(client, now));
}

/** What came of it, or why it cannot be booked. */
async function tried<Result>(work: () => Promise<Result>): Promise<Result | string> {
  return work().catch((error: unknown) => {
    if (!(error instanceof NotBooked)) throw error;
    return error.message;
  });
}

async function orRefuse(work: () => Promise<unknown>): Promise<void> {
  if (typeof (await tried(work)) === 'string') throw new Refusal(MESSAGE.notBooked);
}

function claimOf({ payout, txid, amount_differs }: PreviewPaidRequest): PaidClaim {
  return {
    payoutId: payout.toInteger() as number,
    txid: txid.trim().toLowerCase(),
    mayDiffer: amount_differs,
  };
}

function named(
  { market, chains }: ConsoleServices,
  names: { chain: string; abbr: string },
): { asset: Asset; chain: Chain } {
  const asset = findAsset(market().catalogue, names);
  const chain = chains.find(({ id }) => id === asset.chain.id);
  if (chain === undefined) throw new Refusal(MESSAGE.chainNotFound);
  return { asset, chain };
}

function correctionOf(
  { decimals }: Asset,
  { amount, txid }: PreviewCorrectionRequest,
  why: string,
): Correction {
  const units = toExactUnits(amount, decimals);
  if (units === null) throw new Refusal(MESSAGE.tooManyDecimals);
  return { units, why, txid: txid?.trim().toLowerCase() ?? null };
}

function bookedBy({ paid: payouts, rest, feeUnits }: MarkedPaid, catalogue: Catalogue): Consequence[] {
  const amount = (assetId: number, units: bigint) => assetAmount(catalogue, assetId, units);
  const { chain } = catalogue.get(payouts[0]!.payout.assetId);
  return [
    ...payouts.flatMap(({ payout, paidUnits }): Consequence[] => {
      const { assetId, address, units } = payout;
      const more = paidUnits - units;
      const off: Consequence = {
        what: more > 0n ? 'is borne by the treasury' : 'is kept by the treasury',
        ...amount(assetId, more > 0n ? more : -more),
        address: '',
      };
      return [{ what: 'was paid', ...amount(assetId, paidUnits), address }, ...(more === 0n ? [] : [off])];
    }),
    ...rest.map(
      ({ assetId, units, address }): Consequence => ({
        what: 'is borne by the treasury',
        ...amount(assetId, units),
        address,
      }),
    ),
    { what: 'is the network fee', ...amount(catalogue.native(chain).id, feeUnits), address: '' },
  ];
}
