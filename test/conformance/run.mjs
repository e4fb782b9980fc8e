import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const HERE = dirname(fileURLToPath(import.meta.url));
const HELP = `Checks that a host speaks the interface to the letter.

Usage: npm run conformance -- --url http://127.0.0.1:8080

  --url URL             the host, without /openapi
  --key K --secret S    an API key; without one, what needs an account is skipped
  --from BTC@Bitcoin    the source asset of the tests
  --to ETH@Ethereum     the receive asset
  --also LTC@Litecoin   a second receive asset
  --to-address A        a receiving address for --to, on a chain that the suite does not know
  --also-address A      one for --also
  --disabled A@B        an asset that is switched off; without it one is looked for in /openapi/abbr/lists
  --ref-code CODE       a referral code of the caller's account; without it, its list can only be looked at
  --fast                leaves out what has to wait (a calc_id that expires)
  --json FILE           writes the results to a file too
  --grep PATTERN        only tests with such names

Three folders: law is the interface document; decisions is how Swapdesk reads what the document leaves open;
additions is what Swapdesk adds, skipped where the host does not have it. The suite places about 70 orders, which it never
pays. A host that limits its callers (429) is waited for.`;

const TEXT = { type: 'string' };
const OPTIONS = {
  url: TEXT,
  key: TEXT,
  secret: TEXT,
  from: TEXT,
  to: TEXT,
  also: TEXT,
  'to-address': TEXT,
  'also-address': TEXT,
  disabled: TEXT,
  'ref-code': TEXT,
  json: TEXT,
  grep: TEXT,
  fast: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
};

/** What was asked for on the command line. Ends the process where there is nothing to run. */
export function readArguments(args) {
  const options = parse(args);
  if (options.help) {
    console.log(HELP);
    process.exit(0);
  }
  if (!URL.canParse(options.url ?? '')) refuse('Give the host to test: --url http://127.0.0.1:8080');
  if ((options.key === undefined) !== (options.secret === undefined))
    refuse('--key and --secret go together.');
  return options;
}

/** Runs the suite; resolves with its exit code. */
export async function runSuite({ json, grep, ...options }) {
  if (!(await answers(options.url))) {
    console.error(`Nothing answers at ${options.url}.`);
    return 1;
  }
  const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
  const args = ['run', '--config', join(HERE, 'vitest.config.ts'), '--root', HERE];
  if (json !== undefined) args.push('--reporter=tree', '--reporter=json', `--outputFile.json=${json}`);
  if (grep !== undefined) args.push('-t', grep);
  const child = spawn(process.execPath, [vitest, ...args], {
    stdio: 'inherit',
    env: { ...process.env, ...toEnvironment(options) },
  });
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
}

/** True if a host is there at all: else each of some hundred tests would say so. */
async function answers(url) {
  return fetch(url).then(
    () => true,
    () => false,
  );
}

function parse(args) {
  try {
    return parseArgs({ args, options: OPTIONS, strict: true }).values;
  } catch (error) {
    return refuse(error.message);
  }
}

function refuse(message) {
  console.error(`${message}\nSee: npm run conformance -- --help`);
  process.exit(2);
}

/** src/support/options.ts reads these. */
function toEnvironment(options) {
  const names = Object.keys(options).map((name) => [
    `CONFORMANCE_${name.toUpperCase().replaceAll('-', '_')}`,
    options[name],
  ]);
  return Object.fromEntries(names.map(([name, value]) => [name, String(value)]));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = await runSuite(readArguments(process.argv.slice(2)));
}
