import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ROOT } from '../../scripts/ready.mjs';

const PROGRAM = join(ROOT, 'packages/service/bin/swapdesk.mjs');
/** Beyond those of the cluster. */
const FIRST_PORT = 15_500;
const START_MS = 180_000;

/** Two nodes that serve and two that work, each a process of its own that is started anew when it was killed. */
export class Services {
  constructor(folder, databaseUrl, replicaUrl) {
    this.folder = folder;
    this.children = new Map();
    /** Who has ended although nobody killed it. */
    this.ended = [];
    const common = { SWAPDESK_DATABASE_URL: databaseUrl, SWAPDESK_LOG_LEVEL: 'warn' };
    const api = (n) => ({
      ...common,
      SWAPDESK_REPLICA_URL: replicaUrl,
      SWAPDESK_KEY_FILE: join(folder, 'desk.key'),
      SWAPDESK_DATA_DIR: join(folder, `api-${n}`),
      SWAPDESK_PORT: String(FIRST_PORT + n),
    });
    const engine = (n) => ({
      ...common,
      SWAPDESK_PASSPHRASE: 'nobody would guess',
      SWAPDESK_DATA_DIR: join(folder, `engine-${n}`),
    });
    this.env = { 'api-1': api(1), 'api-2': api(2), 'engine-1': engine(1), 'engine-2': engine(2) };
    this.urls = [1, 2].map((n) => `http://127.0.0.1:${FIRST_PORT + n}`);
  }

  /** Resolves with true when it is up, with false if it ended instead. */
  async start(name) {
    const path = join(this.folder, `${name}.log`);
    const log = openSync(path, 'a');
    const env = { ...process.env, ...this.env[name] };
    const before = readFileSync(path, 'utf8').length;
    const child = spawn(process.execPath, [PROGRAM, name.split('-')[0]], {
      env,
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    this.children.set(name, child);
    child.once('exit', (code, signal) => {
      if (this.children.get(name) === child) this.ended.push(`${name} ended by itself: ${signal ?? code}`);
    });
    const end = Date.now() + START_MS;
    const isUp = () => /\/openapi|engine is up/.test(readFileSync(path, 'utf8').slice(before));
    while (!isUp()) {
      if (child.exitCode !== null) return false;
      if (Date.now() > end) throw new Error(`${name} is not up in time: ${path}`);
      await pause(100);
    }
    return true;
  }

  /** As a supervisor does: one that could not start is started again. */
  async startUntilUp(name) {
    while (!(await this.start(name))) {
      this.ended = this.ended.filter((line) => !line.startsWith(name));
      await pause(1_000);
    }
  }

  async kill(name) {
    const child = this.children.get(name);
    this.children.delete(name);
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  async stopAll() {
    const running = [...this.children.values()].filter(
      ({ exitCode, signalCode }) => exitCode === null && signalCode === null,
    );
    this.children.clear();
    const ends = running.map((child) => once(child, 'exit'));
    for (const child of running) child.kill('SIGTERM');
    const late = setTimeout(() => running.forEach((child) => void child.kill('SIGKILL')), 20_000);
    await Promise.all(ends);
    clearTimeout(late);
  }

  /** Who has answered lists and queries, of the processes that run now. */
  async reads() {
    const pages = await Promise.all(this.urls.map(async (url) => (await fetch(`${url}/metrics`)).text()));
    const sum = (by) =>
      pages.reduce(
        (all, page) =>
          all + Number(new RegExp(`^swapdesk_reads_total\\{by="${by}"\\} (\\d+)$`, 'm').exec(page)?.[1] ?? 0),
        0,
      );
    return { replica: sum('replica'), primary: sum('primary') };
  }

  /** Runs a command to its end, as an operator would beside the services. */
  async command(...args) {
    const child = spawn(process.execPath, [PROGRAM, ...args], {
      env: { ...process.env, ...this.env['engine-1'] },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
    const [code] = await once(child, 'close');
    return { code, output };
  }
}
