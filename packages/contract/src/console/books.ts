import Type, { type Static } from 'typebox';
import { Envelope } from '../envelope.ts';
import { Amount, Quantity, Text, Whole } from '../schema.ts';
import { assetName } from './common.ts';
import { ProposalPreviewResponse } from './proposals.ts';

/** What an operator decides about books that differ: each is rehearsed first, by what then books it. */

const txid = Text({ minLength: 1, maxLength: 128 });
const reason = Text({ minLength: 1, maxLength: 500 });

/** POST /payouts/paid/preview: what would be booked if a payout was paid by this transaction. Changes nothing. */
export const PreviewPaidRequest = Type.Object({
  payout: Whole({ minimum: 1 }),
  txid,
  amount_differs: Type.Boolean({ description: 'True if it may have paid another amount, or others too' }),
});
export type PreviewPaidRequest = Static<typeof PreviewPaidRequest>;
export const PreviewPaidResponse = ProposalPreviewResponse;

/** POST /payouts/paid */
export const PayoutPaidRequest = Type.Object({ ...PreviewPaidRequest.properties, reason });
export type PayoutPaidRequest = Static<typeof PayoutPaidRequest>;

/** GET /halts/obstacles: what has to be settled before an asset is paid out again. The books are compared now. */
export const ObstaclesRequest = Type.Object(assetName);
export const ObstaclesResponse = Envelope({
  data: Type.Object({
    obstacles: Type.Array(Type.Object({ what: Type.String(), advice: Type.String() })),
    difference: Amount({ description: 'What the wallet has more than the ledger; 0 if they agree' }),
  }),
});
export type ObstaclesData = Static<typeof ObstaclesResponse>['data'];

/** POST /books/correct/preview. Changes nothing. */
export const PreviewCorrectionRequest = Type.Object({
  ...assetName,
  amount: Quantity({}, { description: 'What came; negative: what went' }),
  txid: Type.Optional(
    Text(
      { minLength: 1, maxLength: 128 },
      { description: 'What used up something of ours; "unknown": nobody can name it' },
    ),
  ),
});
export type PreviewCorrectionRequest = Static<typeof PreviewCorrectionRequest>;
export const PreviewCorrectionResponse = Envelope({
  data: Type.Object({
    why_not: Type.String({ description: 'Empty: it can be booked' }),
    before: Amount({ description: 'What the wallet has more than the ledger' }),
    after: Amount(),
    settled: Type.Array(Type.String(), { description: 'What is noted as used by others' }),
  }),
});
export type PreviewCorrectionData = Static<typeof PreviewCorrectionResponse>['data'];

/** POST /books/correct */
export const CorrectBooksRequest = Type.Object({ ...PreviewCorrectionRequest.properties, reason });
export type CorrectBooksRequest = Static<typeof CorrectBooksRequest>;
