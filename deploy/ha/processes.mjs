import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const PATIENCE_MS = 20_000;

/**
 * The processes that were started here, kept in a file: each by its id and by when it began, so that a number that was given
 * to somebody else meanwhile is never ended.
 */
export class Processes {
  constructor(folder, user) {
    this.folder = folder;
    this.user = user;
    this.file = join(folder, 'processes.json');
  }

  /** Starts a program that outlives us; what it prints goes to a log of its name. */
  start(name, [program, ...args], { env = {}, enter = [] } = {}) {
    const log = openSync(join(this.folder, `${name}.log`), 'a', 0o600);
    const [command, ...rest] = [...enter, ...this.asUser(), program, ...args];
    const child = spawn(command, rest, {
      detached: true,
      stdio: ['ignore', log, log],
      env: { ...process.env, ...env, HOME: this.folder },
      cwd: this.folder,
    });
    closeSync(log);
    child.on('error', () => {});
    child.unref();
    if (child.pid === undefined) throw new Error(`${program} could not be started`);
    this.note(name, child.pid);
    return child.pid;
  }

  /** Also one that a program of ours has started. */
  note(name, pid) {
    const all = this.all();
    all[name] = { pid, began: beganAt(pid) };
    writeFileSync(this.file, JSON.stringify(all), { mode: 0o600 });
  }

  /** The id of one that runs; null if it does not. */
  pidOf(name) {
    const known = this.all()[name];
    return known !== undefined && isRunning(known) ? known.pid : null;
  }

  running() {
    return Object.keys(this.all()).filter((name) => this.pidOf(name) !== null);
  }

  signal(name, signal) {
    const pid = this.pidOf(name);
    if (pid !== null) process.kill(pid, signal);
  }

  /** Asks it to end, and ends it if it does not. */
  async end(name) {
    this.signal(name, 'SIGCONT');
    this.signal(name, 'SIGTERM');
    const until = Date.now() + PATIENCE_MS;
    while (this.pidOf(name) !== null && Date.now() < until) await pause(100);
    this.signal(name, 'SIGKILL');
    while (this.pidOf(name) !== null) await pause(50);
  }

  all() {
    return existsSync(this.file) ? JSON.parse(readFileSync(this.file, 'utf8')) : {};
  }

  /** PostgreSQL refuses root, and nothing else needs it. */
  asUser() {
    if (this.user === null) return [];
    return ['setpriv', `--reuid=${this.user.uid}`, `--regid=${this.user.gid}`, '--clear-groups'];
  }
}

function isRunning({ pid, began }) {
  return began !== null && beganAt(pid) === began;
}

/** When a process began, in ticks since the machine did; null if there is none, or it has ended and nobody has looked. */
function beganAt(pid) {
  try {
    // The name may hold anything, so what follows it is read.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ');
    return fields[0] === 'Z' ? null : fields[19];
  } catch {
    return null;
  }
}
