import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { arch } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { whyNot } from '../deploy/ha/programs.mjs';
import { ROOT, ready } from './ready.mjs';

const HELP = `Breaks a replicated PostgreSQL and the nodes on it, one thing after the other, under a load of orders that are placed
and paid on test networks; then counts the orders and the money.

  npm run test:ha -- [options]

  --minutes N   how long things are broken (default 10)
  --seed N      decides what is broken when (default: another each time; it is printed)
  --only A,B    only faults whose name has one of these in it
  --write       puts the table into docs/ha.md, and in short into README
  --help        this text

As root on Debian it installs what is missing, and gives each node a network and a disk of its own. Without root a node is cut
off by stopping its processes, and no disk is filled.`;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string', default: '' },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
const INSIDE = 'SWAPDESK_HA_INSIDE';
if (process.env[INSIDE] === undefined) {
  await ready({ dev: true });
  const problem = whyNot({ mayInstall: true });
  if (problem !== null) {
    console.error(problem);
    process.exit(1);
  }
  process.exit(goInside());
}
process.exitCode = (await main()) ? 0 : 1;

/** Runs it all in a network and with mounts of its own, where that is allowed: nothing of it is left on the machine. */
function goInside() {
  const own = ['--net', '--mount', '--propagation', 'private', '--'];
  const isAllowed =
    process.getuid() === 0 &&
    spawnSync('unshare', [...own, 'ip', 'link', 'add', 'type', 'veth']).status === 0;
  if (!isAllowed)
    console.log('No networks of their own: nodes are cut off by SIGSTOP, and no disk is filled.');
  const command = [process.execPath, ...process.argv.slice(1)];
  const [program, ...args] = isAllowed ? ['unshare', ...own, ...command] : command;
  const env = { ...process.env, [INSIDE]: isAllowed ? 'networks' : 'processes' };
  return spawnSync(program, args, { stdio: 'inherit', env }).status ?? 1;
}

/** True if nothing was wrong. */
async function main() {
  const { runFaults } = await import('../test/ha/run.mjs');
  const { shortTableOf, tableOf, writeInto } = await import('../test/ha/table.mjs');
  const began = Date.now();
  const tell = (line) =>
    console.log(`${String(Math.round((Date.now() - began) / 1_000)).padStart(4)} s  ${line}`);
  const [minutes, seed] = [Number(values.minutes), Number(values.seed)];
  console.log(`Seed ${seed}, ${minutes} minutes of faults.`);
  const only = values.only.split(',').filter((each) => each !== '');
  const hasNetworks = process.env[INSIDE] === 'networks';
  const { measured, wrongs, load, counts, folder } = await runFaults({
    minutes,
    seed,
    hasNetworks,
    only,
    tell,
  });
  const table = tableOf(measured);
  const summary = `${measured.length} faults in ${minutes} minutes with seed ${seed} on ${arch()}: ${load.acknowledged.length} orders acknowledged, ${counts?.completed} completed, ${counts?.payouts} payouts.`;
  console.log(`\n${table}\n\n${summary}`);
  console.log(
    `Other answers: ${[...load.refusals].map(([msg, many]) => `${many} × ${msg}`).join(', ') || 'none'}`,
  );
  for (const wrong of wrongs) console.log(`WRONG  ${wrong}`);
  console.log(
    wrongs.length === 0
      ? 'No acknowledged order was lost, nothing was paid twice, and the books are right.'
      : `The logs are in ${folder}`,
  );
  if (wrongs.length === 0) rmSync(folder, { recursive: true });
  if (wrongs.length === 0 && values.write) {
    writeInto(join(ROOT, 'docs/ha.md'), `${summary}\n\n${table}`);
    writeInto(join(ROOT, 'README.md'), shortTableOf(measured));
  }
  return wrongs.length === 0;
}
