import Type, { type Static } from 'typebox';
import { Envelope } from '../envelope.ts';
import { Integer, OneOf, Text } from '../schema.ts';
import { AuditEntry, NoInput, OperatorRoleSchema, Time } from './common.ts';

const name = Text({ minLength: 1, maxLength: 64 }, { description: 'Name of the operator' });
const password = Text({ minLength: 1, maxLength: 256 });
export const SHORTEST_PASSWORD = 12;
const newPassword = Text({ minLength: SHORTEST_PASSWORD, maxLength: 256 });
const code = Text(
  { minLength: 6, maxLength: 32 },
  { description: 'Of the authenticator, or a recovery code' },
);

/**
 * POST /session/login. Whatever is wrong (name, password, code), the answer is the same. Without a code it works at the
 * first login only, with the one-time password: then `state` is `enrol`, and `enrolment` says what to scan.
 */
export const LoginRequest = Type.Object({
  name,
  password,
  code: Type.Optional(Text({ maxLength: 32 }, { description: 'Of the authenticator, or a recovery code' })),
});
export type LoginRequest = Static<typeof LoginRequest>;

export const Enrolment = Type.Object({
  secret: Type.String({ description: 'Base32, for an authenticator that cannot scan' }),
  uri: Type.String({ description: 'otpauth://…, for a QR code' }),
});
export type Enrolment = Static<typeof Enrolment>;

/** Who is signed in. */
export const SessionData = Type.Object({
  name: Type.String(),
  role: OperatorRoleSchema,
  token: Type.String({ description: 'To be sent as X-Console-Token with every POST' }),
  recovery_codes_left: Integer(),
  signed_in_at: Time('Sign-in'),
  idle_until: Time('Ends then, unless something is asked before'),
  ends_at: Time('Ends then, whatever happens'),
  sessions: Type.Array(
    Type.Object({
      is_this: Type.Boolean(),
      address: Type.String(),
      agent: Type.String({ description: 'The browser, as it calls itself' }),
      signed_in_at: Time('Sign-in'),
      seen_at: Time('Last use'),
    }),
    { description: "The operator's sessions that have not ended" },
  ),
});
export type SessionData = Static<typeof SessionData>;

export const LoginResponse = Envelope({
  data: Type.Object({
    state: OneOf(['signed-in', 'enrol']),
    session: Type.Optional(SessionData),
    enrolment: Type.Optional(Enrolment),
  }),
});

/** POST /session/enrol: ends the first login. The same secret, proven by a code, and a password of one's own. Signs in. */
export const EnrolRequest = Type.Object({ name, password, new_password: newPassword, code });
export type EnrolRequest = Static<typeof EnrolRequest>;
export const RecoveryCodes = Type.Object({
  recovery_codes: Type.Array(Type.String(), {
    description: 'Each works once, in place of a code; shown only now',
  }),
});
export const EnrolResponse = Envelope({
  data: Type.Object({ session: SessionData, ...RecoveryCodes.properties }),
});

/** GET /session: who is signed in. HTTP 401 if nobody is. */
export const SessionRequest = NoInput;
export const SessionResponse = Envelope({ data: SessionData });

/** POST /session/password. Ends all other sessions. */
export const PasswordRequest = Type.Object({ password, new_password: newPassword, code });
export type PasswordRequest = Static<typeof PasswordRequest>;

/** POST /session/recovery-codes: new ones; those before are void. */
export const RecoveryCodesRequest = Type.Object({ password, code });
export type RecoveryCodesRequest = Static<typeof RecoveryCodesRequest>;
export const RecoveryCodesResponse = Envelope({ data: RecoveryCodes });

/** POST /session/confirm: password and code once more, before what is dangerous. */
export const ConfirmSessionRequest = Type.Object({ password, code });
export type ConfirmSessionRequest = Static<typeof ConfirmSessionRequest>;

/** GET /session/acts: what the operator has done lately, newest first. */
export const OwnActsResponse = Envelope({ data: Type.Array(AuditEntry) });
