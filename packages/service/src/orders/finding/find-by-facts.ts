import { MANAGE_CODE_LENGTH, MESSAGE, normalizeManageCode } from '@swapdesk/contract';
import type { Catalogue } from '../../catalog/catalogue.ts';
import type { Network } from '../../chains/family.ts';
import { Refusal } from '../../refusal.ts';
import type { Queryable } from '../../store/database.ts';
import { tryAgain } from '../../store/try-again.ts';
import type { ManageCodes } from '../manage-code.ts';
import { givenFact } from './given-fact.ts';
import { type FindableOrder, opensOrder } from './opens-order.ts';
import { readFindable } from './read-findable.ts';

export interface FindingParts {
  readonly database: Queryable;
  readonly catalogue: Catalogue;
  readonly network: Network;
  readonly manageCodes: ManageCodes;
}

/** The query code of the order that both facts are of; refuses in one way, whichever of them is wrong or not enough. */
export async function findByFacts(
  { database, catalogue, network, manageCodes }: FindingParts,
  given: readonly [string, string],
): Promise<string> {
  const spaces = [...new Set(catalogue.assets.map(({ chain }) => chain.space))];
  const [one, other] = given.map((text) => givenFact(text, spaces, network));
  if (one === undefined || other === undefined) throw new TypeError('two facts are needed');
  const orders = await tryAgain(() => readFindable(database, [one, other], catalogue));
  const isManageCode = (order: FindableOrder, text: string) =>
    normalizeManageCode(text).length === MANAGE_CODE_LENGTH && manageCodes.isRight(order, text);
  // All are looked at, also behind the one that it is.
  const [newest] = orders.filter((order) => opensOrder(order, [one, other], isManageCode));
  if (newest === undefined) throw new Refusal(MESSAGE.orderNotFound);
  return newest.queryCode;
}
