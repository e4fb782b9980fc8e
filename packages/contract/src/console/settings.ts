import Type, { type Static } from 'typebox';
import { Envelope } from '../envelope.ts';
import { Integer, Text, Whole } from '../schema.ts';
import { NoInput, Nullable } from './common.ts';

export const ConsoleSetting = Type.Object({
  name: Type.String(),
  value: Integer(),
  default: Integer(),
  min: Integer(),
  max: Integer(),
  about: Type.String(),
});
export type ConsoleSetting = Static<typeof ConsoleSetting>;

/** GET /settings */
export const SettingsRequest = NoInput;
export const SettingsResponse = Envelope({ data: Type.Array(ConsoleSetting) });

/** POST /settings/set. null: the default. */
export const SetSettingRequest = Type.Object({
  name: Text({ minLength: 1, maxLength: 64 }),
  value: Nullable(Whole({})),
});
export type SetSettingRequest = Static<typeof SetSettingRequest>;
