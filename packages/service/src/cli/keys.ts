import { type Change, KEY_SCOPES, type KeyScope, MESSAGE } from '@swapdesk/contract';
import { type KeyBounds, UNBOUND } from '../access/key-bounds.ts';
import {
  boundsChanges,
  changeKey,
  createKey,
  type KeyMaker,
  type ListedKey,
  listKeys,
  type NewKey,
  revokeKey,
  rotateKey,
} from '../access/keys.ts';
import { secretBox } from '../secrets/sealed-secret.ts';
import { act, inWords, whoeverTypes } from './act.ts';
import { readArguments, readWhole } from './arguments.ts';
import { type Command, deskKeyOf, WrongArguments, withNewStore, withStore } from './command.ts';
import { table } from './table.ts';
import { timeText } from './time-text.ts';

const DEFAULT_ACCOUNT = 'main';
const BOUNDS = ['label', 'for', 'from', 'days'] as const;
const DAY_S = 86_400;
const HOUR_S = 3_600;
/** As long as whoever uses a key usually needs to change over. */
const KEEP_HOURS = 24;

const noSuchKey = (key: string) => ({
  [MESSAGE.keyNotFound]: `There is no valid key ${key}. See: npx swapdesk key list`,
});

export const keyCreate: Command = {
  name: 'key create',
  usage: '[--account NAME] [--label TEXT] [--for quote,place,read,manage] [--from ADDRESS,…] [--days N]',
  summary:
    'Make an API key for an account (default: main; made if it does not exist). Ends open mode. --for: what it may be used for (default: all of it); ' +
    '--from: addresses and networks that it may be used from (default: any); --days: until it ends by itself (default: never)',
  run: (args, env) =>
    withNewStore(env, async (database) => {
      const { options } = readArguments(args, { words: [], options: ['account', ...BOUNDS] });
      const secrets = secretBox(await deskKeyOf(database, env), 'API secrets');
      const made = await act(database, async (client, now) => {
        const { label, scopes, addresses, expiresAt } = readBounds(options, now);
        const bounds: KeyBounds = {
          label: label ?? UNBOUND.label,
          scopes: scopes ?? UNBOUND.scopes,
          addresses: addresses ?? UNBOUND.addresses,
          expiresAt: expiresAt ?? null,
        };
        const account = options.account ?? DEFAULT_ACCOUNT;
        const result = await createKey(client, secrets, account, now, bounds, maker());
        const made: Change = { what: 'account', before: null, after: result.account };
        return {
          act: 'key create',
          subject: result.key,
          changes: [made, ...boundsChanges(bounds)],
          result,
        };
      }).catch(inWords());
      show(made);
    }),
};

export const keyChange: Command = {
  name: 'key change',
  usage: 'KEY [--label TEXT] [--for quote,place,read,manage] [--from ADDRESS,…|any] [--days N|never]',
  summary:
    'Change what a key may be used for, from where, until when: on every node within a second. What is left out stays',
  run: (args, env) =>
    withStore(env, async (database) => {
      const { words, options } = readArguments(args, { words: ['KEY'], options: BOUNDS });
      const key = words[0] as string;
      const changes = await act(database, async (client, now) => {
        const result = await changeKey(client, key, readBounds(options, now), now);
        return { act: 'key change', subject: key, changes: result, result };
      }).catch(inWords(noSuchKey(key)));
      for (const { what, before, after } of changes) console.log(`${what}: ${before} → ${after}`);
      if (changes.length === 0) console.log('Nothing changed.');
    }),
};

export const keyRotate: Command = {
  name: 'key rotate',
  usage: 'KEY [--hours N]',
  summary: `Make a key like another for whoever uses it to change over to; the old one ends N hours later (default: ${KEEP_HOURS})`,
  run: (args, env) =>
    withStore(env, async (database) => {
      const { words, options } = readArguments(args, { words: ['KEY'], options: ['hours'] });
      const key = words[0] as string;
      const hours = options.hours === undefined ? KEEP_HOURS : readWhole('hours', options.hours);
      const secrets = secretBox(await deskKeyOf(database, env), 'API secrets');
      const { made, endsAt } = await act(database, async (client, now) => {
        const result = await rotateKey(client, secrets, key, { now, keepS: hours * HOUR_S, maker: maker() });
        return { act: 'key rotate', subject: key, changes: result.changes, result };
      }).catch(inWords(noSuchKey(key)));
      show(made);
      console.error(`The old key ends at ${timeText(endsAt)}.`);
    }),
};

export const keyList: Command = {
  name: 'key list',
  usage: '',
  summary: 'Show all API keys, without their secrets',
  run: (args, env) =>
    withStore(env, async (database) => {
      readArguments(args, { words: [], options: [] });
      const now = Math.floor(Date.now() / 1_000);
      const cells = (await listKeys(database)).map((row) => [
        row.key,
        row.account,
        row.label === '' ? '-' : row.label,
        row.scopes.length === KEY_SCOPES.length ? 'all' : row.scopes.join(','),
        row.addresses.length === 0 ? 'anywhere' : row.addresses.join(','),
        timeText(row.created_at),
        timeText(row.used_at ?? 0),
        stateText(row, now),
      ]);
      console.log(table(['key', 'account', 'label', 'for', 'from', 'created', 'last used', 'state'], cells));
    }),
};

export const keyRevoke: Command = {
  name: 'key revoke',
  usage: 'KEY',
  summary: 'Make an API key invalid, on every node within a second',
  run: (args, env) =>
    withStore(env, async (database) => {
      const { words } = readArguments(args, { words: ['KEY'], options: [] });
      const key = words[0] as string;
      await act(database, async (client, now) => {
        await revokeKey(client, key, now);
        const changes = [{ what: 'state', before: 'valid', after: 'revoked' }];
        return { act: 'key revoke', subject: key, changes, result: undefined };
      }).catch(inWords(noSuchKey(key)));
      console.log(`Revoked ${key}.`);
    }),
};

function stateText({ revoked_at, expires_at }: ListedKey, now: number): string {
  if (revoked_at !== null) return 'revoked';
  if (expires_at === null) return 'valid';
  return `${expires_at <= now ? 'ended' : 'valid until'} ${timeText(expires_at)}`;
}

function show({ account, key, secret }: NewKey): void {
  console.log(`account  ${account}\nkey      ${key}\nsecret   ${secret}`);
  console.error('Keep the secret: it is shown only now.');
}

function readBounds(
  options: Partial<Record<(typeof BOUNDS)[number], string>>,
  now: number,
): { [Bound in keyof KeyBounds]?: KeyBounds[Bound] | undefined } {
  const { days } = options;
  return {
    label: options.label,
    scopes: options.for === undefined ? undefined : readScopes(options.for),
    addresses: options.from === undefined ? undefined : options.from === 'any' ? [] : listOf(options.from),
    expiresAt:
      days === undefined ? undefined : days === 'never' ? null : now + readWhole('days', days) * DAY_S,
  };
}

function readScopes(text: string): KeyScope[] {
  return listOf(text).map((word) => {
    const scope = KEY_SCOPES.find((known) => known === word);
    if (scope === undefined)
      throw new WrongArguments(`--for takes some of ${KEY_SCOPES.join(', ')}, not "${word}".`);
    return scope;
  });
}

function listOf(text: string): string[] {
  return [...new Set(text.split(',').map((entry) => entry.trim()))].filter((entry) => entry !== '');
}

function maker(): KeyMaker {
  return { name: whoeverTypes().name, via: 'command line' };
}
