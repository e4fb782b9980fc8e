import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const STAMP = join(ROOT, 'node_modules', '.swapdesk-installed.json');
/** Folders that are made, not written. */
const BUILT = new Set(['dist', 'node_modules']);
const OLDEST_NODE = [20, 19];

/**
 * Makes a fresh clone ready to run: installs what is missing, builds what has changed. With `dev`, also what only
 * tests and benches need.
 */
export async function ready({ dev }) {
  refuseOldNode();
  install(dev || hasDev());
  build();
  buildPages();
  // Loaded only now: it was not installed before.
  const { bundle } = await import('./bundle.mjs');
  await bundle();
  const { packClient } = await import('./pack-client.mjs');
  await packClient();
}

/** Runs a program to its end; exits with its code if it fails. */
export function run(command, args, options = {}) {
  const { status, signal } = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit', ...options });
  if (status !== 0) process.exit(status ?? (signal === 'SIGINT' ? 130 : 1));
}

/** The path of a file inside an installed package. */
export function packageFile(name, file) {
  return join(dirname(createRequire(join(ROOT, 'package.json')).resolve(`${name}/package.json`)), file);
}

function refuseOldNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  console.error(`Swapdesk needs Node ${OLDEST_NODE.join('.')} or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

function install(dev) {
  const lock = createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex');
  const installed = readStamp();
  if (installed.lock === lock && (installed.dev || !dev)) return;
  console.log(`Installing dependencies${dev ? ', those for tests too' : ''} (only this once)…`);
  // Install scripts are not needed: the one package that has them is completed by the service itself.
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  run('npm', dev ? [...args, '--include=dev'] : [...args, '--omit=dev']);
  writeFileSync(STAMP, JSON.stringify({ lock, dev }));
}

/** Whether what only tests need is there, because somebody ran `npm install` or the tests: that is not taken away. */
function hasDev() {
  const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  return Object.keys(devDependencies).every((name) => existsSync(join(ROOT, 'node_modules', name)));
}

function readStamp() {
  try {
    return JSON.parse(readFileSync(STAMP, 'utf8'));
  } catch {
    return {};
  }
}

/** Incremental: a second when nothing has changed, a few the first time. Types are checked by `npm run check` and by tests: half of the time. */
function build() {
  run(process.execPath, [packageFile('typescript', 'bin/tsc'), '--build', 'tsconfig.json', '--noCheck']);
}

/** The pages, if anything has changed of what they are made from: a second or two. */
function buildPages() {
  const made = join(ROOT, 'packages', 'web', 'dist', '.made-from');
  const sources = fingerprint(['packages/web', 'packages/contract/src', 'package-lock.json']);
  if (existsSync(made) && readFileSync(made, 'utf8') === sources) return;
  run(process.execPath, [packageFile('vite', 'bin/vite.js'), 'build', 'packages/web']);
  writeFileSync(made, sources);
}

/** Changes when any of these files does, or one below these folders. */
function fingerprint(paths) {
  const hash = createHash('sha256');
  const add = (path) => {
    const entries = readEntries(path);
    // By its place in the project: a copy of the folder is as it was.
    if (entries === null) hash.update(relative(ROOT, path)).update(readFileSync(path));
    else for (const entry of entries) if (!BUILT.has(entry)) add(join(path, entry));
  };
  for (const path of paths) add(join(ROOT, path));
  return hash.digest('hex');
}

/** The names in a folder, in order; null if it is a file. */
function readEntries(path) {
  try {
    return readdirSync(path).sort();
  } catch (error) {
    if (error.code === 'ENOTDIR') return null;
    throw error;
  }
}
