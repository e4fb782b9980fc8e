import { spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { configure, dataFolderOf, readSecrets, render } from './configure.mjs';
import { urlOf } from './layout.mjs';
import { Processes } from './processes.mjs';

const UP_MS = 120_000;
const ASK_MS = 2_000;
/** etcd runs on arm64, but wants to be told so. */
const ETCD_ENV = process.arch === 'arm64' ? { ETCD_UNSUPPORTED_ARCH: 'arm64' } : {};

/** Three PostgreSQL under Patroni with etcd, HAProxy and PgBouncer in front, all of it below one folder. */
export class Cluster {
  /** @param enter what a node's programs are started through, such as a network of its own */
  constructor(layout, { postgresBin, user, enter = () => [] }) {
    this.layout = layout;
    this.postgresBin = postgresBin;
    this.processes = new Processes(layout.folder, user);
    this.enter = enter;
  }

  /** Starts what does not run. Resolves when there is a primary with a synchronous standby, and the service's database. */
  async up() {
    const { user } = this.processes;
    const secrets = configure(this.layout, { postgresBin: this.postgresBin, user });
    for (const node of this.layout.nodes) this.startNode(node);
    this.startFront();
    await this.until('a primary with two standbys', async () => (await this.standing()).isWhole);
    await this.until('the way through HAProxy', async () => this.sql('postgres', 'SELECT 1').isDone);
    this.makeDatabase(secrets);
    return urlOf(this.layout, secrets);
  }

  startNode(node) {
    const enter = this.enter(node);
    const start = (what, command, env) => {
      const name = `${what}-${node.name}`;
      if (this.processes.pidOf(name) === null) this.processes.start(name, command, { enter, env });
    };
    start('etcd', ['/usr/bin/etcd', '--config-file', join(node.folder, 'etcd.yml')], ETCD_ENV);
    start('patroni', ['/usr/bin/patroni', join(node.folder, 'patroni.yml')]);
  }

  startFront() {
    const { folder } = this.layout;
    const start = (name, command) => {
      if (this.processes.pidOf(name) === null) this.processes.start(name, command);
    };
    start('haproxy', ['/usr/sbin/haproxy', '-db', '-f', join(folder, 'haproxy.cfg')]);
    start('pgbouncer', ['/usr/sbin/pgbouncer', join(folder, 'pgbouncer.ini')]);
  }

  /** As a machine whose power is cut: everything of a node at once. */
  killNode(node) {
    this.signalNode(node, 'SIGKILL');
  }

  /** Everything of a node: etcd, Patroni, PostgreSQL. */
  signalNode(node, signal) {
    const server = this.serverOf(node);
    for (const what of ['patroni', 'etcd']) this.processes.signal(`${what}-${node.name}`, signal);
    if (server !== null) signalServer(server, signal);
  }

  /** Stops what was started here, and nothing else. */
  async down() {
    await Promise.all(['pgbouncer', 'haproxy'].map((name) => this.processes.end(name)));
    // Replicas first: a primary that ends with somebody to follow it would be succeeded.
    const { leader } = await this.standing();
    const last = this.layout.nodes.filter(({ name }) => name === leader);
    for (const nodes of [this.layout.nodes.filter(({ name }) => name !== leader), last])
      await Promise.all(nodes.map((node) => this.endPatroni(node)));
    await Promise.all(this.layout.nodes.map(({ name }) => this.processes.end(`etcd-${name}`)));
  }

  async endPatroni(node) {
    await this.processes.end(`patroni-${node.name}`);
    // Patroni stops its server; one that was killed could not.
    const server = this.serverOf(node);
    if (server !== null) process.kill(server, 'SIGINT');
  }

  /** The id of a node's server; null if it does not run. Only one that works in this node's folder is meant. */
  serverOf(node) {
    const data = join(dataFolderOf(node), 'data');
    try {
      const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
      return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(data) ? pid : null;
    } catch {
      return null;
    }
  }

  /** Who is what, as the first member says that answers. */
  async standing() {
    for (const { host, restPort } of this.layout.nodes) {
      const members = await ask(`http://${host}:${restPort}/cluster`);
      if (members === null) continue;
      const leader = members.find(({ role }) => role === 'leader')?.name ?? null;
      const sync = members.filter(({ role }) => role === 'sync_standby').map(({ name }) => name);
      const isUp = ({ role, state }) => (role === 'leader' ? state === 'running' : UP.has(state));
      const isWhole = leader !== null && sync.length > 0 && members.length === 3 && members.every(isUp);
      return { leader, sync, members, isWhole };
    }
    return { leader: null, sync: [], members: [], isWhole: false };
  }

  /** Runs statements on the primary, through HAProxy. */
  sql(database, text) {
    const { proxyHost, proxyPort } = this.layout;
    const { superuserPassword } = readSecrets(this.layout);
    const args = [
      '-XqAt',
      '-v',
      'ON_ERROR_STOP=1',
      '-h',
      proxyHost,
      '-p',
      proxyPort,
      '-U',
      'postgres',
      '-d',
      database,
    ];
    const env = { ...process.env, PGPASSWORD: superuserPassword, PGCONNECT_TIMEOUT: '5' };
    const { status, stdout, stderr } = spawnSync(join(this.postgresBin, 'psql'), args, {
      input: text,
      env,
      encoding: 'utf8',
    });
    return { isDone: status === 0, text: stdout.trim(), problem: stderr.trim() };
  }

  makeDatabase(secrets) {
    if (this.sql('postgres', "SELECT 1 FROM pg_database WHERE datname = 'swapdesk'").text === '1') return;
    const { isDone, problem } = this.sql('postgres', render('database.sql', secrets));
    if (!isDone) throw new Error(`the database could not be made: ${problem}`);
  }

  async until(what, isSo) {
    const end = Date.now() + UP_MS;
    while (!(await isSo())) {
      if (Date.now() > end)
        throw new Error(`${what}: not within ${UP_MS / 1_000} s. See the logs in ${this.layout.folder}`);
      await pause(300);
    }
  }
}

/** What Patroni calls a replica that follows, in this version and in later ones. */
const UP = new Set(['running', 'streaming']);

async function ask(url) {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(ASK_MS) });
    return (await answer.json()).members;
  } catch {
    return null;
  }
}

/** A server and its children, which would see its end only when they next wait. */
function signalServer(server, signal) {
  const children = readFileSync(`/proc/${server}/task/${server}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean);
  for (const pid of [server, ...children.map(Number)]) {
    try {
      process.kill(pid, signal);
    } catch {} // It has ended by itself.
  }
}
