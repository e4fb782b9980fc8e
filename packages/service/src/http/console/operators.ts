import {
  CreateOperatorRequest,
  DoneResponse,
  OneTimePasswordResponse,
  OperatorRequest,
  OperatorsRequest,
  OperatorsResponse,
  SetRoleRequest,
} from '@swapdesk/contract';
import { audited } from '../../operators/audit.ts';
import {
  createOperator,
  disableOperator,
  enableOperator,
  listOperators,
  resetOperator,
  setRole,
} from '../../operators/operators.ts';
import { newOneTimePassword } from '../../operators/password.ts';
import { consoleEndpoint } from './endpoint.ts';

const list = consoleEndpoint({
  method: 'GET',
  path: '/operators',
  request: OperatorsRequest,
  response: OperatorsResponse,
  changes: false,
  async handle({ database }, { now }) {
    const operators = await listOperators(database, now);
    return {
      data: operators.map((operator) => ({
        name: operator.name,
        role: operator.role,
        is_enrolled: operator.isEnrolled,
        sessions: operator.sessions,
        created_at: operator.createdAt,
        signed_in_at: operator.signedInAt,
        disabled_at: operator.disabledAt,
      })),
    };
  },
});

const create = consoleEndpoint({
  method: 'POST',
  path: '/operators/create',
  request: CreateOperatorRequest,
  response: OneTimePasswordResponse,
  changes: true,
  async handle({ database }, { params: { name, role }, actor, now }) {
    const oneTime = await newOneTimePassword();
    const password = await audited(database, actor, now, (client) =>
      createOperator(client, name, role, oneTime, now),
    );
    return { data: { name, password } };
  },
});

const role = consoleEndpoint({
  method: 'POST',
  path: '/operators/role',
  request: SetRoleRequest,
  response: DoneResponse,
  changes: true,
  async handle({ database }, { params, actor, now }) {
    await audited(database, actor, now, (client) => setRole(client, params.name, params.role));
    return {};
  },
});

const reset = consoleEndpoint({
  method: 'POST',
  path: '/operators/reset',
  request: OperatorRequest,
  response: OneTimePasswordResponse,
  changes: true,
  async handle({ database }, { params: { name }, actor, now }) {
    const oneTime = await newOneTimePassword();
    const password = await audited(database, actor, now, (client) =>
      resetOperator(client, name, oneTime, now),
    );
    return { data: { name, password } };
  },
});

const disable = consoleEndpoint({
  method: 'POST',
  path: '/operators/disable',
  request: OperatorRequest,
  response: DoneResponse,
  changes: true,
  async handle({ database }, { params, actor, now }) {
    await audited(database, actor, now, (client) => disableOperator(client, params.name, now));
    return {};
  },
});

const enable = consoleEndpoint({
  method: 'POST',
  path: '/operators/enable',
  request: OperatorRequest,
  response: DoneResponse,
  changes: true,
  async handle({ database }, { params, actor, now }) {
    await audited(database, actor, now, (client) => enableOperator(client, params.name));
    return {};
  },
});

export const OPERATOR_ENDPOINTS = [list, create, role, reset, disable, enable];
