import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { ready } from './ready.mjs';

const HELP = `Does on a test network of TRON all that the desk does, with coins worth nothing, and prints what it found.

  NILE_KEY=… npm run test:nile -- --url URL [options]

  --url URL        a node: below it are /wallet and /walletsolidity. Several times for several, which must agree then
  --solidity URL   where /walletsolidity is, if elsewhere (a node of your own)
  --token T…       a token of which the account has at least one; without it TRX alone is tried
  --header N=V     sent with every request, such as a provider's key
  --help           this text

NILE_KEY is the private key, 64 hexadecimal digits, of an account with 60 TRX of the test network. docs/tron.md says where to get them.
About ten minutes; what is left of the coins goes back to the account.`;

const { values } = parseArgs({
  options: {
    url: { type: 'string', multiple: true, default: [] },
    solidity: { type: 'string' },
    token: { type: 'string' },
    header: { type: 'string', multiple: true, default: [] },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
const key = process.env.NILE_KEY ?? '';
if (values.url.length === 0 || !/^[0-9a-f]{64}$/i.test(key)) {
  console.error(HELP);
  process.exit(2);
}
await ready({ dev: false });
process.exitCode = (await main()) ? 0 : 1;

/** True if all was as it should be. */
async function main() {
  const { walkThrough } = await import('../packages/service/dist/chains/tron/walk-through.js');
  const { HttpTronNode } = await import('../packages/service/dist/chains/tron/tron-node.js');
  const { TRON_NETWORKS } = await import('../packages/service/dist/chains/known/tron-chains.js');
  const headers = Object.fromEntries(values.header.map((each) => each.split(/=(.*)/s).slice(0, 2)));
  const freshKey = randomBytes(32);
  console.log(
    `The fresh address has the key ${freshKey.toString('hex')}, in case something is left there.\n`,
  );
  const isGood = await walkThrough({
    endpoints: values.url.map(
      (url) => new HttpTronNode({ url, solidityUrl: values.solidity ?? null, timeoutMs: 30_000, headers }),
    ),
    networks: TRON_NETWORKS.test,
    key: Buffer.from(key, 'hex'),
    freshKey,
    token: values.token ?? null,
    pause: () => new Promise((resolve) => setTimeout(resolve, 3_000)),
    tell: ({ what, isGood: isRight, facts }) =>
      console.log(`${isRight ? 'good ' : 'WRONG'}  ${what}: ${facts}`),
  });
  console.log(isGood ? '\nAll was as it should be.' : '\nSomething was not as it should be.');
  return isGood;
}
