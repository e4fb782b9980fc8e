import Type, { type Static } from 'typebox';
import { ExchangeMode } from '../endpoints/exchange.ts';
import { Envelope } from '../envelope.ts';
import { Amount, Integer, Quantity, Whole } from '../schema.ts';
import { assetName, NoInput, Nullable } from './common.ts';

export const HIGHEST_FEE_PPM = 500_000;
const fee = Nullable(Whole({ minimum: 0, maximum: HIGHEST_FEE_PPM }));
const amount = Quantity({ minimum: '0' });

export const ConsoleAsset = Type.Object({
  chain: Type.String(),
  abbr: Type.String(),
  type: Type.String({ description: 'Protocol' }),
  decimal: Integer(),
  contract: Type.String({ description: 'Empty for a native coin' }),
  is_stable: Type.Boolean(),
  is_absent: Type.Boolean({
    description: 'True: not on the networks that are configured; switched off for that',
  }),
  send: Type.Boolean({ description: 'Users may send it to us' }),
  recv: Type.Boolean({ description: 'Users may receive it from us' }),
  min: Amount(),
  max: Amount(),
  float_fee_ppm: Nullable(Integer({ description: 'null: the general setting counts' })),
  fixed_fee_ppm: Nullable(Integer()),
  free: Amount({ description: 'Can be promised to new orders' }),
  target: Amount({ description: 'What should be free; 0: nothing was said' }),
  transfer_cost: Amount({ description: "Of one transfer, in the chain's native coin" }),
  transfer_cost_abbr: Type.String(),
});
export type ConsoleAsset = Static<typeof ConsoleAsset>;

/** GET /assets */
export const ConsoleAssetsRequest = NoInput;
export const ConsoleAssetsResponse = Envelope({
  data: Type.Object({
    assets: Type.Array(ConsoleAsset),
    float_fee_ppm: Integer({ description: 'The general setting' }),
    fixed_fee_ppm: Integer({ description: 'The general setting' }),
  }),
});
export type ConsoleAssetsData = Static<typeof ConsoleAssetsResponse>['data'];

/** POST /assets/set. What is left out stays. Orders placed before keep their terms. */
export const SetAssetRequest = Type.Object({
  ...assetName,
  send: Type.Optional(Type.Boolean()),
  recv: Type.Optional(Type.Boolean()),
  min: Type.Optional(amount),
  max: Type.Optional(amount),
  float_fee_ppm: Type.Optional(fee),
  fixed_fee_ppm: Type.Optional(fee),
  target: Type.Optional(amount),
});
export type SetAssetRequest = Static<typeof SetAssetRequest>;

/** POST /assets/preview: an exchange quoted as things are, and as they would be. Changes nothing. */
export const PreviewAssetRequest = Type.Object({
  change: SetAssetRequest,
  exchange: Type.Object({
    mode: ExchangeMode,
    from_chain: assetName.chain,
    from_abbr: assetName.abbr,
    to_chain: assetName.chain,
    to_abbr: assetName.abbr,
    quantity: Quantity({ exclusiveMinimum: '0' }),
  }),
});
export type PreviewAssetRequest = Static<typeof PreviewAssetRequest>;

export const PreviewedQuote = Type.Object({
  refusal: Type.String({ description: 'What a client would be told instead; empty if it is quoted' }),
  min: Amount({ description: '0 where the refusal comes before the limits' }),
  max: Amount(),
  receives: Amount({ description: '0 if it is refused' }),
  fee_ppm: Integer(),
  fee: Amount({ description: 'Service fee, in the receive asset' }),
  network_fee: Amount({ description: 'In the receive asset' }),
});
export type PreviewedQuote = Static<typeof PreviewedQuote>;
export const PreviewAssetResponse = Envelope({
  data: Type.Object({ before: PreviewedQuote, after: PreviewedQuote }),
});
