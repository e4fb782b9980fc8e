import {
  AccountsRequest,
  AccountsResponse,
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
  SetAccountRequest,
} from '@swapdesk/contract';
import { listAccounts, setAccountFees } from '../../access/accounts.ts';
import { createKey, listKeys, revokeKey } from '../../access/keys.ts';
import { createRefCode, listRefCodes, revokeRefCode } from '../../affiliates/manage-ref-codes.ts';
import { audited } from '../../operators/audit.ts';
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
      const changes = await setAccountFees(client, params.name, fees);
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
    return { data: all.map((key) => ({ ...key, revoked_at: key.revoked_at ?? 0 })) };
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
      const result = await createKey(client, apiSecrets, params.account, now);
      const changes = [{ what: 'account', before: null, after: result.account }];
      return { act: 'key create', subject: result.key, changes, result };
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

/** Who calls the interface, and through whom orders come. */
export const ACCESS_ENDPOINTS = [
  accounts,
  setAccount,
  keys,
  newKey,
  endKey,
  refCodes,
  newRefCode,
  endRefCode,
];
