import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMANDS } from '../../../packages/service/src/cli/commands.ts';
import { ROLES } from '../../../packages/service/src/rights/parts.ts';
import { SECRET_VARIABLES } from '../../../packages/service/src/secrets/given-secret.ts';
import { SERVING_OPTIONS } from '../../../packages/service/src/workers/serving-options.ts';
import { findProgram } from '../../support/find-program.ts';
import { readUnit, type Unit } from './support/read-unit.ts';

/** The units in deploy/systemd: that they start what there is, in the cage that they promise. */

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const FOLDER = join(ROOT, 'deploy/systemd');
/** Where the guide puts the project. */
const PLACE = '/opt/swapdesk';
const NAMES = readdirSync(FOLDER).filter((name) => name.endsWith('.service'));
/** Of ten, as systemd reckons: what is left is the network, which they need, and V8's compiler. */
const MOST_EXPOSED = 1.5;
const CREDENTIALS = [...SECRET_VARIABLES, 'SWAPDESK_PASSPHRASE', 'SWAPDESK_KEY'];
const analyze = await findProgram('systemd-analyze');

const textOf = (name: string) => readFileSync(join(FOLDER, name), 'utf8');
const unitOf = (name: string) => readUnit(textOf(name));
const only = (unit: Unit, setting: string) =>
  unit.get(setting)?.length === 1 ? unit.get(setting)?.[0] : undefined;

it('there is one for each kind of process, and one for all', () => {
  expect(NAMES.sort()).toEqual([
    ...['api', 'console', 'engine', 'signer'].map((role) => `swapdesk-${role}.service`),
    'swapdesk.service',
  ]);
});

describe.each(NAMES)('%s', (name) => {
  const unit = unitOf(name);

  it('starts a command that there is, of a file that there is', () => {
    const [, options = '', file = '', command = ''] =
      /^\/usr\/bin\/node ((?:--\S+ )*)(\S+) (\w+)$/.exec(only(unit, 'Service.ExecStart') ?? '') ?? [];
    const serves = ['start', 'api'].includes(command);
    expect(options.trim()).toBe(serves ? SERVING_OPTIONS.join(' ') : '');
    expect(file.startsWith(`${PLACE}/`)).toBe(true);
    expect(existsSync(join(ROOT, file.slice(PLACE.length)))).toBe(true);
    expect(COMMANDS.map((each) => each.name)).toContain(command);
    expect(name).toBe(command === 'start' ? 'swapdesk.service' : `swapdesk-${command}.service`);
    const guide = only(unit, 'Unit.Documentation')?.replace(`file://${PLACE}`, '') ?? 'none';
    expect(existsSync(join(ROOT, guide))).toBe(true);
  });

  it('is started again for as long as the database is away, and not at all once the store has outgrown it', () => {
    const settings = ['Restart', 'RestartSec', 'RestartPreventExitStatus'];
    expect(settings.map((setting) => only(unit, `Service.${setting}`))).toEqual(['on-failure', '5', '3']);
    // With any other interval five starts that fail are the last.
    expect(only(unit, 'Unit.StartLimitIntervalSec')).toBe('0');
    expect(unit.get('Unit.StartLimitBurst')).toBe(undefined);
  });

  it('may write to its own folders alone, as a user of its own, without more rights than that', () => {
    const wanted = {
      DynamicUser: 'yes',
      NoNewPrivileges: 'yes',
      ProtectSystem: 'strict',
      ProtectHome: 'yes',
      PrivateTmp: 'yes',
      PrivateDevices: 'yes',
      CapabilityBoundingSet: '',
      RestrictAddressFamilies: 'AF_INET AF_INET6 AF_UNIX',
      StateDirectoryMode: '0700',
      // V8 cannot do with it: said, so that nobody takes it for forgotten.
      MemoryDenyWriteExecute: 'no',
    };
    const found = Object.keys(wanted).map((setting) => [setting, only(unit, `Service.${setting}`)]);
    expect(Object.fromEntries(found)).toEqual(wanted);
    expect(unit.get('Service.SystemCallFilter')).toEqual(['@system-service', '~@privileged @resources']);
    for (const setting of ['ReadWritePaths', 'User', 'AmbientCapabilities', 'BindPaths'])
      expect(unit.get(`Service.${setting}`) ?? ['']).toEqual(['']);
  });

  it('keeps the signing record out of the data folder, where it signs', () => {
    const folders = (only(unit, 'Service.StateDirectory') ?? '').split(' ');
    const env = (unit.get('Service.Environment') ?? []).join(' ');
    expect(env).toContain(`SWAPDESK_DATA_DIR=/var/lib/${folders[0]}`);
    const signs = /swapdesk(-engine|-signer)?\.service/.test(name);
    expect(folders.length).toBe(signs ? 2 : 1);
    if (signs) expect(env).toContain(`SWAPDESK_RECORD=/var/lib/${folders[1]}`);
  });

  it('is handed its secrets, and only those that it needs: none stands in the unit', () => {
    const handed = (unit.get('Service.LoadCredential') ?? []).map((each) => each.split(':'));
    for (const [secret, path = ''] of handed) {
      expect(CREDENTIALS).toContain(secret);
      const [, role] = /^\/etc\/swapdesk\/urls\/(\w+)\.url$/.exec(path) ?? [];
      if (secret === 'SWAPDESK_DATABASE_URL') expect(ROLES).toContain(role);
      if (role !== undefined) expect(name).toBe(`swapdesk-${role}.service`);
    }
    const names = handed.map(([secret]) => secret);
    expect(names.includes('SWAPDESK_PASSPHRASE')).toBe(
      ['swapdesk.service', 'swapdesk-signer.service'].includes(name),
    );
    const env = (unit.get('Service.Environment') ?? []).join(' ');
    for (const secret of CREDENTIALS) expect(env).not.toContain(`${secret}=`);
  });
});

