import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const PACKAGES = {
  '/usr/bin/patroni': 'patroni',
  '/usr/bin/etcd': 'etcd-server',
  '/usr/sbin/haproxy': 'haproxy',
  '/usr/sbin/pgbouncer': 'pgbouncer',
};
const POSTGRES = '/usr/lib/postgresql';
const OLDEST_POSTGRES = 15;
const NO_CLUSTER = '/etc/postgresql-common/createcluster.d/swapdesk-ha.conf';

/** The Debian packages that are missing here. */
export function missingPackages() {
  const missing = Object.entries(PACKAGES).filter(([program]) => !existsSync(program));
  return [...missing.map(([, name]) => name), ...(postgresBin() === null ? ['postgresql-15'] : [])];
}

/** The newest server there is, of those that the service runs on; null if there is none. */
export function postgresBin() {
  if (!existsSync(POSTGRES)) return null;
  const found = readdirSync(POSTGRES)
    .map(Number)
    .filter((major) => major >= OLDEST_POSTGRES && existsSync(join(POSTGRES, String(major), 'bin/postgres')))
    .sort((a, b) => b - a);
  return found.length === 0 ? null : join(POSTGRES, String(found[0]), 'bin');
}

/** Why it cannot be set up here; null if all is there. Root on Debian installs what is missing, if told to. */
export function whyNot({ mayInstall }) {
  const missing = missingPackages();
  if (missing.length === 0) return null;
  const command = `apt-get install ${missing.join(' ')}`;
  if (!mayInstall || process.getuid() !== 0 || !existsSync('/usr/bin/apt-get'))
    return `missing here: ${missing.join(', ')}. On Debian, as root: ${command}`;
  return install(missing) ? null : `${command} failed`;
}

/** Without the services that the packages bring: nothing of this machine's own is started by a trial. */
function install(packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const script = `
    made=''
    trap 'rm -f $made' EXIT
    mkdir -p "$(dirname ${NO_CLUSTER})"
    if ! test -e ${NO_CLUSTER}; then made=${NO_CLUSTER}; echo 'create_main_cluster = false' > ${NO_CLUSTER}; fi
    policy=/usr/sbin/policy-rc.d
    if ! test -e $policy; then made="$made $policy"; printf '#!/bin/sh\\nexit 101\\n' > $policy; chmod 755 $policy; fi
    apt-get -o DPkg::Lock::Timeout=120 -qq update
    apt-get -o DPkg::Lock::Timeout=120 -qq install -y --no-install-recommends --no-upgrade ${packages.join(' ')}`;
  return spawnSync('bash', ['-ec', script], { env, stdio: 'inherit' }).status === 0;
}

/** Who runs it: nobody but an ordinary user. */
export function ordinaryUser() {
  if (process.getuid() !== 0) return null;
  const id = (flag) => Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout);
  return { uid: id('-u'), gid: id('-g') };
}
