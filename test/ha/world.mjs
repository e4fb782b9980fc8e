import { chmodSync, chownSync, mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { Cluster } from '../../deploy/ha/cluster.mjs';
import { readSecrets } from '../../deploy/ha/configure.mjs';
import { layoutIn, replicaUrlOf } from '../../deploy/ha/layout.mjs';
import { ordinaryUser, postgresBin } from '../../deploy/ha/programs.mjs';
import { openDisks } from './disks.mjs';
import { HOSTS, openNetworks } from './networks.mjs';
import { Services } from './services.mjs';
import { openSteppedClock } from './stepped-clock.mjs';

const FIRST_PORT = 15_450;
/** So that one caller may place all that the load places. */
const SETTINGS = {
  address_pool_target: 800,
  rate_limit_per_minute: 100_000_000,
  unpaid_orders_cap: 1_000_000,
};

/** Opens all of it: networks, disks, the replicated store, two engines and two api nodes. */
export async function openWorld({ hasNetworks, tell }) {
  const folder = mkdtempSync('/var/tmp/swapdesk-ha-');
  const user = ordinaryUser();
  if (user !== null) chownSync(folder, user.uid, user.gid);
  chmodSync(folder, 0o700);
  const layout = layoutIn(join(folder, 'cluster'), {
    firstPort: FIRST_PORT,
    hosts: hasNetworks ? HOSTS : null,
  });
  const networks = hasNetworks ? await openNetworks(layout.nodes.map(({ name }) => name)) : null;
  const disks = hasNetworks ? openDisks(layout.nodes, user) : null;
  const cluster = new Cluster(layout, { postgresBin: postgresBin(), user, enter: networks?.enter });
  tell('starting three PostgreSQL under Patroni');
  const url = await cluster.up();
  const step = openSteppedClock(cluster);
  const database = await openStore(url);
  tell('starting two engines and two api nodes');
  mkdirSync(join(folder, 'services'));
  const services = new Services(join(folder, 'services'), url, replicaUrlOf(layout, readSecrets(layout)));
  const start = async (name) => {
    if (!(await services.start(name))) throw new Error(`${name} did not start: see ${folder}/services`);
  };
  await start('engine-1');
  await Promise.all([start('engine-2'), start('api-1').then(() => start('api-2'))]);
  return {
    folder,
    cluster,
    cutting: networks ?? stopping(cluster),
    disks,
    step,
    database,
    services,
    async close() {
      await services.stopAll();
      await database.end();
      await cluster.down();
      disks?.close();
      networks?.close();
    },
  };
}

/** Where there is no network to cut: a node's processes stand still. They hear nothing, but their connections stay open. */
function stopping(cluster) {
  return {
    cut: (node) => cluster.signalNode(node, 'SIGSTOP'),
    mend: (node) => cluster.signalNode(node, 'SIGCONT'),
  };
}

async function openStore(connectionString) {
  const { openDatabase } = await import('../../packages/service/dist/store/database.js');
  const { migrate } = await import('../../packages/service/dist/store/migrate.js');
  const { fillCatalogue } = await import('../../packages/service/dist/catalog/fill-catalogue.js');
  const database = openDatabase({ connectionString }, 2);
  await migrate(database, fillCatalogue);
  for (const [name, value] of Object.entries(SETTINGS))
    await database.query(
      'INSERT INTO setting (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = $2',
      [name, value],
    );
  return database;
}
