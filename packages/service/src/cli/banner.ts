import type { Config } from '../config.ts';
import type { Desk, Role } from '../desk/desk.ts';

/** What a person sees when the service is up: what it is, where it is, what to try. */
export function banner(
  { url, consoleUrl, sample, isOpen, hold, store }: Desk,
  config: Config,
  role: Role,
  tookMs: number,
): string {
  const prices = pricesText(config);
  const database = store.isEmbedded
    ? `embedded PostgreSQL in ${config.dataDir}`
    : 'PostgreSQL at SWAPDESK_DATABASE_URL';
  const network =
    config.chains === null
      ? 'test networks: no real coins'
      : `${[...config.chains.chains.keys()].join(', ')} (${config.network})`;
  const seconds = Math.round(tookMs / 100) / 10;
  const held =
    hold === null ? '' : `\nTHE DESK IS HELD: ${hold.why}.\nNothing is signed. See: npx swapdesk hold show\n`;
  if (url === null)
    return `${held}Swapdesk engine is up after ${seconds} s. Prices: ${prices}. Ctrl-C stops it.`;
  if (role === 'console')
    return `${held}Swapdesk console is up after ${seconds} s: ${url}/console. Ctrl-C stops it.`;
  return `${held}
Swapdesk, an asset exchange order service, is up after ${seconds} s.

  Swap       ${url}
  Console    ${config.servesConsole ? `${consoleUrl ?? url}/console` : 'served by another node'}
  API        ${url}/openapi
  Reference  ${url}/docs
  Network    ${network}
  Prices     ${prices}
  Data       ${database}
  Workers    ${config.workers}
  Access     ${isOpen ? 'open to this machine; make a key with: npx swapdesk key create' : 'API keys'}

${
  sample === null
    ? config.feed === 'market'
      ? 'Quotes begin once enough venues have been heard, in some seconds. If they do not: npx swapdesk doctor'
      : 'Nothing can be exchanged yet. See what is missing: npx swapdesk doctor'
    : `Try a swap in the browser, or a quote:

  curl -s ${url}/openapi/order/calculate -H 'content-type: application/json' -d '${sample}'`
}

Ctrl-C stops it. All data is kept.
`;
}

/** Where prices come from. */
function pricesText({ feed, market, pricesFile }: Config): string {
  if (feed === 'test') return 'a random walk for test networks, not a market';
  if (feed === 'static') return `from ${pricesFile}`;
  return `live, of ${market?.venues.map(({ name }) => name).join(', ')}`;
}
