import { MESSAGE } from '@swapdesk/contract';
import type { CatalogueChain } from '../catalog/catalogue.ts';
import { Refusal } from '../refusal.ts';
import type { Queryable } from '../store/database.ts';
import type { ActContext } from './context.ts';

/**
 * Whether there is something against who sent a deposit that nothing was decided about yet, so that nobody was asked. Throws a
 * Refusal if there is no answer.
 */
export async function isSenderHit(
  client: Queryable,
  depositId: number,
  chain: CatalogueChain,
  { screen, isScreened = false }: ActContext,
): Promise<boolean> {
  const { rows } = await client.query<{ sources: string[] }>('SELECT sources FROM deposit WHERE id = $1', [
    depositId,
  ]);
  const sources = rows[0]?.sources ?? [];
  const verdicts = await Promise.all(
    sources.map((address) => screen({ chainId: chain.id, chain: chain.name, address })),
  ).catch(() => null);
  if (verdicts === null) throw new Refusal(MESSAGE.screeningSilent);
  return verdicts.some(({ isHit }) => isHit) || (isScreened && sources.length === 0);
}
