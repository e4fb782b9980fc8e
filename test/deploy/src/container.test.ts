import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parseYaml } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../../packages/service/src/cli/commands.ts';
import { help } from '../../../packages/service/src/cli/help.ts';
import { MOST_WORKERS } from '../../../packages/service/src/config.ts';
import { ROLES } from '../../../packages/service/src/rights/parts.ts';
import {
  NODE_CONNECTIONS,
  TOOL_CONNECTIONS,
  workerConnections,
} from '../../../packages/service/src/store/open-store.ts';
import { SERVING_OPTIONS } from '../../../packages/service/src/workers/serving-options.ts';
import { findProgram } from '../../support/find-program.ts';
import { freePort } from '../../support/free-port.ts';
import { IS_LONG } from '../../support/volume.ts';
import { type Instruction, listOf, readContainerfile } from './support/read-containerfile.ts';

/** deploy/container: what an image is made of and how containers of it are run, without building one. */

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const FOLDER = join(ROOT, 'deploy/container');
const PLACE = '/opt/swapdesk';
const run = promisify(execFile);
const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8');
/** A plain name and a whole version: no host, no `latest`, nothing that is another image tomorrow. */
const PINNED = /^[a-z]+:\d+\.\d+(\.\d+)?(-[a-z]+)*$/;
const names = COMMANDS.map(({ name }) => name);

describe('the Containerfile', () => {
  const all = readContainerfile(read('Containerfile'));
  const are = (word: string) => all.filter((each) => each.word === word);
  const last = (word: string) => are(word).at(-1) as Instruction;

  it('builds in one stage and runs in another, of images by their version', () => {
    const stages = are('FROM').map(({ rest }) => /^(\S+)(?: AS (\w+))?$/.exec(rest)?.slice(1) ?? []);
    expect(stages.map(([, stage]) => stage)).toEqual(['build', undefined]);
    for (const [image] of stages) expect(image).toMatch(PINNED);
    const oldest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).engines.node.replace(
      '>=',
      '',
    );
    for (const [image = ''] of stages) expect(image.startsWith(`node:${oldest}.`)).toBe(true);
  });

  it('brings nothing from elsewhere: no ADD, and every file that it copies is there', () => {
    expect(are('ADD')).toEqual([]);
    for (const { flags, rest } of are('COPY')) {
      if (flags.length > 0) expect(flags).toEqual(['--from=build']);
      else
        for (const source of rest.split(' ').slice(0, -1)) expect(existsSync(join(ROOT, source))).toBe(true);
    }
    for (const each of are('RUN')) expect(listOf(each)).not.toBeNull();
    expect(JSON.stringify(are('RUN'))).not.toMatch(/curl|wget|https?:/);
  });

  it('copies all that the lockfile and the build speak of', () => {
    const sources = are('COPY').flatMap(({ rest }) => rest.split(' ').slice(0, -1));
    const { workspaces } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    for (const workspace of workspaces as string[])
      expect(workspace.startsWith('packages/') || sources.includes(`${workspace}/package.json`)).toBe(true);
    for (const needed of [
      'packages',
      'scripts',
      'package-lock.json',
      'tsconfig.json',
      'tsconfig.base.json',
      '.npmrc',
    ])
      expect(sources).toContain(needed);
  });

  it('runs as nobody in particular, holds no secret, and starts what there is', () => {
    expect(last('USER').rest).toMatch(/^[1-9]\d{3,}:[1-9]\d{3,}$/);
    expect(all.indexOf(last('USER'))).toBeGreaterThan(all.indexOf(last('RUN')));
    expect(JSON.stringify([...are('ENV'), ...are('ARG')])).not.toMatch(/PASS|TOKEN|SECRET|KEY|DATABASE_URL/);
    const [node, ...rest] = listOf(last('ENTRYPOINT')) ?? [];
    const program = rest.pop() ?? '';
    expect([node, ...rest, existsSync(join(ROOT, program.replace(PLACE, '')))]).toEqual([
      'node',
      ...SERVING_OPTIONS,
      true,
    ]);
    expect(names).toContain((listOf(last('CMD')) ?? [])[0]);
    expect(are('HEALTHCHECK')).toHaveLength(1);
  });

  it('knows its user by name, without whom PostgreSQL makes no database', () => {
    const [uid, gid] = last('USER').rest.split(':');
    const made = are('RUN').map((each) => (listOf(each) ?? []).join(' '));
    const group = made.findIndex((line) => line.startsWith(`groupadd --gid ${gid} `));
    const user = made.findIndex((line) => line.startsWith(`useradd --uid ${uid} --gid ${gid} `));
    expect(group).toBeGreaterThanOrEqual(0);
    expect(user).toBeGreaterThan(group);
  });

  it('writes nowhere but into its volumes, and keeps the record out of the data folder', () => {
    const env = Object.fromEntries(
      are('ENV').flatMap(({ rest }) => rest.split(/\s+/).map((each) => each.split('='))),
    );
    expect(listOf(last('VOLUME'))).toEqual([env.SWAPDESK_DATA_DIR, env.SWAPDESK_RECORD]);
    expect(env.SWAPDESK_RECORD.startsWith(`${env.SWAPDESK_DATA_DIR}/`)).toBe(false);
  });

  it('leaves out of the image what was built or kept here', () => {
    const left = read('Containerfile.dockerignore').split('\n');
    for (const each of ['**/node_modules', '**/dist', '**/*.tsbuildinfo', '.git', 'data', 'data.record'])
      expect(left).toContain(each);
  });
});

