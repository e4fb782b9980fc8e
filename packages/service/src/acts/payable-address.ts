import { MESSAGE, type Message } from '@swapdesk/contract';
import type { CatalogueChain } from '../catalog/catalogue.ts';
import { receiverCheck } from '../catalog/receiver.ts';
import { Refusal } from '../refusal.ts';
import type { Verdict } from '../screening/screen.ts';
import type { Queryable } from '../store/database.ts';
import { isOurAddress } from '../wallet/our-addresses.ts';
import type { ActContext } from './context.ts';

/** An address to which somebody can be paid, in the chain's own form; throws a Refusal for any other. */
export async function payableAddress(
  client: Queryable,
  chain: CatalogueChain,
  text: string,
  { market, network, screen }: ActContext,
  invalid: Message,
): Promise<string> {
  const verdict = receiverCheck(market.catalogue, network)(chain, text);
  if (!verdict.valid) throw new Refusal(invalid);
  const { address } = verdict;
  if (await isOurAddress(client, chain.space, address)) throw new Refusal(invalid);
  const screened = await screen({ chainId: chain.id, chain: chain.name, address }).catch(
    (): Verdict | null => null,
  );
  if (screened === null) throw new Refusal(MESSAGE.screeningSilent);
  if (screened.isHit) throw new Refusal(MESSAGE.addressHit);
  return address;
}
