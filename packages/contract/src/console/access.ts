import Type, { type Static } from 'typebox';
import { Envelope } from '../envelope.ts';
import { Integer, Text, Whole } from '../schema.ts';
import { HIGHEST_FEE_PPM } from './assets.ts';
import { NoInput, Nullable, Time } from './common.ts';

const account = Text({ minLength: 1, maxLength: 64 }, { description: 'Made if it does not exist' });
const fee = Nullable(Whole({ minimum: 0, maximum: HIGHEST_FEE_PPM }));

export const ConsoleAccount = Type.Object({
  name: Type.String(),
  orders: Integer(),
  float_fee_ppm: Nullable(Integer({ description: "null: the asset's fee counts" })),
  fixed_fee_ppm: Nullable(Integer()),
  created_at: Time('Made'),
});
export type ConsoleAccount = Static<typeof ConsoleAccount>;

/** GET /accounts */
export const AccountsRequest = NoInput;
export const AccountsResponse = Envelope({ data: Type.Array(ConsoleAccount) });

/** POST /accounts/set. What is left out stays; null takes the account's own fee away. */
export const SetAccountRequest = Type.Object({
  name: Text({ minLength: 1, maxLength: 64 }),
  float_fee_ppm: Type.Optional(fee),
  fixed_fee_ppm: Type.Optional(fee),
});
export type SetAccountRequest = Static<typeof SetAccountRequest>;

export const ConsoleKey = Type.Object({
  key: Type.String(),
  account: Type.String(),
  created_at: Time('Made'),
  revoked_at: Time('Revoked'),
});
export type ConsoleKey = Static<typeof ConsoleKey>;

/** GET /keys. Without secrets. */
export const KeysRequest = NoInput;
export const KeysResponse = Envelope({ data: Type.Array(ConsoleKey) });

/** POST /keys/create. The first key ends open mode. */
export const CreateKeyRequest = Type.Object({ account });
export type CreateKeyRequest = Static<typeof CreateKeyRequest>;
export const CreateKeyResponse = Envelope({
  data: Type.Object({
    key: Type.String(),
    secret: Type.String({ description: 'Shown only now' }),
    account: Type.String(),
  }),
});

/** POST /keys/revoke */
export const RevokeKeyRequest = Type.Object({ key: Text({ minLength: 1, maxLength: 64 }) });
export type RevokeKeyRequest = Static<typeof RevokeKeyRequest>;

export const ConsoleRefCode = Type.Object({
  code: Type.String(),
  account: Type.String(),
  rate_ppm: Integer({ description: 'Part of the service fee, in millionths' }),
  orders: Integer(),
  created_at: Time('Made'),
  revoked_at: Time('Revoked: new orders earn nothing'),
});
export type ConsoleRefCode = Static<typeof ConsoleRefCode>;

/** GET /refcodes */
export const RefCodesRequest = NoInput;
export const RefCodesResponse = Envelope({ data: Type.Array(ConsoleRefCode) });

/** POST /refcodes/create */
export const CreateRefCodeRequest = Type.Object({
  code: Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$', maxLength: 64 }),
  account,
  rate_ppm: Whole({ minimum: 0, maximum: 1_000_000 }),
});
export type CreateRefCodeRequest = Static<typeof CreateRefCodeRequest>;

/** POST /refcodes/revoke. Orders that came through it keep their commission. */
export const RevokeRefCodeRequest = Type.Object({ code: Text({ minLength: 1, maxLength: 64 }) });
export type RevokeRefCodeRequest = Static<typeof RevokeRefCodeRequest>;