interface Service {
  readonly image: string;
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly command?: readonly string[];
  readonly user: string;
  readonly read_only: boolean;
  readonly cap_drop: readonly string[];
  readonly security_opt: readonly string[];
  readonly privileged?: boolean;
  readonly network_mode?: string;
  readonly pids_limit: number;
  readonly networks: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
}

describe('the compose file', () => {
  const file = parseYaml(read('compose.yaml')) as {
    services: Record<string, Service>;
    secrets: Record<string, { file: string }>;
    networks: Record<string, { internal?: boolean }>;
  };
  const services = Object.entries(file.services);
  const ours = services.filter(([name]) => name !== 'database');

  it.each(services)('gives %s no more than it needs', (name, service) => {
    expect(service.image).toMatch(PINNED);
    expect(service.user).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
    expect([service.privileged, service.network_mode]).toEqual([undefined, undefined]);
    for (const port of service.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/);
    expect(JSON.stringify(service.volumes ?? [])).not.toMatch(/docker\.sock|"\/:/);
    for (const network of service.networks) expect(file.networks).toHaveProperty(network);
    // Nothing but nodes that ask others leaves this machine.
    expect(service.networks.includes('outside')).toBe(['engine', 'api', 'console'].includes(name));
  });

  it.each(ours)('tells %s what it knows, and its secrets by files', (_name, service) => {
    const build = service.build as NonNullable<Service['build']>;
    expect(existsSync(join(FOLDER, build.context, build.dockerfile))).toBe(true);
    if (service.command !== undefined) expect(names).toContain(service.command.join(' '));
    for (const [variable, value] of Object.entries(service.environment)) {
      expect(help(COMMANDS)).toContain(variable.replace(/^(SWAPDESK_DATABASE_URL)_FILE$/, '$1'));
      const [, secret] = /^\/run\/secrets\/(.+)$/.exec(value) ?? [];
      expect(secret !== undefined).toBe(variable.endsWith('_FILE'));
      if (secret !== undefined) expect(service.secrets).toContain(secret);
    }
    for (const secret of service.secrets) expect(file.secrets[secret]?.file).toBe(`./secrets/${secret}`);
  });

  it('has room for as many workers as there may be, in threads and at the database', () => {
    // Node's own, with those of V8 and of libuv.
    const threads = 11 * (MOST_WORKERS + 1);
    for (const [, { pids_limit }] of ours) expect(pids_limit).toBeGreaterThan(threads);
    const { command = [], pids_limit = 0 } = file.services.database ?? {};
    const room = Number(/max_connections=(\d+)/.exec(command.join(' '))?.[1]);
    const api = NODE_CONNECTIONS + MOST_WORKERS * workerConnections(MOST_WORKERS);
    expect(room).toBeGreaterThan(api + 2 * NODE_CONNECTIONS + 4 * TOOL_CONNECTIONS);
    // A process for each connection.
    expect(pids_limit).toBeGreaterThan(room);
  });

  it('gives each process the URL of its own role, and the passphrase to the engine alone', () => {
    const urlOf = (name: string) => file.services[name]?.environment.SWAPDESK_DATABASE_URL_FILE;
    for (const role of ROLES.filter((each) => each in file.services))
      expect(urlOf(role)).toBe(`/run/secrets/${role}.url`);
    expect(urlOf('commands')).toBe('/run/secrets/console.url');
    const holders = services
      .filter(([, { secrets }]) => secrets.includes('passphrase'))
      .map(([name]) => name);
    expect(holders).toEqual(['engine']);
    expect(file.networks.store).toEqual({ internal: true });
  });
});

describe('the health check', () => {
  const alive = (port: number) =>
    run(process.execPath, [join(FOLDER, 'alive.mjs')], {
      env: { ...process.env, SWAPDESK_PORT: String(port) },
    });

  it('is content with a node that lives, and with nothing less', async () => {
    const server = createServer(({ url }, response) =>
      response.writeHead(url === '/health/live' ? status : 404).end(),
    ).listen(0, '127.0.0.1');
    let status = 200;
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await alive(port);
    status = 503;
    await expect(alive(port)).rejects.toMatchObject({ code: 1 });
    server.close();
    await expect(alive(await freePort())).rejects.toMatchObject({ code: 1, stderr: /no answer on port/ });
  });
});

/** A builder that is there and works: a program without its daemon builds nothing. */
async function findBuilder(): Promise<string | null> {
  for (const name of ['buildah', 'podman', 'docker']) {
    const program = await findProgram(name);
    if (program === null) continue;
    const works = await run(program, ['info'], { timeout: 20_000 }).then(
      () => true,
      () => false,
    );
    if (works) return program;
  }
  return null;
}
const builder = IS_LONG ? await findBuilder() : null;

it.runIf(builder !== null)('is built, and prints its help', async () => {
  const program = builder as string;
  const args = ['build', '-f', join(FOLDER, 'Containerfile'), '-t', 'swapdesk:test', ROOT];
  await run(program, args, { maxBuffer: 2 ** 26 });
  if (program.endsWith('buildah')) return;
  const { stdout } = await run(program, ['run', '--rm', '--read-only', 'swapdesk:test', 'help']);
  expect(stdout).toContain('Usage: npx swapdesk COMMAND');
});
