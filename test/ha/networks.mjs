import { execFileSync, spawn } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** Addresses that are nobody's, for documentation; they exist in networks of our own alone. */
export const HOSTS = ['192.0.2.11', '192.0.2.12', '192.0.2.13'];
const HUB = '192.0.2.1';

const ip = (...args) => execFileSync('ip', args, { stdio: 'pipe' });

/**
 * A network for each node, joined by a bridge in the one that we are in, which is our own too. Whoever pulls the plug of a node
 * pulls it for all that runs there: etcd, Patroni, PostgreSQL. Nobody is told; packets just do not arrive.
 */
export async function openNetworks(names) {
  ip('link', 'set', 'lo', 'up');
  ip('link', 'add', 'bridge', 'type', 'bridge');
  ip('addr', 'add', `${HUB}/24`, 'dev', 'bridge');
  ip('link', 'set', 'bridge', 'up');
  const holders = new Map();
  for (const [n, name] of names.entries()) holders.set(name, await openNetwork(name, HOSTS[n]));
  const plug = (name, how) => ip('link', 'set', `to-${name}`, how);
  return {
    enter: ({ name }) => ['nsenter', '-t', String(holders.get(name).pid), '-n'],
    cut: ({ name }) => plug(name, 'down'),
    mend: ({ name }) => plug(name, 'up'),
    close: () => holders.forEach((holder) => void holder.kill('SIGKILL')),
  };
}

async function openNetwork(name, host) {
  // A network lives as long as somebody is in it.
  const holder = spawn('unshare', ['--net', 'sleep', 'infinity'], { stdio: 'ignore' });
  const isIn = () => readlinkSync(`/proc/${holder.pid}/ns/net`) !== readlinkSync('/proc/self/ns/net');
  while (!isIn()) await pause(20);
  const inside = (...args) => execFileSync('nsenter', ['-t', String(holder.pid), '-n', 'ip', ...args]);
  ip('link', 'add', `to-${name}`, 'type', 'veth', 'peer', 'name', 'plug', 'netns', String(holder.pid));
  ip('link', 'set', `to-${name}`, 'master', 'bridge', 'up');
  inside('addr', 'add', `${host}/24`, 'dev', 'plug');
  inside('link', 'set', 'plug', 'up');
  inside('link', 'set', 'lo', 'up');
  return holder;
}
