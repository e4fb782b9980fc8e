import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Cluster } from './cluster.mjs';
import { readSecrets } from './configure.mjs';
import { layoutIn, replicaUrlOf, urlOf } from './layout.mjs';
import { ordinaryUser, postgresBin, whyNot } from './programs.mjs';

const HELP = `A replicated PostgreSQL on this machine, to try and to test with: three servers under Patroni with etcd, HAProxy and
PgBouncer in front. Everything is below one folder and on loopback ports; nothing of the machine's own is touched.

  node deploy/ha/ha.mjs up        starts what does not run; prints the SWAPDESK_DATABASE_URL and SWAPDESK_REPLICA_URL
  node deploy/ha/ha.mjs status    who is primary, who follows, and how
  node deploy/ha/ha.mjs down      stops what up has started; the data stay

  --folder F     where it lives (default data/ha)
  --port N       the first of its ports (default 15400)
  --install      as root on Debian: install the packages that are missing
  --help         this text

As root it runs as the user nobody. docs/ha.md does the same on three machines.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    folder: { type: 'string', default: fileURLToPath(new URL('../../data/ha', import.meta.url)) },
    port: { type: 'string', default: '15400' },
    install: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const commands = { up, status, down };
const command = commands[positionals[0]];
if (values.help || command === undefined || positionals.length !== 1) {
  console.log(HELP);
  process.exit(values.help ? 0 : 2);
}
const problem = whyNot({ mayInstall: values.install });
if (problem !== null) {
  console.error(problem);
  process.exit(1);
}
const layout = layoutIn(resolve(values.folder), { firstPort: Number(values.port) });
mkdirSync(layout.folder, { recursive: true });
const cluster = new Cluster(layout, { postgresBin: postgresBin(), user: ordinaryUser() });
await command();

async function up() {
  const url = await cluster.up();
  await status();
  console.log(`\nSWAPDESK_DATABASE_URL=${url}`);
  console.log(`SWAPDESK_REPLICA_URL=${replicaUrlOf(layout, readSecrets(layout))}`);
}

async function status() {
  const { members, isWhole } = await cluster.standing();
  for (const { name, role, state, timeline, lag } of members)
    console.log(
      `${name.padEnd(6)} ${role.padEnd(13)} ${state.padEnd(10)} timeline ${timeline ?? '?'}${lag ? `, ${lag} bytes behind` : ''}`,
    );
  console.log(`runs: ${cluster.processes.running().join(', ') || 'nothing'}`);
  console.log(
    isWhole
      ? 'A commit is on two machines before it is acknowledged.'
      : 'NOT WHOLE: there is no primary with two standbys now.',
  );
  const secrets = readSecrets(layout);
  if (secrets !== null && !isWhole)
    console.log(`The service finds it at ${urlOf(layout, secrets).replace(/:[^:@]+@/, ':…@')} once it is.`);
  if (!isWhole) process.exitCode = 1;
}

async function down() {
  await cluster.down();
  const left = cluster.processes.running();
  console.log(left.length === 0 ? 'Stopped. The data stay.' : `still running: ${left.join(', ')}`);
}
