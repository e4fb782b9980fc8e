import type { TestProject } from 'vitest/node';
import { whyNoChromium } from '../web/src/support/chromium.ts';
import { describeNodes, findNodes } from './found-nodes.ts';
import { installCcxt } from './install-ccxt.ts';
import { whyNoLitecoind } from './install-litecoind.ts';
import { installNodes } from './test-nodes.ts';

const OF_PAGES = /\/test\/web\/src\//;
const OF_NODES = /\/test\/chains\/src\/|\/packages\/service\/src\/chains\/(bitcoin|evm)\//;
const OF_VENUES = /\/packages\/service\/src\/market\/venues\//;

/**
 * Installs what the files of a run need, once and before them: two that did so at once would get in each other's way. A
 * run of other files waits for nothing.
 */
export default async function setup({ vitest }: TestProject): Promise<void> {
  const files = vitest.state.getPaths();
  if (files.some((path) => OF_PAGES.test(path))) await whyNoChromium();
  if (files.some((path) => OF_VENUES.test(path))) await installCcxt();
  if (!files.some((path) => OF_NODES.test(path))) return;
  await Promise.all([whyNoLitecoind(), installNodes()]);
  console.log(describeNodes(await findNodes()));
}
