import {
  ConfirmSessionRequest,
  DoneResponse,
  EnrolRequest,
  EnrolResponse,
  LoginRequest,
  LoginResponse,
  MESSAGE,
  NoInput,
  OwnActsResponse,
  PasswordRequest,
  RecoveryCodesRequest,
  RecoveryCodesResponse,
  type SessionData,
  SessionRequest,
  SessionResponse,
} from '@swapdesk/contract';
import { audited, readAudit } from '../../operators/audit.ts';
import { refuseGuessable } from '../../operators/guessable.ts';
import { hashPassword } from '../../operators/password.ts';
import { countRecoveryCodes, renewRecoveryCodes } from '../../operators/recovery-codes.ts';
import {
  confirmSession,
  endSession,
  endSessions,
  findSession,
  IDLE_S,
  LONGEST_S,
  listSessions,
  pageToken,
  type Session,
} from '../../operators/sessions.ts';
import { changePassword, confirm, enrol, signIn } from '../../operators/sign-in.ts';
import { Refusal } from '../../refusal.ts';
import type { Database } from '../../store/database.ts';
import { consoleEndpoint, visitorEndpoint } from './endpoint.ts';

const MOST_OWN_ACTS = 50;

const login = visitorEndpoint({
  method: 'POST',
  path: '/session/login',
  request: LoginRequest,
  response: LoginResponse,
  changes: true,
  async handle({ database, totpSecrets }, { params, place, now }) {
    const given = { name: params.name, password: params.password, code: params.code ?? '' };
    const outcome = await signIn(database, totpSecrets, given, place, now);
    if ('enrolment' in outcome) return { data: { state: 'enrol' as const, enrolment: outcome.enrolment } };
    const session = await newSession(database, outcome.token, now);
    return { data: { state: 'signed-in' as const, session }, cookie: outcome.token };
  },
});

const enrolment = visitorEndpoint({
  method: 'POST',
  path: '/session/enrol',
  request: EnrolRequest,
  response: EnrolResponse,
  changes: true,
  async handle({ database, totpSecrets }, { params, place, now }) {
    const given = { ...params, newPassword: params.new_password };
    const { token, recoveryCodes } = await enrol(database, totpSecrets, given, place, now);
    const session = await newSession(database, token, now);
    return { data: { session, recovery_codes: recoveryCodes }, cookie: token };
  },
});

const session = consoleEndpoint({
  method: 'GET',
  path: '/session',
  request: SessionRequest,
  response: SessionResponse,
  changes: false,
  handle: async ({ database }, call) => ({ data: await shown(database, call.session, call.now) }),
});

const ownActs = consoleEndpoint({
  method: 'GET',
  path: '/session/acts',
  request: NoInput,
  response: OwnActsResponse,
  changes: false,
  handle: async ({ database }, call) => ({
    data: await readAudit(database, { actor: call.session.name }, MOST_OWN_ACTS),
  }),
});

const signOut = consoleEndpoint({
  method: 'POST',
  path: '/session/sign-out',
  request: NoInput,
  response: DoneResponse,
  changes: true,
  async handle({ database }, call) {
    await audited(database, call.actor, call.now, async (client) => {
      await endSession(client, call.session.token);
      return { act: 'sign out', subject: call.session.name, changes: [], result: undefined };
    });
    return { cookie: null };
  },
});

const signOutEverywhere = consoleEndpoint({
  method: 'POST',
  path: '/session/sign-out-everywhere',
  request: NoInput,
  response: DoneResponse,
  changes: true,
  async handle({ database }, call) {
    await audited(database, call.actor, call.now, async (client) => {
      const ended = await endSessions(client, call.session.operatorId);
      const changes = [{ what: 'sessions', before: String(ended), after: '0' }];
      return { act: 'sign out everywhere', subject: call.session.name, changes, result: undefined };
    });
    return { cookie: null };
  },
});

const password = consoleEndpoint({
  method: 'POST',
  path: '/session/password',
  request: PasswordRequest,
  response: DoneResponse,
  changes: true,
  async handle({ database, totpSecrets }, { params, session: own, actor, place, now }) {
    if (params.new_password === params.password) throw new Refusal(MESSAGE.passwordReused);
    refuseGuessable(params.new_password, own.name);
    await confirm(database, totpSecrets, own, params, place.address, now);
    const record = await hashPassword(params.new_password);
    await audited(database, actor, now, async (client) => {
      await changePassword(client, own, record);
      return { act: 'password', subject: own.name, changes: [], result: undefined };
    });
    return {};
  },
});

const recoveryCodes = consoleEndpoint({
  method: 'POST',
  path: '/session/recovery-codes',
  request: RecoveryCodesRequest,
  response: RecoveryCodesResponse,
  changes: true,
  async handle({ database, totpSecrets }, { params, session: own, actor, place, now }) {
    await confirm(database, totpSecrets, own, params, place.address, now);
    const codes = await audited(database, actor, now, async (client) => {
      const result = await renewRecoveryCodes(client, own.operatorId);
      return { act: 'recovery codes', subject: own.name, changes: [], result };
    });
    return { data: { recovery_codes: codes } };
  },
});

const confirmation = consoleEndpoint({
  method: 'POST',
  path: '/session/confirm',
  request: ConfirmSessionRequest,
  response: DoneResponse,
  changes: true,
  async handle({ database, totpSecrets }, { params, session: own, actor, place, now }) {
    await confirm(database, totpSecrets, own, params, place.address, now);
    await audited(database, actor, now, async (client) => {
      await confirmSession(client, own.token, now);
      return { act: 'confirm again', subject: own.name, changes: [], result: undefined };
    });
    return {};
  },
});

/** Signing in and out, and what an operator does about their own credentials. */
export const SESSION_ENDPOINTS = [
  login,
  enrolment,
  session,
  ownActs,
  signOut,
  signOutEverywhere,
  password,
  recoveryCodes,
  confirmation,
];

async function newSession(database: Database, token: string, now: number): Promise<SessionData> {
  const begun = await findSession(database, token, now);
  if (begun === null) throw new Refusal(MESSAGE.signInFirst);
  return shown(database, begun, now);
}

async function shown(database: Database, own: Session, now: number): Promise<SessionData> {
  const sessions = await listSessions(database, own, now);
  return {
    name: own.name,
    role: own.role,
    token: pageToken(own.token),
    recovery_codes_left: await countRecoveryCodes(database, own.operatorId),
    signed_in_at: own.signedInAt,
    idle_until: now + IDLE_S,
    ends_at: own.signedInAt + LONGEST_S,
    sessions: sessions.map(({ isThis, address, agent, signedInAt, seenAt }) => ({
      is_this: isThis,
      address,
      agent,
      signed_in_at: signedInAt,
      seen_at: seenAt,
    })),
  };
}
