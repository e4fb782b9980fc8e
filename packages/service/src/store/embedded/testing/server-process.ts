import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('../../..', import.meta.url));
const modules = resolve(source, '../../../node_modules');

const script = `
import { joinEmbedded, startEmbedded } from './store/embedded/embedded.js';
const [mode, dataDir] = process.argv.slice(2);
const say = (message) => process.stdout.write(JSON.stringify(message) + '\\n');
try {
  const server = await (mode === 'join' ? joinEmbedded : startEmbedded)({ dataDir });
  say({ started: true, adopted: server.adopted });
  if (mode !== 'leave') process.stdin.once('data', () => server.stop().then(() => process.exit()));
} catch (error) {
  say({ started: false, name: error.name, message: error.message });
}
`;

/** Compiles the launcher, so that plain Node can run it in processes which a test may kill. */
export function buildProgram(): string {
  const dir = mkdtempSync(join(tmpdir(), 'emb-program-'));
  chmodSync(dir, 0o755);
  writeFileSync(join(dir, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(dir, 'server-process.js'), script);
  const config = {
    extends: resolve(source, '../../../tsconfig.base.json'),
    compilerOptions: {
      rootDir: source,
      outDir: dir,
      noCheck: true,
      declaration: false,
      sourceMap: false,
      types: [],
    },
    files: [join(source, 'store/embedded/embedded.ts')],
  };
  writeFileSync(join(dir, 'tsconfig.json'), JSON.stringify(config));
  execFileSync(process.execPath, [join(modules, 'typescript/bin/tsc'), '-p', dir]);
  symlinkSync(modules, join(dir, 'node_modules'));
  return dir;
}

export const removeProgram = (dir: string): void => rmSync(dir, { recursive: true, force: true });

export interface Outcome {
  readonly started: boolean;
  readonly adopted?: boolean;
  readonly name?: string;
  readonly message?: string;
}

/** A process of its own that starts, or joins, a server and keeps it until told otherwise. */
export class ServerProcess {
  readonly process: ChildProcess;
  readonly outcome: Promise<Outcome>;
  readonly exited: Promise<unknown>;

  constructor(
    program: string,
    mode: 'start' | 'join' | 'leave',
    dataDir: string,
    options: { uid?: number; gid?: number; prefix?: string[]; detached?: boolean } = {},
  ) {
    const { prefix = [], ...how } = options;
    const [command, ...args] = [
      ...prefix,
      process.execPath,
      join(program, 'server-process.js'),
      mode,
      dataDir,
    ];
    this.process = spawn(command!, args, { ...how, cwd: '/', stdio: ['pipe', 'pipe', 'inherit'] });
    this.exited = once(this.process, 'exit');
    this.outcome = once(createInterface(this.process.stdout!), 'line').then(
      ([line]) => JSON.parse(line) as Outcome,
    );
  }

  async stop(): Promise<void> {
    this.process.stdin!.write('stop\n');
    await this.exited;
  }

  /** Kill -9: no chance to clean up. */
  async kill(): Promise<void> {
    this.process.kill('SIGKILL');
    await this.exited;
  }
}
