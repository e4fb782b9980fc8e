import type { PlacedOrder, SwapdeskClient } from '@swapdesk/client';
import type { Exchange } from './exchange.ts';
import type { InitOptions } from './init-options.ts';

/** How much, as decimal text, of the one side or of the other. */
export type AskedAmount = { readonly from_quantity: string } | { readonly to_quantity: string };

/** A desk, and how it is asked. */
export interface Desk {
  readonly client: SwapdeskClient;
  readonly options: Pick<InitOptions, 'mode' | 'refCode' | 'markup'>;
  readonly warn: (...words: unknown[]) => void;
}

/**
 * Quotes and places at once: Edge's quotes name the address to pay to. What comes otherwise than agreed goes back by itself, as nobody
 * keeps the code with which a person could decide about it.
 */
export async function placeOrder(
  { client, options }: Desk,
  { from, to }: Exchange,
  asked: AskedAmount,
): Promise<PlacedOrder> {
  const wish = {
    exchange_mode: options.mode,
    markup: options.markup,
    from_chain: from.asset.chainId,
    from_abbr: from.asset.caip19,
    to_address: [{ to_chain: to.asset.chainId, to_abbr: to.asset.caip19, to_address: to.address }],
  };
  const quote = await client.calculate({ ...wish, ...asked });
  const from_quantity = 'from_quantity' in asked ? asked.from_quantity : quote.from_quantity;
  if (from_quantity === undefined) throw new Error('the desk is too old to quote by what is to be received');
  return client.place({
    ...wish,
    from_quantity,
    calc_id: quote.calc_id,
    refund_address: from.address,
    on_mismatch: 'refund',
    ref_code: options.refCode,
  });
}

/** An order that nobody will pay lets go of what it holds. It ends by itself too, so a failure is only told. */
export async function giveUp(
  { client, warn }: Desk,
  { query_code, manage_code }: PlacedOrder,
): Promise<void> {
  try {
    await client.cancel({ query_code, manage_code });
  } catch (error) {
    warn(`the order ${query_code} was not cancelled`, error);
  }
}