it('the signer has the folder of the stop file that the guide shows, and keeps what is in it', () => {
  const unit = unitOf('swapdesk-signer.service');
  const guide = readFileSync(join(ROOT, 'docs/operators.md'), 'utf8');
  const [, file = ''] = /"stopFile": "(.+)"/.exec(guide) ?? [];
  expect(file).toBe(`/run/${only(unit, 'Service.RuntimeDirectory')}/STOP`);
  expect(guide).toContain(`touch ${file} `);
  // Otherwise starting it anew would take the stop away.
  expect(only(unit, 'Service.RuntimeDirectoryPreserve')).toBe('yes');
});

describe('a command beside the units, as the guide shows it', () => {
  const guide = readFileSync(join(ROOT, 'docs/operators.md'), 'utf8').replaceAll('\\\n', '');
  const [beside = '', besideAll = ''] = guide.match(/^sudo systemd-run .*$/gm) ?? [];

  it.each([
    ['swapdesk-console.service', beside],
    ['swapdesk.service', besideAll],
  ])('has what %s has', (name, command) => {
    const unit = unitOf(name);
    for (const setting of ['DynamicUser', 'UMask', 'EnvironmentFile', 'LoadCredential'])
      for (const value of unit.get(`Service.${setting}`) ?? [])
        expect(command).toContain(` ${setting}=${value} `);
    const [, file = ''] = /(\/opt\/\S+) /.exec(`${only(unit, 'Service.ExecStart')} `) ?? [];
    expect(command).toContain(` /usr/bin/node ${file} `);
  });

  it('has the folders of the one for all, whose database is in them', () => {
    const unit = unitOf('swapdesk.service');
    expect(besideAll).toContain(` StateDirectory='${only(unit, 'Service.StateDirectory')}' `);
    for (const each of ['SWAPDESK_DATA_DIR=/var/lib/swapdesk', 'SWAPDESK_RECORD=/var/lib/swapdesk.record']) {
      expect(unit.get('Service.Environment')?.join(' ')).toContain(each);
      expect(besideAll).toContain(` -E ${each} `);
    }
    // systemd calls the user of a unit as the unit, unless it is told a name.
    expect(besideAll).toContain(' User=swapdesk ');
  });

  it('is not npx, which outside the project fetches what is not ours', () => {
    const pages = ['README.md', 'docs/operators.md', 'docs/ha.md', 'docs/runbook.md'];
    const lines = pages.flatMap((page) => readFileSync(join(ROOT, page), 'utf8').split('\n'));
    expect(lines.filter((line) => /\bcron\b/i.test(line) && /npx swapdesk/.test(line))).toEqual([]);
  });
});

/** Debian's systemd has it; where it is missing, what stands above is all that was looked at. */
describe.runIf(analyze !== null)('systemd itself', () => {
  const run = promisify(execFile);
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'swapdesk-units-'));
    // It looks whether the program is there, and that may be elsewhere on this machine.
    for (const name of NAMES)
      await writeFile(join(folder, name), textOf(name).replace('/usr/bin/node', process.execPath));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it.each(NAMES)('finds nothing wrong with %s', async (name) => {
    const { stdout, stderr } = await run(analyze as string, ['verify', '--man=no', join(folder, name)]);
    const said = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('swapdesk'));
    expect(said).toEqual([]);
  });

  it.each(NAMES)(`finds %s exposed by no more than ${MOST_EXPOSED} of 10`, async (name) => {
    const args = ['security', '--offline=yes', '--no-pager', join(folder, name)];
    const { stdout } = await run(analyze as string, args);
    const level = /Overall exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1];
    expect(Number(level ?? 10)).toBeLessThanOrEqual(MOST_EXPOSED);
  });
});
