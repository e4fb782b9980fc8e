import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { runAs, serverUser } from '../../packages/service/src/store/embedded/server-user.ts';
import { keepInMind } from './still-running.ts';

const SUPERUSER = 'postgres';
const LOOK_MS = 20;
const START_MS = 60_000;

/** A real server of PostgreSQL in a folder of its own, to which a test may do anything. */
export class TestServer {
  /** A socket in its folder. */
  readonly url: string;
  private readonly postgres: string;
  private readonly folder: string;
  private child: ChildProcess | null = null;

  constructor(postgres: string, folder: string) {
    this.postgres = postgres;
    this.folder = folder;
    this.url = `postgresql://${SUPERUSER}@/postgres?host=${folder}`;
  }

  /** Resolves when it answers. */
  async start(): Promise<void> {
    const { folder } = this;
    const args = ['-D', join(folder, 'data'), '-k', folder];
    const child = spawn(this.postgres, args, { ...runAs(serverUser()), cwd: folder, stdio: 'ignore' });
    keepInMind(child);
    this.child = child;
    const until = performance.now() + START_MS;
    while (!(await this.answers())) {
      if (child.exitCode !== null || performance.now() > until) throw new Error(`${folder} does not start`);
      await sleep(LOOK_MS);
    }
  }

  /** One statement, on a connection of its own. */
  async ask<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
    const client = new pg.Client({ connectionString: this.url });
    await client.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  }

  /** All of its processes stop in the midst of what they do: nobody hears from it, and nobody hears that it is gone. */
  freeze(): void {
    this.signal('SIGSTOP');
  }

  thaw(): void {
    this.signal('SIGCONT');
  }

  /** Gently, so that all is in its files; or as when the power fails. */
  async stop(how: 'SIGINT' | 'SIGQUIT' = 'SIGINT'): Promise<void> {
    const { child } = this;
    if (child === null || child.exitCode !== null) return;
    this.thaw();
    const ended = once(child, 'exit');
    child.kill(how);
    await ended;
  }

  private signal(signal: NodeJS.Signals): void {
    const postmaster = this.child?.pid as number;
    for (const pid of [postmaster, ...childrenOf(postmaster)]) {
      try {
        process.kill(pid, signal);
      } catch {} // It has ended by itself.
    }
  }

  private answers(): Promise<boolean> {
    return this.ask('SELECT 1').then(
      () => true,
      () => false,
    );
  }
}

function childrenOf(parent: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => parentOf(pid) === parent);
}

/** Null: it has ended meanwhile. */
function parentOf(pid: number): number | null {
  try {
    return Number(/^PPid:\t(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return null;
  }
}
