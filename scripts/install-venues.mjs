import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, run } from './ready.mjs';

/** Installs what venues need (packages/service/ccxt), apart from all else: most desks have none. */

const FOLDER = join(ROOT, 'packages', 'service', 'ccxt');

console.log('Installing what venues need…');
// Its scripts advertise, and what it calls optional is a second way to do what Node does.
const args = ['ci', '--ignore-scripts', '--omit=optional', '--no-audit', '--no-fund', '--loglevel=error'];
run('npm', args, { cwd: FOLDER });
// All exchanges in one file, for browsers and CommonJS: half of its size, and never loaded.
rmSync(join(FOLDER, 'node_modules', 'ccxt', 'dist'), { recursive: true, force: true });
// Last: without it, or with another, it is not what this version of the service needs.
copyFileSync(join(FOLDER, 'package-lock.json'), join(FOLDER, 'node_modules', '.installed'));
console.log('Venues can be opened now.');
