import { SwapdeskClient } from '@swapdesk/client';
import { askedAmount } from './asked-amount.ts';
import type { EdgeCorePluginOptions, EdgeSwapInfo, EdgeSwapPlugin } from './edge-core.ts';
import { edgeErrorOf, permissionErrorOf } from './edge-error.ts';
import { edgeFetch } from './edge-fetch.ts';
import { openExchange } from './exchange.ts';
import { readInitOptions } from './init-options.ts';
import { listedAssets } from './listed-assets.ts';
import { placeMost } from './place-most.ts';
import { type Desk, giveUp, placeOrder } from './place-order.ts';
import { makeQuote } from './quote.ts';

/** The swap plugin, as Edge's core makes it. `now` is in milliseconds. */
export function makeSwapdeskPlugin(
  opts: EdgeCorePluginOptions,
  now: () => number = Date.now,
): EdgeSwapPlugin {
  const options = readInitOptions(opts.initOptions);
  const { pluginId, displayName, supportEmail } = options;
  const swapInfo: EdgeSwapInfo = { pluginId, displayName, supportEmail, isDex: false };
  const client = new SwapdeskClient({
    url: options.url,
    key: options.apiKey,
    secret: options.apiSecret,
    fetch: edgeFetch(opts.io.fetch),
  });
  const desk: Desk = { client, options, warn: opts.log.warn };
  const assets = listedAssets(client, now);
  return {
    swapInfo,
    async fetchSwapQuote(request) {
      const listed = await assets().catch((error: unknown) => {
        throw permissionErrorOf(error, swapInfo) ?? error;
      });
      const exchange = await openExchange(request, swapInfo, listed);
      const order = await (request.quoteFor === 'max'
        ? placeMost(desk, exchange)
        : placeOrder(desk, exchange, askedAmount(exchange))
      ).catch((error: unknown) => {
        throw edgeErrorOf(error, exchange);
      });
      try {
        return await makeQuote(desk, exchange, order, now);
      } catch (error) {
        // Such as a wallet that has too little: nobody will pay it.
        await giveUp(desk, order);
        throw error;
      }
    },
  };
}
