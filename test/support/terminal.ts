import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a program that does not return is started with: it ends, with all that it has started, when nobody holds our input. */
const WHILE_HELD = `trap : INT TERM; "$@" & program=$!; read -r signal; kill -s "\${signal:-TERM}" 0; while kill -0 $program 2>/dev/null; do wait $program; done`;

export interface Pasted {
  readonly code: number | null;
  readonly output: string;
}

/** A program that runs on. */
export interface Left {
  /** All that it has printed so far. */
  output(): string;
  hasEnded(): boolean;
}

/** Terminals of somebody who follows a guide: one to paste into, which remembers its variables, and others for what runs on. */
export class Terminals {
  private readonly cwd: string;
  private readonly env: NodeJS.ProcessEnv;
  private readonly memory: string;
  private readonly running: { readonly child: ChildProcess; readonly log: string }[] = [];

  constructor({ cwd, env, folder }: { cwd: string; env: NodeJS.ProcessEnv; folder: string }) {
    this.cwd = cwd;
    this.env = env;
    this.memory = join(folder, 'variables');
  }

  /** Begins to run lines in the terminal that remembers. */
  begin(lines: string): ChildProcess {
    const recall = existsSync(this.memory) ? `. '${this.memory}'\n` : '';
    const names = Array.from(lines.matchAll(/^(\w+)=/gm), ([, name]) => name);
    const known =
      recall === ''
        ? []
        : Array.from(readFileSync(this.memory, 'utf8').matchAll(/^declare -- (\w+)/gm), ([, name]) => name);
    const remember = [...new Set([...known, ...names])].map((name) => `declare -p ${name}`).join('\n');
    const script = `${recall}${lines}\n{ :\n${remember}\n} > '${this.memory}'`;
    return spawn('bash', ['-euo', 'pipefail', '-c', script], { cwd: this.cwd, env: this.env });
  }

  /** Runs them to their end. */
  async paste(lines: string): Promise<Pasted> {
    const child = this.begin(lines);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        output += chunk;
      });
    child.stdin?.end();
    const [code] = await once(child, 'close');
    return { code: code as number | null, output };
  }

  /** Leaves a program running in a terminal of its own. */
  leave(line: string): Left {
    const log = join(this.memory, '..', `terminal-${this.running.length}`);
    const command = `exec > '${log}' 2>&1; ${line}; touch '${log}.ended'`;
    const child = spawn('sh', ['-c', WHILE_HELD, 'sh', 'bash', '-c', command], {
      cwd: this.cwd,
      env: this.env,
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    this.running.push({ child, log });
    return {
      output: () => (existsSync(log) ? readFileSync(log, 'utf8') : ''),
      hasEnded: () => existsSync(`${log}.ended`),
    };
  }

  /** Ctrl-C in all of them, the last first. */
  async close(): Promise<void> {
    for (const { child } of this.running.splice(0).reverse()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const ended = once(child, 'exit');
      child.stdin?.end('INT\n');
      await ended;
    }
  }
}
