import Type, { type Static } from 'typebox';
import { Envelope } from '../envelope.ts';
import { Integer, OneOf, Text, Whole } from '../schema.ts';
import { NoInput, Nullable } from './common.ts';

/** What a setting counts: millionths, hundredths, seconds, days, USDT; on or off; one of some words; anything else. */
export const SETTING_UNITS = ['ppm', 'pct', 's', 'days', 'usdt', 'switch', 'choice', 'count'] as const;
export type SettingUnit = (typeof SETTING_UNITS)[number];

export const ConsoleSetting = Type.Object({
  name: Type.String(),
  unit: OneOf([...SETTING_UNITS]),
  value: Integer(),
  default: Integer(),
  min: Integer(),
  max: Integer(),
  zero: Type.String({ description: 'What 0 means; empty: just that' }),
  values: Type.Array(Type.String(), {
    description: 'What each value means, from the least on; empty: they are numbers',
  }),
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
