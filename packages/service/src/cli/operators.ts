import { MESSAGE, OPERATOR_ROLES, type OperatorRole } from '@swapdesk/contract';
import { systemClock } from '../clock.ts';
import type { Environment } from '../config.ts';
import type { Done } from '../operators/audit.ts';
import {
  createOperator,
  disableOperator,
  enableOperator,
  listOperators,
  resetOperator,
  setRole,
} from '../operators/operators.ts';
import { newOneTimePassword } from '../operators/password.ts';
import type { Queryable } from '../store/database.ts';
import { act, inWords } from './act.ts';
import { readArguments } from './arguments.ts';
import { type Command, UsageError, withNewStore, withStore } from './command.ts';
import { table } from './table.ts';
import { timeText } from './time-text.ts';

const NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/;

export const operatorCreate: Command = {
  name: 'operator create',
  usage: 'NAME --role viewer|support|admin',
  summary: 'Let somebody into the console at /console. Prints a password for the first sign-in, within a day',
  run: (args, env) =>
    withNewStore(env, async (database) => {
      const { words, options } = readArguments(args, { words: ['NAME'], options: ['role'] });
      const name = words[0] as string;
      if (!NAME.test(name))
        throw new UsageError('A name has 1 to 64 small letters, digits, dots, dashes, underscores.');
      const role = readRole(options.role);
      const oneTime = await newOneTimePassword();
      const password = await act(database, (client, now) =>
        createOperator(client, name, role, oneTime, now),
      ).catch(explained(name));
      tellPassword(name, password);
    }),
};

export const operatorList: Command = {
  name: 'operator list',
  usage: '',
  summary: 'Show who may use the console',
  run: (args, env) =>
    withStore(env, async (database) => {
      readArguments(args, { words: [], options: [] });
      const operators = await listOperators(database, systemClock());
      if (operators.length === 0)
        return console.log('Nobody yet. Begin with: npx swapdesk operator create NAME --role admin');
      const cells = operators.map((operator) => [
        operator.name,
        operator.role,
        operator.disabledAt > 0 ? 'disabled' : operator.isEnrolled ? 'enrolled' : 'has not signed in yet',
        String(operator.sessions),
        operator.signedInAt === 0 ? 'never' : timeText(operator.signedInAt),
      ]);
      console.log(table(['operator', 'role', 'state', 'sessions', 'last sign-in'], cells));
    }),
};

export const operatorRole: Command = {
  name: 'operator role',
  usage: 'NAME viewer|support|admin',
  summary: 'Change what an operator may do: see, act on orders, or everything. Ends their sessions',
  run: (args, env) =>
    withStore(env, async (database) => {
      const { words } = readArguments(args, { words: ['NAME', 'ROLE'], options: [] });
      const [name, role] = [words[0] as string, readRole(words[1])];
      await act(database, (client) => setRole(client, name, role)).catch(explained(name));
      console.log(`${name} is ${role} now.`);
    }),
};

export const operatorReset: Command = {
  name: 'operator reset',
  usage: 'NAME',
  summary: 'Give an operator who lost password or authenticator a new password for one sign-in',
  run: (args, env) =>
    withStore(env, async (database) => {
      const { words } = readArguments(args, { words: ['NAME'], options: [] });
      const name = words[0] as string;
      const oneTime = await newOneTimePassword();
      const password = await act(database, (client, now) => resetOperator(client, name, oneTime, now)).catch(
        explained(name),
      );
      tellPassword(name, password);
    }),
};

export const operatorDisable: Command = {
  name: 'operator disable',
  usage: 'NAME',
  summary: 'Let an operator in no more, at once',
  run: (args, env) => switched(args, env, disableOperator, 'may not sign in any more'),
};

export const operatorEnable: Command = {
  name: 'operator enable',
  usage: 'NAME',
  summary: 'Let a disabled operator in again',
  run: (args, env) => switched(args, env, enableOperator, 'may sign in again'),
};

async function switched(
  args: string[],
  env: Environment,
  change: (client: Queryable, name: string, now: number) => Promise<Done<void>>,
  words: string,
): Promise<void> {
  await withStore(env, async (database) => {
    const name = readArguments(args, { words: ['NAME'], options: [] }).words[0] as string;
    await act(database, (client, now) => change(client, name, now)).catch(explained(name));
    console.log(`${name} ${words}.`);
  });
}

function readRole(given: string | undefined): OperatorRole {
  const role = OPERATOR_ROLES.find((each) => each === given);
  if (role === undefined)
    throw new UsageError(`A role is ${OPERATOR_ROLES.join(', ')}, not "${given ?? ''}".`);
  return role;
}

function explained(name: string): (error: unknown) => never {
  return inWords({
    [MESSAGE.operatorNotFound]: `There is no operator ${name}. See: npx swapdesk operator list`,
    [MESSAGE.operatorExists]: `There is an operator ${name} already. See: npx swapdesk operator list`,
    [MESSAGE.lastAdmin]: `${name} is the last admin. Make another one first.`,
    [MESSAGE.nothingToChange]: `${name} is that already.`,
  });
}

function tellPassword(name: string, password: string): void {
  console.log(`operator  ${name}\npassword  ${password}`);
  console.error('For the first sign-in at /console, within a day. It is shown only now.');
}
