import { readArguments, runSuite } from '../test/conformance/run.mjs';
import { ready } from './ready.mjs';

const options = readArguments(process.argv.slice(2));
await ready({ dev: true });
process.exitCode = await runSuite(options);
