import Type, { type Static } from 'typebox';
import { Envelope } from '../envelope.ts';
import { KEY_SCOPES } from '../key-scopes.ts';
import { Integer, OneOf, Text, Whole } from '../schema.ts';
import { HIGHEST_FEE_PPM } from './assets.ts';
import { NoInput, Nullable, Time } from './common.ts';

const account = Text({ minLength: 1, maxLength: 64 }, { description: 'Made if it does not exist' });
const scope = OneOf([...KEY_SCOPES]);
const key = Text({ minLength: 1, maxLength: 64 });
const bounds = {
  label: Type.Optional(Text({ maxLength: 64 })),
  scopes: Type.Optional(Type.Array(scope, { maxItems: KEY_SCOPES.length, description: 'Left out: all' })),
  addresses: Type.Optional(
    Type.Array(Text({ maxLength: 64 }), {
      maxItems: 64,
      description: 'Addresses and networks; none: from anywhere',
    }),
  ),
  expires_at: Type.Optional(Nullable(Whole({ minimum: 1, maximum: 99_999_999_999 }))),
};
/** Of a markup, in millionths. */
export const HIGHEST_MARKUP_PPM = 100_000;

const fee = Nullable(Whole({ minimum: 0, maximum: HIGHEST_FEE_PPM }));

export const ConsoleAccount = Type.Object({
  name: Type.String(),
  orders: Integer(),
  float_fee_ppm: Nullable(Integer({ description: "null: the asset's fee counts" })),
  fixed_fee_ppm: Nullable(Integer()),
  markup_ppm: Integer({ description: 'The most that it may put on top for itself' }),
  needs_signature_v2: Type.Boolean({ description: 'Its requests must be signed in the second form' }),
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
  markup_ppm: Type.Optional(Whole({ minimum: 0, maximum: HIGHEST_MARKUP_PPM })),
  needs_signature_v2: Type.Optional(Type.Boolean()),
});
export type SetAccountRequest = Static<typeof SetAccountRequest>;

export const ConsoleKey = Type.Object({
  key: Type.String(),
  account: Type.String(),
  label: Type.String({ description: 'What its owner calls it' }),
  scopes: Type.Array(scope),
  addresses: Type.Array(Type.String(), {
    description: 'It may be used from these alone; none: from anywhere',
  }),
  created_at: Time('Made'),
  used_at: Time('Used last, to the minute'),
  expires_at: Time('Ends by itself'),
  revoked_at: Time('Revoked'),
});
export type ConsoleKey = Static<typeof ConsoleKey>;

/** GET /keys. Without secrets. */
export const KeysRequest = NoInput;
export const KeysResponse = Envelope({ data: Type.Array(ConsoleKey) });

/** POST /keys/create. The first key ends open mode. */
export const CreateKeyRequest = Type.Object({ account, ...bounds });
export type CreateKeyRequest = Static<typeof CreateKeyRequest>;
const MadeKey = Type.Object({
  key: Type.String(),
  secret: Type.String({ description: 'Shown only now' }),
  account: Type.String(),
});
export const CreateKeyResponse = Envelope({ data: MadeKey });

/** POST /keys/change. What is left out stays. */
export const ChangeKeyRequest = Type.Object({ key, ...bounds });
export type ChangeKeyRequest = Static<typeof ChangeKeyRequest>;

/** POST /keys/rotate. Makes a key like it; the old one ends so many seconds later. */
export const RotateKeyRequest = Type.Object({ key, keep_s: Whole({ minimum: 0, maximum: 90 * 86_400 }) });
export type RotateKeyRequest = Static<typeof RotateKeyRequest>;
export const RotateKeyResponse = CreateKeyResponse;

/** POST /keys/revoke */
export const RevokeKeyRequest = Type.Object({ key });
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
