import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { StartupError } from '../startup-error.ts';
import { givenSecret, SECRET_VARIABLES, withSecrets } from './given-secret.ts';

const NAME = 'SWAPDESK_METRICS_TOKEN';
const SECRET = 'a token that is long enough';

let folder: string;
let file: string;
let credentials: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swapdesk-secrets-'));
  file = join(folder, 'token');
  credentials = join(folder, 'credentials');
  await mkdir(credentials);
  await writeFile(file, `${SECRET}\n`, { mode: 0o600 });
});
afterEach(() => rm(folder, { recursive: true }));

const hand = (name: string, text = SECRET) => writeFile(join(credentials, name), text, { mode: 0o400 });

describe('a secret', () => {
  it.each(SECRET_VARIABLES)('%s is taken from its variable, its file or its credential', async (name) => {
    expect(givenSecret({}, name)).toBeUndefined();
    expect(givenSecret({ [name]: SECRET }, name)).toBe(SECRET);
    expect(givenSecret({ [name]: '', [`${name}_FILE`]: file }, name)).toBe(SECRET);
    await hand(name);
    expect(withSecrets({ CREDENTIALS_DIRECTORY: credentials })[name]).toBe(SECRET);
  });

  it('given twice is refused, whichever two ways these are, and said by name without the secret', async () => {
    await hand(NAME);
    const ways = { [NAME]: SECRET, [`${NAME}_FILE`]: file, CREDENTIALS_DIRECTORY: credentials };
    for (const left of Object.keys(ways)) {
      const env = { ...ways, [left]: undefined };
      expect(() => withSecrets(env)).toThrow(StartupError);
      expect(() => withSecrets(env)).toThrow(
        new RegExp(`^${NAME} is given twice, by the .+ and by the .+: keep one of them$`),
      );
      expect(() => withSecrets(env)).not.toThrow(SECRET);
    }
  });

  it.each([0o640, 0o604, 0o644])('in a file that others may read is refused (%o)', async (mode) => {
    await chmod(file, mode);
    expect(() => withSecrets({ [`${NAME}_FILE`]: file })).toThrow(
      `${file} is open to other users; run: chmod 600`,
    );
  });

  it('in a file that is empty, has two lines, or is not there is refused', async () => {
    await writeFile(file, '\n');
    expect(() => withSecrets({ [`${NAME}_FILE`]: file })).toThrow('is empty');
    await writeFile(file, 'one\ntwo');
    expect(() => withSecrets({ [`${NAME}_FILE`]: file })).toThrow('more than one line');
    expect(() => withSecrets({ [`${NAME}_FILE`]: join(folder, 'none') })).toThrow(
      'cannot read the secret file',
    );
    await hand(NAME, '');
    expect(() => withSecrets({ CREDENTIALS_DIRECTORY: credentials })).toThrow('is empty');
  });

  it('that is the passphrase or the key of the service comes as a credential too, and not twice', async () => {
    await hand('SWAPDESK_PASSPHRASE');
    await hand('SWAPDESK_KEY');
    const env = { CREDENTIALS_DIRECTORY: credentials };
    expect(withSecrets(env)).toMatchObject({
      SWAPDESK_PASSPHRASE: SECRET,
      SWAPDESK_KEY_FILE: join(credentials, 'SWAPDESK_KEY'),
    });
    for (const name of ['SWAPDESK_PASSPHRASE', 'SWAPDESK_PASSPHRASE_FILE', 'SWAPDESK_KEY_FILE'])
      expect(() => withSecrets({ ...env, [name]: file })).toThrow('is given twice');
  });

  it('that the configuration file takes from a variable may be in a file as well', async () => {
    const config = join(folder, 'swapdesk.config.json');
    const chain = {
      family: 'bitcoin',
      endpoint: 'http://n:1',
      user: 'u',
      password: { env: 'NODE_PASSWORD' },
    };
    await writeFile(config, JSON.stringify({ network: 'regtest', chains: { Litecoin: chain } }), {
      mode: 0o600,
    });
    const read = (env: Record<string, string>) =>
      readConfig({ SWAPDESK_DATA_DIR: join(folder, 'data'), ...env }, folder);
    expect(read({ NODE_PASSWORD_FILE: file }).chains?.chains.has('Litecoin')).toBe(true);
    expect(() => read({})).toThrow('NODE_PASSWORD is not set; set it, or NODE_PASSWORD_FILE');
    expect(() => read({ NODE_PASSWORD_FILE: file, NODE_PASSWORD: 'x' })).toThrow(
      'NODE_PASSWORD is given twice',
    );
    await chmod(file, 0o644);
    expect(() => read({ NODE_PASSWORD_FILE: file })).toThrow('is open to other users');
  });
});
