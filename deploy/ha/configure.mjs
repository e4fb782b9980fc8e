import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const TEMPLATES = new URL('templates/', import.meta.url);
/** So much of the log may be kept for a replica that is away: a trial's disk is small. */
const SIZES = { slotWal: '512MB', keepWal: '64MB', maxWal: '256MB' };
const PASSWORDS = ['superuserPassword', 'replicatorPassword', 'rewinderPassword', 'servicePassword'];

/** Writes what each program reads; whoever has the folder has the passwords, so nobody else may read it. */
export function configure(layout, { postgresBin, user }) {
  const { folder, nodes } = layout;
  makeFolder(folder, user);
  const secrets = readSecrets(layout) ?? newSecrets(layout, user);
  const common = { ...layout, ...SIZES, ...secrets, postgresBin, watchdog: 'off', ...ofAll(nodes) };
  const write = (path, template, values) => writeOwned(path, render(template, values), user);
  for (const node of nodes) {
    makeFolder(node.folder, user);
    makeFolder(dataFolderOf(node), user);
    const values = { ...common, ...node, dataFolder: dataFolderOf(node) };
    write(join(node.folder, 'etcd.yml'), 'etcd.yml', values);
    write(join(node.folder, 'patroni.yml'), 'patroni.yml', values);
  }
  write(join(folder, 'haproxy.cfg'), 'haproxy.cfg', common);
  write(join(folder, 'pgbouncer.ini'), 'pgbouncer.ini', common);
  writeOwned(join(folder, 'userlist.txt'), userList(secrets), user);
  return secrets;
}

/** A folder of its own, so that a disk of its own can be put there. */
export const dataFolderOf = ({ folder }) => join(folder, 'postgres');

/** What was made up at the first start; null before. */
export function readSecrets({ folder }) {
  const path = join(folder, 'secrets.json');
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}

/** A template with its places filled. One that nobody fills is an error: it would be read as it stands. */
export function render(template, values) {
  return readFileSync(new URL(template, TEMPLATES), 'utf8').replace(/\{\{(\w+)\}\}/g, (_, name) => {
    if (values[name] === undefined) throw new Error(`${template} asks for ${name}, which nobody says`);
    return String(values[name]);
  });
}

function ofAll(nodes) {
  const server = ({ name, host, postgresPort, restPort }) =>
    `  server ${name} ${host}:${postgresPort} maxconn 300 check port ${restPort}`;
  const servers = nodes.map(server).join('\n');
  return {
    etcdMembers: nodes.map((node) => `${node.name}=http://${node.host}:${node.etcdPeerPort}`).join(','),
    etcdHosts: nodes.map(({ host, etcdPort }) => `${host}:${etcdPort}`).join(','),
    primaryServers: servers,
    replicaServers: servers,
  };
}

function newSecrets({ folder }, user) {
  const secrets = Object.fromEntries(PASSWORDS.map((name) => [name, randomBytes(18).toString('hex')]));
  writeOwned(join(folder, 'secrets.json'), JSON.stringify(secrets), user);
  return secrets;
}

/** Of the service alone: this file is on every machine that runs a node. */
function userList({ servicePassword }) {
  return `"swapdesk" "${servicePassword}"\n`;
}

function makeFolder(path, user) {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if (user !== null) chownSync(path, user.uid, user.gid);
}

function writeOwned(path, text, user) {
  writeFileSync(path, text, { mode: 0o600 });
  if (user !== null) chownSync(path, user.uid, user.gid);
}
