import { join } from 'node:path';

/** The names of the three, which Patroni and etcd know them by. */
const NAMES = ['one', 'two', 'three'];
const FIRST_PORT = 15_400;

/**
 * Where everything is: one folder, three nodes, and what stands in front of them. On one machine all listen on its loopback
 * address, each on ports of its own; with hosts of their own all use the same ports, as on three machines.
 */
export function layoutIn(folder, { firstPort = FIRST_PORT, hosts = null } = {}) {
  const nodes = NAMES.map((name, n) => {
    const first = firstPort + (hosts === null ? 10 * (n + 1) : 10);
    return {
      name,
      folder: join(folder, name),
      host: hosts?.[n] ?? '127.0.0.1',
      postgresPort: first,
      restPort: first + 1,
      etcdPort: first + 2,
      etcdPeerPort: first + 3,
    };
  });
  return {
    folder,
    scope: 'swapdesk',
    nodes,
    /** From where the servers may be reached. */
    network: hosts === null ? '127.0.0.1/32' : `${hosts[0].replace(/\d+$/, '0')}/24`,
    proxyHost: '127.0.0.1',
    proxyPort: firstPort,
    replicaPort: firstPort + 1,
    poolerHost: '127.0.0.1',
    poolerPort: firstPort + 2,
  };
}

/** Where the service finds replicas to read at: any of the three may be one, and whichever is primary it leaves out. */
export function replicaUrlOf({ nodes }, { servicePassword }) {
  return nodes
    .map(
      ({ host, postgresPort }) => `postgresql://swapdesk:${servicePassword}@${host}:${postgresPort}/swapdesk`,
    )
    .join(',');
}

/** Where the service finds its database. */
export function urlOf({ poolerHost, poolerPort }, { servicePassword }) {
  return `postgresql://swapdesk:${servicePassword}@${poolerHost}:${poolerPort}/swapdesk`;
}
