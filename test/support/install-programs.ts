import type { TestProject } from 'vitest/node';
import { whyNoChromium } from '../web/src/support/chromium.ts';
import { describeNodes, findNodes } from './found-nodes.ts';
import { whyNoLitecoind } from './install-litecoind.ts';
import { installNodes } from './test-nodes.ts';

/** Installs what a part of the tests needs, once and before them: two that did so at once would get in each other's way. */
export default async function setup({ name }: TestProject): Promise<void> {
  if (name === 'pages') await whyNoChromium();
  if (name !== 'nodes') return;
  await Promise.all([whyNoLitecoind(), installNodes()]);
  console.log(describeNodes(await findNodes()));
}
