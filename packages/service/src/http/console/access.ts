import {
  AccountsRequest,
  AccountsResponse,
  ChangeKeyRequest,
  CreateKeyRequest,
  CreateKeyResponse,
  CreateRefCodeRequest,
  type Decimal,
  DoneResponse,
  KeysRequest,
  KeysResponse,
  RefCodesRequest,
  RefCodesResponse,
  RevokeKeyRequest,
  RevokeRefCodeRequest,
  RotateKeyRequest,
  RotateKeyResponse,
  SetAccountRequest,
} from '@swapdesk/contract';
import type { Static } from 'typebox';
import { listAccounts, setAccountFees, setMarkup, setSignatureForm } from '../../access/accounts.ts';
import { type KeyBounds, UNBOUND } from '../../access/key-bounds.ts';
import {
  boundsChanges,
  changeKey,
  createKey,
  type KeyMaker,
  listKeys,
  revokeKey,
  rotateKey,
} from '../../access/keys.ts';
import { createRefCode, listRefCodes, revokeRefCode } from '../../affiliates/manage-ref-codes.ts';
import { type Actor, audited } from '../../operators/audit.ts';
import { consoleEndpoint } from './endpoint.ts';

const REVOKED = [{ what: 'state', before: 'valid', after: 'revoked' }];

const accounts = consoleEndpoint({
  method: 'GET',
  path: '/accounts',
  request: AccountsRequest,
  response: AccountsResponse,
  changes: false,
  handle: async ({ database }) => ({ data: await listAccounts(database) }),
});

const setAccount = consoleEndpoint({
  method: 'POST',
  path: '/accounts/set',
  request: SetAccountRequest,
  response: DoneResponse,
  changes: true,
  async handle({ database }, { params, actor, now }) {
    const fee = (ppm: Decimal | null | undefined) => (ppm == null ? ppm : ppm.toInteger());
    const fees = { float: fee(params.float_fee_ppm), fixed: fee(params.fixed_fee_ppm) };
    await audited(database, actor, now, async (client) => {
      const { name, needs_signature_v2: form } = params;
      const markupPpm = params.markup_ppm?.toInteger() ?? null;
      const changes = [
        ...(await setAccountFees(client, name, fees)),
        ...(markupPpm === null ? [] : await setMarkup(client, name, markupPpm)),
        ...(form === undefined ? [] : await setSignatureForm(client, name, form)),
      ];
      return { act: 'account set', subject: params.name, changes, result: undefined };
    });
    return {};
  },
});

const keys = consoleEndpoint({
  method: 'GET',
  path: '/keys',
  request: KeysRequest,
  response: KeysResponse,
  changes: false,
  async handle({ database }) {
    const all = await listKeys(database);
    return {
      data: all.map(({ scopes, addresses, used_at, expires_at, revoked_at, ...key }) => ({
        ...key,
        scopes: [...scopes],
        addresses: [...addresses],
        used_at: used_at ?? 0,
        expires_at: expires_at ?? 0,
        revoked_at: revoked_at ?? 0,
      })),
    };
  },
});

const newKey = consoleEndpoint({
  method: 'POST',
  path: '/keys/create',
  request: CreateKeyRequest,
  response: CreateKeyResponse,
  changes: true,
  async handle({ database, apiSecrets }, { params, actor, now }) {
    const made = await audited(database, actor, now, async (client) => {
      const bounds = boundsOf(params);
      const result = await createKey(client, apiSecrets, params.account, now, bounds, makerOf(actor));
      const changes = [{ what: 'account', before: null, after: result.account }, ...boundsChanges(bounds)];
      return { act: 'key create', subject: result.key, changes, result };
    });
    return { data: made };
  },
});

const setKey = consoleEndpoint({
  method: 'POST',
  path: '/keys/change',
  request: ChangeKeyRequest,
  response: DoneResponse,
  changes: true,
  async handle({ database }, { params: { key, expires_at, ...bounds }, actor, now }) {
    const expiresAt = expires_at == null ? expires_at : expires_at.toInteger();
    await audited(database, actor, now, async (client) => {
      const changes = await changeKey(client, key, { ...bounds, expiresAt }, now);
      return { act: 'key change', subject: key, changes, result: undefined };
    });
    return {};
  },
});

const newSecret = consoleEndpoint({
  method: 'POST',
  path: '/keys/rotate',
  request: RotateKeyRequest,
  response: RotateKeyResponse,
  changes: true,
  async handle({ database, apiSecrets }, { params: { key, keep_s }, actor, now }) {
    const made = await audited(database, actor, now, async (client) => {
      const keepS = keep_s.toInteger() as number;
      const rotated = await rotateKey(client, apiSecrets, key, { now, keepS, maker: makerOf(actor) });
      return { act: 'key rotate', subject: key, changes: rotated.changes, result: rotated.made };
    });
    return { data: made };
  },
});

const endKey = consoleEndpoint({
  method: 'POST',
  path: '/keys/revoke',
  request: RevokeKeyRequest,
  response: DoneResponse,
  changes: true,
  async handle({ database }, { params: { key }, actor, now }) {
    await audited(database, actor, now, async (client) => {
      await revokeKey(client, key, now);
      return { act: 'key revoke', subject: key, changes: REVOKED, result: undefined };
    });
    return {};
  },
});

const refCodes = consoleEndpoint({
  method: 'GET',
  path: '/refcodes',
  request: RefCodesRequest,
  response: RefCodesResponse,
  changes: false,
  async handle({ database }) {
    const all = await listRefCodes(database);
    return {
      data: all.map(({ commission_ppm, revoked_at, ...code }) => ({
        ...code,
        rate_ppm: commission_ppm,
        revoked_at: revoked_at ?? 0,
      })),
    };
  },
});

const newRefCode = consoleEndpoint({
  method: 'POST',
  path: '/refcodes/create',
  request: CreateRefCodeRequest,
  response: DoneResponse,
  changes: true,
  async handle({ database }, { params: { code, account, rate_ppm }, actor, now }) {
    const commissionPpm = rate_ppm.toInteger() as number;
    await audited(database, actor, now, async (client) => {
      await createRefCode(client, { code, account, commissionPpm }, now);
      const changes = [
        { what: 'account', before: null, after: account },
        { what: 'rate in millionths', before: null, after: String(commissionPpm) },
      ];
      return { act: 'refcode create', subject: code, changes, result: undefined };
    });
    return {};
  },
});

const endRefCode = consoleEndpoint({
  method: 'POST',
  path: '/refcodes/revoke',
  request: RevokeRefCodeRequest,
  response: DoneResponse,
  changes: true,
  async handle({ database }, { params: { code }, actor, now }) {
    await audited(database, actor, now, async (client) => {
      await revokeRefCode(client, code, now);
      return { act: 'refcode revoke', subject: code, changes: REVOKED, result: undefined };
    });
    return {};
  },
});

function boundsOf({ label, scopes, addresses, expires_at }: Static<typeof CreateKeyRequest>): KeyBounds {
  return {
    label: label ?? UNBOUND.label,
    scopes: scopes ?? UNBOUND.scopes,
    addresses: addresses ?? UNBOUND.addresses,
    expiresAt: expires_at?.toInteger() ?? UNBOUND.expiresAt,
  };
}

/** Who calls the interface, and through whom orders come. */
export const ACCESS_ENDPOINTS = [
  accounts,
  setAccount,
  keys,
  newKey,
  setKey,
  newSecret,
  endKey,
  refCodes,
  newRefCode,
  endRefCode,
];

function makerOf({ name }: Actor): KeyMaker {
  return { name, via: 'console' };
}
