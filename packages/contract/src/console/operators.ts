import Type, { type Static } from 'typebox';
import { Envelope } from '../envelope.ts';
import { Integer } from '../schema.ts';
import { NoInput, OperatorRoleSchema, Time } from './common.ts';

const name = Type.String({ pattern: '^[a-z0-9][a-z0-9._-]{0,63}$', maxLength: 64 });

export const ConsoleOperator = Type.Object({
  name: Type.String(),
  role: OperatorRoleSchema,
  is_enrolled: Type.Boolean({ description: 'False: has not signed in yet, or was reset' }),
  sessions: Integer({ description: 'That have not ended' }),
  created_at: Time('Made'),
  signed_in_at: Time('Last sign-in'),
  disabled_at: Time('Disabled'),
});
export type ConsoleOperator = Static<typeof ConsoleOperator>;

/** GET /operators */
export const OperatorsRequest = NoInput;
export const OperatorsResponse = Envelope({ data: Type.Array(ConsoleOperator) });

/** The answer to create and reset. */
export const OneTimePasswordResponse = Envelope({
  data: Type.Object({
    name: Type.String(),
    password: Type.String({ description: 'For one sign-in, within a day; shown only now' }),
  }),
});

/** POST /operators/create */
export const CreateOperatorRequest = Type.Object({ name, role: OperatorRoleSchema });
export type CreateOperatorRequest = Static<typeof CreateOperatorRequest>;

/** POST /operators/role. Ends the operator's sessions. */
export const SetRoleRequest = Type.Object({ name, role: OperatorRoleSchema });
export type SetRoleRequest = Static<typeof SetRoleRequest>;

/** POST /operators/reset: a new one-time password, a new authenticator. POST /operators/disable, /operators/enable. */
export const OperatorRequest = Type.Object({ name });
export type OperatorRequest = Static<typeof OperatorRequest>;
